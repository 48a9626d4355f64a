package dev.informant.apiserver.internal.kinds;

import static dev.informant.apiserver.internal.kinds.Column.AGE;
import static dev.informant.apiserver.internal.kinds.Column.NAME;
import static dev.informant.apiserver.internal.kinds.Column.column;
import static dev.informant.apiserver.internal.kinds.Column.count;
import static dev.informant.apiserver.internal.kinds.Column.number;
import static dev.informant.apiserver.internal.kinds.Column.textOr;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.kinds.Kind.Trait;
import dev.informant.apiserver.internal.status.Cause;
import java.util.List;

/** Disruption budgets and autoscalers. Stateless. */
final class Policies {
  private Policies() {}

  static List<Kind> kinds() {
    return List.of(
        Kind.of("poddisruptionbudgets.policy")
            .traits(Trait.NEEDS_VERSION, Trait.GENERATION, Trait.ANY_METADATA)
            .checks(object -> budget(object.at("spec")))
            .columns(() -> List.of(
                NAME,
                textOr("N/A", "Min Available", "spec.minAvailable"),
                textOr("N/A", "Max Unavailable", "spec.maxUnavailable"),
                number("Allowed Disruptions", "status.disruptionsAllowed"),
                AGE)),
        Kind.of("horizontalpodautoscalers.autoscaling")
            .form("autoscaling/v1", AutoscalerForms::toSecond, AutoscalerForms::toFirst)
            .checks(object -> autoscaler(object.at("spec")))
            .columns(() -> List.of(
                NAME,
                column("Reference", (object, now) -> {
                  JsonNode target = Kind.at(object, "spec.scaleTargetRef");
                  return Cells.text(target, "kind") + "/" + Cells.text(target, "name");
                }),
                column("Targets", (object, now) -> AutoscalerCells.targets(object)),
                textOr("1", "MinPods", "spec.minReplicas"),
                count("MaxPods", "spec.maxReplicas"),
                count("Replicas", "status.currentReplicas"),
                AGE)));
  }

  private static void budget(Checks spec) {
    if (spec.present("minAvailable") && spec.present("maxUnavailable")) {
      spec.add(Cause.invalid(
          "spec", internal(spec.node()), "minAvailable and maxUnavailable cannot be both set"));
    }
    for (String field : List.of("minAvailable", "maxUnavailable")) {
      if (spec.get(field).isNumber()) {
        spec.nonNegative(field);
      }
    }
    spec.oneOf("unhealthyPodEvictionPolicy", "AlwaysAllow", "IfHealthyBudget");
  }

  /** As the struct without JSON names that the real server works on is printed. */
  private static String internal(JsonNode spec) {
    return "{\"MinAvailable\":" + spec.path("minAvailable")
        + ",\"Selector\":"
        + (spec.has("selector") ? SelectorRules.shown(spec.get("selector")) : "null")
        + ",\"MaxUnavailable\":" + spec.path("maxUnavailable")
        + ",\"UnhealthyPodEvictionPolicy\":"
        + (spec.has("unhealthyPodEvictionPolicy") ? spec.get("unhealthyPodEvictionPolicy") : "null")
        + "}";
  }

  private static void autoscaler(Checks spec) {
    long most = spec.get("maxReplicas").asLong();
    long least = spec.get("minReplicas").asLong(1);
    if (least < 1) {
      spec.invalid(
          "minReplicas", spec.get("minReplicas").asText(), "must be greater than or equal to 1");
    }
    if (most == 0) {
      spec.add(Cause.required(spec.path("maxReplicas"), "must be set and greater than 0"));
    } else if (most < 0) {
      spec.invalid("maxReplicas", Long.toString(most), "must be greater than or equal to 1");
    }
    if (most < least) {
      spec.invalid(
          "maxReplicas", Long.toString(most), "must be greater than or equal to `minReplicas`");
    }
    Checks target = spec.at("scaleTargetRef").required("kind").required("name");
    if (target.text("apiVersion").indexOf('/') <= 0) {
      target.invalid(
          "apiVersion",
          Checks.quoted(target.text("apiVersion")),
          "apiVersion must specify API group");
    }
  }
}

package dev.informant.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.status.Cause;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What controllers of pods must be like. Stateless. */
final class WorkloadRules {
  private static final int USUAL_DEADLINE = 600;

  private WorkloadRules() {}

  static void addTo(Map<String, Consumer<Checks>> kinds) {
    kinds.put("pods", PodRules::pod);
    kinds.put("podtemplates", object -> PodRules.template(object.at("template")));
    kinds.put("replicationcontrollers", object -> replicationController(object.at("spec")));
    kinds.put("deployments.apps", object -> deployment(object.at("spec")));
    kinds.put("replicasets.apps", object -> replicaSet(object.at("spec")));
    kinds.put("statefulsets.apps", object -> statefulSet(object.at("spec")));
    kinds.put("daemonsets.apps", object -> daemonSet(object.at("spec")));
    kinds.put("controllerrevisions.apps", WorkloadRules::revision);
    kinds.put("jobs.batch", JobRules::job);
    kinds.put("cronjobs.batch", JobRules::cronJob);
  }

  private static void replicationController(Checks spec) {
    spec.nonNegative("minReadySeconds").required("selector").nonNegative("replicas");
    if (!spec.present("template")) {
      spec.required("template");
      return;
    }
    JsonNode labels = spec.get("template").path("metadata").path("labels");
    for (Map.Entry<String, JsonNode> wanted : spec.get("selector").properties()) {
      if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
        mismatch(spec, labels);
        break;
      }
    }
    PodRules.alwaysRestarted(spec.at("template"), "ReplicationController");
  }

  private static void deployment(Checks spec) {
    spec.nonNegative("replicas");
    if (selector(spec, "deployment", ": invalid label selector")) {
      PodRules.alwaysRestarted(spec.at("template"), "ReplicaSet");
    }
    RolloutRules.deployment(spec);
    spec.nonNegative("minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds");
    long deadline = spec.get("progressDeadlineSeconds").asLong(USUAL_DEADLINE);
    if (deadline <= spec.get("minReadySeconds").asLong()) {
      spec.invalid(
          "progressDeadlineSeconds",
          Long.toString(deadline),
          "must be greater than minReadySeconds");
    }
  }

  private static void replicaSet(Checks spec) {
    spec.nonNegative("replicas", "minReadySeconds");
    if (selector(spec, "deployment", ": invalid label selector")) {
      PodRules.alwaysRestarted(spec.at("template"), "ReplicaSet");
    }
  }

  private static void statefulSet(Checks spec) {
    String policy = spec.text("podManagementPolicy");
    if (!policy.isEmpty() && !policy.equals("OrderedReady") && !policy.equals("Parallel")) {
      spec.invalid(
          "podManagementPolicy", Checks.quoted(policy), "must be 'OrderedReady' or 'Parallel'");
    }
    RolloutRules.statefulSet(spec);
    Checks kept = spec.at("persistentVolumeClaimRetentionPolicy");
    kept.oneOf("whenDeleted", "Retain", "Delete").oneOf("whenScaled", "Retain", "Delete");
    spec.each("volumeClaimTemplates", claim -> OtherRules.claim(claim.at("spec")));
    spec.nonNegative("replicas", "minReadySeconds");
    spec.at("ordinals").nonNegative("start");
    spec.label("serviceName");
    if (selector(spec, "statefulset", "")) {
      Set<String> claims = new LinkedHashSet<>();
      spec.get("volumeClaimTemplates")
          .forEach(claim -> claims.add(claim.path("metadata").path("name").asText("")));
      PodRules.template(spec.at("template"), claims);
      PodRules.metadata(spec.at("template")); // a real server looks twice
    }
    JsonNode pod = spec.get("template").path("spec");
    String restart = pod.path("restartPolicy").asText("Always");
    if (!restart.equals("Always")) {
      spec.add(Cause.unsupported(spec.path("template.spec.restartPolicy"), restart, "\"Always\""));
    }
    if (pod.hasNonNull("activeDeadlineSeconds")) {
      spec.forbidden(
          "template.spec.activeDeadlineSeconds",
          "activeDeadlineSeconds in StatefulSet is not Supported");
    }
  }

  private static void daemonSet(Checks spec) {
    int before = spec.causes().size();
    SelectorRules.labels(spec.at("selector"));
    if (spec.causes().size() == before) {
      matching(spec);
    }
    if (spec.present("selector") && wantsNothing(spec.get("selector"))) {
      spec.invalid("selector", "{}", "empty selector is invalid for daemonset");
    }
    PodRules.alwaysRestarted(spec.at("template"), "DaemonSet");
    spec.nonNegative("minReadySeconds");
    RolloutRules.daemonSet(spec);
    spec.nonNegative("revisionHistoryLimit");
  }

  private static void revision(Checks object) {
    object.nonNegative("revision");
    if (!object.present("data")) {
      object.add(Cause.required("data", "data is mandatory"));
    }
  }

  /**
   * A selector that is there, says something, and fits the template.
   *
   * @param broken what is said of one that cannot be used
   * @return whether it can be used, and the template is looked at
   */
  private static boolean selector(Checks spec, String kind, String broken) {
    JsonNode selector = spec.get("selector");
    if (!spec.present("selector")) {
      spec.add(Cause.required(spec.path("selector"), ""));
    } else if (wantsNothing(selector)) {
      spec.invalid("selector", "{}", "empty selector is invalid for " + kind);
      return true;
    }
    int before = spec.causes().size();
    SelectorRules.labels(spec.at("selector"));
    if (spec.causes().size() > before) {
      spec.add(new Cause(
          "FieldValueInvalid",
          "Invalid value: " + SelectorRules.shown(selector) + broken,
          spec.path("selector")));
      return false;
    }
    matching(spec);
    return true;
  }

  private static boolean wantsNothing(JsonNode selector) {
    return selector.path("matchLabels").isEmpty()
        && selector.path("matchExpressions").isEmpty();
  }

  /** The selector must fit the labels of the template. */
  static void matching(Checks spec) {
    if (!matches(spec.get("selector"), spec.get("template"))) {
      mismatch(spec, spec.get("template").path("metadata").path("labels"));
    }
  }

  private static void mismatch(Checks spec, JsonNode labels) {
    spec.invalid(
        "template.metadata.labels",
        labels.isObject() ? SelectorRules.sorted(labels).toString() : "null",
        "`selector` does not match template `labels`");
  }

  /** No selector matches nothing. */
  private static boolean matches(JsonNode selector, JsonNode template) {
    JsonNode labels = template.path("metadata").path("labels");
    if (selector.isMissingNode() || selector.isNull()) {
      return false;
    }
    for (Map.Entry<String, JsonNode> wanted : selector.path("matchLabels").properties()) {
      if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
        return false;
      }
    }
    for (JsonNode expression : selector.path("matchExpressions")) {
      JsonNode value = labels.path(expression.path("key").asText());
      boolean listed = false;
      for (JsonNode one : expression.path("values")) {
        listed |= one.equals(value);
      }
      boolean fits = switch (expression.path("operator").asText()) {
        case "In" -> listed;
        case "NotIn" -> !listed;
        case "Exists" -> !value.isMissingNode();
        default -> value.isMissingNode();
      };
      if (!fits) {
        return false;
      }
    }
    return true;
  }
}

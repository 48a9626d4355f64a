package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where a pod may run: affinities, tolerations, spread and gates. Stateless. */
final class SchedulingRules {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

  private SchedulingRules() {}

  static void affinity(Checks affinity) {
    Checks node = affinity.at("nodeAffinity");
    if (node.present(REQUIRED)) {
      SelectorRules.nodes(node.at(REQUIRED));
    }
    node.each(PREFERRED, term -> {
      weight(term);
      SelectorRules.nodeTerm(term.at("preference"), /* values= */ false);
    });
    for (String kind : List.of("podAffinity", "podAntiAffinity")) {
      affinity.at(kind).each(REQUIRED, SchedulingRules::podTerm);
      affinity.at(kind).each(PREFERRED, term -> {
        weight(term);
        podTerm(term.at("podAffinityTerm"));
      });
    }
  }

  private static void weight(Checks term) {
    long weight = term.get("weight").asLong();
    if (weight < 1 || weight > 100) {
      term.invalid("weight", Long.toString(weight), "must be in the range 1-100");
    }
  }

  private static void podTerm(Checks term) {
    SelectorRules.labels(term.at("labelSelector"));
    SelectorRules.labels(term.at("namespaceSelector"));
    for (JsonNode namespace : term.get("namespaces")) {
      term.each(NameForms.label(namespace.asText()), "namespace", namespace.asText());
    }
    term.required("topologyKey", "can not be empty")
        .qualified("topologyKey", term.text("topologyKey"));
  }

  static void spread(Checks spec) {
    Map<List<String>, Integer> left = new HashMap<>();
    for (JsonNode one : spec.get("topologySpreadConstraints")) {
      String key = one.path("topologyKey").asText("");
      left.merge(List.of(key, one.path("whenUnsatisfiable").asText("")), 1, Integer::sum);
    }
    spec.each("topologySpreadConstraints", constraint -> {
      long skew = constraint.get("maxSkew").asLong();
      if (skew <= 0) {
        constraint.invalid("maxSkew", Long.toString(skew), "must be greater than zero");
      }
      constraint.required("topologyKey", "can not be empty");
      String otherwise = constraint.text("whenUnsatisfiable");
      if (!otherwise.equals("DoNotSchedule") && !otherwise.equals("ScheduleAnyway")) {
        constraint.add(Cause.unsupported(
            constraint.path("whenUnsatisfiable"),
            otherwise,
            "\"DoNotSchedule\", \"ScheduleAnyway\""));
      }
      String key = constraint.text("topologyKey");
      if (left.merge(List.of(key, otherwise), -1, Integer::sum) > 0) {
        constraint.add(new Cause(
            "FieldValueDuplicate",
            "Duplicate value: \"{" + key + ", " + otherwise + "}\"",
            constraint.path("{topologyKey, whenUnsatisfiable}")));
      }
      SelectorRules.labels(constraint.at("labelSelector"));
    });
  }

  static void gates(Checks spec) {
    spec.each(
        "readinessGates", gate -> gate.qualified("conditionType", gate.text("conditionType")));
    Set<String> seen = spec.seen();
    int index = 0;
    for (JsonNode gate : spec.get("schedulingGates")) {
      String name = gate.path("name").asText("");
      String place = "schedulingGates[" + index++ + "]";
      spec.qualified(place, name);
      if (seen.contains(name)) {
        spec.add(new Cause(
            "FieldValueDuplicate", "Duplicate value: " + Checks.quoted(name), spec.path(place)));
      }
      seen.add(name);
    }
  }

  static void toleration(Checks toleration) {
    String key = toleration.text("key");
    String operator = toleration.text("operator");
    String value = toleration.text("value");
    String effect = toleration.text("effect");
    if (!key.isEmpty()) {
      toleration.qualified("key", key);
    } else if (!operator.equals("Exists")) {
      toleration.invalid(
          "operator",
          Checks.quoted(operator),
          "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
    }
    if (toleration.present("tolerationSeconds") && !effect.equals("NoExecute")) {
      toleration.invalid(
          "effect",
          Checks.quoted(effect),
          "effect must be 'NoExecute' when `tolerationSeconds` is set");
    }
    switch (operator) {
      case "", "Equal" -> {
        List<String> wrong = NameForms.value(value);
        if (!wrong.isEmpty()) {
          toleration.invalid("operator", Checks.quoted(value), String.join(";", wrong));
        }
      }
      case "Exists" -> {
        if (!value.isEmpty()) {
          toleration.invalid(
              "operator", Checks.quoted(value), "value must be empty when `operator` is 'Exists'");
        }
      }
      case "Lt", "Gt" ->
        toleration.add(Cause.unsupported(
            toleration.path("operator"), operator, "\"Equal\", \"Exists\", \"Lt\", \"Gt\""));
      default ->
        toleration.add(
            Cause.unsupported(toleration.path("operator"), operator, "\"Equal\", \"Exists\""));
    }
    if (!effect.isEmpty()) {
      effect(toleration);
    }
  }

  /** Of a toleration or a taint. */
  static void effect(Checks checks) {
    checks.oneOf("effect", "NoSchedule", "PreferNoSchedule", "NoExecute");
  }
}

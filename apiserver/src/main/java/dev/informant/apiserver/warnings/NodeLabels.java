package dev.informant.apiserver.warnings;

import dev.informant.apiserver.values.NameForms;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Labels of nodes that have newer names, wherever something selects by them. Stateless. */
final class NodeLabels {
  private static final Map<String, String> DEPRECATED = Map.of(
      "beta.kubernetes.io/arch",
      "deprecated since v1.14; use \"kubernetes.io/arch\" instead",
      "beta.kubernetes.io/os",
      "deprecated since v1.14; use \"kubernetes.io/os\" instead",
      "failure-domain.beta.kubernetes.io/region",
      "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead",
      "failure-domain.beta.kubernetes.io/zone",
      "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead",
      "beta.kubernetes.io/instance-type",
      "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead",
      "app.kubernetes.io/created-by",
      "deprecated since v1.9",
      "scheduler.alpha.kubernetes.io/preferAvoidPods",
      "deprecated since v1.22; use Taints and Tolerations instead",
      "node-role.kubernetes.io/master",
      "use \"node-role.kubernetes.io/control-plane\" instead");

  private NodeLabels() {}

  static @Nullable String deprecated(String label) {
    return DEPRECATED.get(label);
  }

  /** The keys of a map of labels, each at its own place. */
  static void selector(Place selector) {
    for (String label : selector.keys()) {
      String message = deprecated(label);
      if (message != null) {
        selector.key(label).warn(message);
      }
    }
  }

  /** A label that is the value of a field. */
  static void named(Place field) {
    String message = deprecated(field.text());
    if (message != null) {
      field.warn(field.text() + " is " + message);
    }
  }

  /** A term of a node selector; {@code values} is whether its values are looked at, too. */
  static void term(Place term, boolean values) {
    term.each("matchExpressions", expression -> {
      named(expression.at("key"));
      if (values) {
        expression.each(
            "values",
            value -> NameForms.value(value.text())
                .forEach(wrong -> value.warn(value.text() + " is invalid, " + wrong)));
      }
    });
  }
}

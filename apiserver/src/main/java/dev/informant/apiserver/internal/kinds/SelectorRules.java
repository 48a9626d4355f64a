package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.TreeMap;

/** What selectors of labels and of nodes must be like. Stateless. */
final class SelectorRules {
  private SelectorRules() {}

  /** Labels that are wanted, and expressions over them. */
  static void labels(Checks selector) {
    selector.labels("matchLabels");
    selector.each("matchExpressions", SelectorRules::expression);
  }

  private static void expression(Checks expression) {
    JsonNode values = expression.get("values");
    String operator = expression.text("operator");
    switch (operator) {
      case "In", "NotIn" -> {
        if (values.isEmpty()) {
          expression.add(Cause.required(
              expression.path("values"), "must be specified when `operator` is 'In' or 'NotIn'"));
        }
      }
      case "Exists", "DoesNotExist" -> {
        if (!values.isEmpty()) {
          expression.forbidden(
              "values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
        }
      }
      default ->
        expression.invalid("operator", Checks.quoted(operator), "not a valid selector operator");
    }
    expression.qualified("key", expression.text("key"));
    values(expression);
  }

  /** A selector as the real server prints it. */
  static String shown(JsonNode selector) {
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    if (!selector.path("matchLabels").isEmpty()) {
      shown.set("matchLabels", sorted(selector.get("matchLabels")));
    }
    for (JsonNode expression : selector.path("matchExpressions")) {
      ObjectNode one = shown.withArray("matchExpressions").addObject();
      one.put("key", expression.path("key").asText(""));
      one.put("operator", expression.path("operator").asText(""));
      if (!expression.path("values").isEmpty()) {
        one.set("values", expression.get("values"));
      }
    }
    return shown.toString();
  }

  static ObjectNode sorted(JsonNode map) {
    TreeMap<String, JsonNode> members = new TreeMap<>();
    map.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
    ObjectNode sorted = JsonNodeFactory.instance.objectNode();
    sorted.setAll(members);
    return sorted;
  }

  private static void values(Checks expression) {
    int index = 0;
    for (JsonNode value : expression.get("values")) {
      expression.each(NameForms.value(value.asText()), "values[" + index++ + "]", value.asText());
    }
  }

  /** Terms of which a node must fit one. */
  static void nodes(Checks selector) {
    if (selector.get("nodeSelectorTerms").isEmpty()) {
      selector.required("nodeSelectorTerms", "must have at least one node selector term");
    }
    selector.each("nodeSelectorTerms", term -> nodeTerm(term, /* values= */ true));
  }

  /** {@code values} is whether the values must be those that labels may have. */
  static void nodeTerm(Checks term, boolean values) {
    term.each("matchExpressions", expression -> {
      JsonNode given = expression.get("values");
      String operator = expression.text("operator");
      switch (operator) {
        case "In", "NotIn" ->
          expression.required("values", "must be specified when `operator` is 'In' or 'NotIn'");
        case "Exists", "DoesNotExist" -> {
          if (!given.isEmpty()) {
            expression.forbidden(
                "values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
          }
        }
        case "Gt", "Lt" -> {
          if (given.size() != 1) {
            expression.add(Cause.required(
                expression.path("values"),
                "must be specified single value when `operator` is 'Lt' or 'Gt'"));
          }
        }
        default ->
          expression.invalid("operator", Checks.quoted(operator), "not a valid selector operator");
      }
      expression.qualified("key", expression.text("key"));
      if (values) {
        values(expression);
      }
    });
    term.each("matchFields", SelectorRules::nodeField);
  }

  private static void nodeField(Checks expression) {
    String operator = expression.text("operator");
    if (!operator.equals("In") && !operator.equals("NotIn")) {
      expression.invalid("operator", Checks.quoted(operator), "not a valid selector operator");
    } else if (expression.get("values").size() != 1) {
      expression.add(Cause.required(
          expression.path("values"),
          "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"));
    }
    String key = expression.text("key");
    if (!key.equals("metadata.name")) {
      expression.invalid("key", Checks.quoted(key), "not a valid field selector key");
      return;
    }
    int index = 0;
    for (JsonNode value : expression.get("values")) {
      expression.each(
          NameForms.subdomain(value.asText()), "values[" + index++ + "]", value.asText());
    }
  }
}

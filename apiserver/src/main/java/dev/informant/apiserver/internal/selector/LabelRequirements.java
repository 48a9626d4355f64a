package dev.informant.apiserver.internal.selector;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A conjunction of requirements on labels. Immutable. */
public record LabelRequirements(List<Requirement> requirements) {
  public static final LabelRequirements EVERYTHING = new LabelRequirements(List.of());

  /** How a requirement compares. */
  enum Operator {
    EQUALS,
    EXISTS,
    DOES_NOT_EXIST,
    IN,
    NOT_IN,
    GREATER,
    LESS
  }

  /** One requirement; it is equality and comparisons that have one value. */
  record Requirement(String key, Operator operator, Set<String> values) {
    boolean matches(Map<String, String> labels) {
      String value = labels.get(key);
      return switch (operator) {
        case EXISTS -> value != null;
        case DOES_NOT_EXIST -> value == null;
        case EQUALS, IN -> value != null && values.contains(value);
        case NOT_IN -> value == null || !values.contains(value);
        case GREATER -> value != null && compare(value) > 0;
        case LESS -> value != null && compare(value) < 0;
      };
    }

    /** As it stands in the text form, with its values in order. */
    private String text() {
      String listed = String.join(",", new TreeSet<>(values));
      return switch (operator) {
        case EQUALS -> key + "=" + listed;
        case EXISTS -> key;
        case DOES_NOT_EXIST -> "!" + key;
        case IN -> key + " in (" + listed + ")";
        case NOT_IN -> key + " notin (" + listed + ")";
        case GREATER -> key + ">" + listed;
        case LESS -> key + "<" + listed;
      };
    }

    /** The label's number against ours; 0 if the label is not a number. */
    private int compare(String value) {
      if (!integer(value)) {
        return 0;
      }
      return new BigInteger(value).compareTo(new BigInteger(values.iterator().next()));
    }
  }

  static boolean integer(String text) {
    return text.matches("[+-]?[0-9]{1,19}") && new BigInteger(text).bitLength() < Long.SIZE;
  }

  public static LabelRequirements parse(String text) throws SelectorException {
    return text.isBlank()
        ? EVERYTHING
        : new LabelRequirements(new LabelSelectorParser(text).parse());
  }

  /** The selector of an object: {@code matchLabels} and {@code matchExpressions}, or labels alone. */
  public static LabelRequirements of(JsonNode selector) {
    boolean whole = selector.has("matchLabels") || selector.has("matchExpressions");
    List<Requirement> requirements = new ArrayList<>();
    (whole ? selector.path("matchLabels") : selector).properties().forEach(label -> {
      if (label.getValue().isTextual()) {
        requirements.add(new Requirement(
            label.getKey(), Operator.EQUALS, Set.of(label.getValue().asText())));
      }
    });
    for (JsonNode expression : selector.path("matchExpressions")) {
      Set<String> values = new LinkedHashSet<>();
      expression.path("values").forEach(value -> values.add(value.asText()));
      Operator operator = switch (expression.path("operator").asText()) {
        case "In" -> Operator.IN;
        case "NotIn" -> Operator.NOT_IN;
        case "Exists" -> Operator.EXISTS;
        default -> Operator.DOES_NOT_EXIST;
      };
      requirements.add(new Requirement(expression.path("key").asText(), operator, values));
    }
    return new LabelRequirements(requirements);
  }

  /** The text form, ordered by keys. */
  public String text() {
    return requirements.stream()
        .sorted(Comparator.comparing(Requirement::key))
        .map(Requirement::text)
        .collect(Collectors.joining(","));
  }

  public boolean matches(Map<String, String> labels) {
    for (Requirement requirement : requirements) {
      if (!requirement.matches(labels)) {
        return false;
      }
    }
    return true;
  }

  public boolean everything() {
    return requirements.isEmpty();
  }
}

package dev.informant.apiserver.selector;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A conjunction of requirements on labels. Immutable. */
public record LabelSelector(List<Requirement> requirements) {
  public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

  /** How a requirement compares. */
  enum Operator {
    EXISTS,
    DOES_NOT_EXIST,
    IN,
    NOT_IN,
    GREATER,
    LESS
  }

  /** One requirement; equality is IN with one value. */
  record Requirement(String key, Operator operator, Set<String> values) {
    boolean matches(Map<String, String> labels) {
      String value = labels.get(key);
      return switch (operator) {
        case EXISTS -> value != null;
        case DOES_NOT_EXIST -> value == null;
        case IN -> value != null && values.contains(value);
        case NOT_IN -> value == null || !values.contains(value);
        case GREATER -> value != null && compare(value) > 0;
        case LESS -> value != null && compare(value) < 0;
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

  public static LabelSelector parse(String text) throws SelectorException {
    return text.isBlank() ? EVERYTHING : new LabelSelector(new LabelSelectorParser(text).parse());
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

package dev.informant.object;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * One condition on one label. Prints in the notation of {@link LabelSelector#parse}. Immutable.
 *
 * @param values the values to compare with, sorted and distinct: none for {@code EXISTS} and {@code ABSENT}, at least
 *     one for {@code IN} and {@code NOT_IN}, one for the others
 */
public record LabelRequirement(String key, Operator operator, List<String> values) {
  private static final int LONGEST_PART = 63;
  private static final int LONGEST_PREFIX = 253;
  private static final Pattern PART = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
  private static final Pattern PREFIX =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  /** How a label is compared. */
  public enum Operator {
    EXISTS,
    ABSENT,
    EQUAL,
    NOT_EQUAL,
    IN,
    NOT_IN,
    GREATER,
    LESS
  }

  public LabelRequirement {
    values = List.copyOf(new TreeSet<>(values));
    checkKey(key);
    checkCount(operator, values.size());
    values.forEach(LabelRequirement::checkValue);
    if (operator == Operator.GREATER || operator == Operator.LESS) {
      checkNumber(key, values.get(0));
    }
  }

  public boolean matches(Map<String, String> labels) {
    String value = labels.get(key);
    return switch (operator) {
      case EXISTS -> value != null;
      case ABSENT -> value == null;
      case EQUAL, IN -> value != null && values.contains(value);
      case NOT_EQUAL, NOT_IN -> value == null || !values.contains(value);
      case GREATER -> value != null && compareToBound(value) > 0;
      case LESS -> value != null && compareToBound(value) < 0;
    };
  }

  /** Compares a label's value with the bound; returns 0, which no operator selects, if it is not a number. */
  private int compareToBound(String value) {
    try {
      return Long.compare(Long.parseLong(value), Long.parseLong(values.get(0)));
    } catch (NumberFormatException noNumber) {
      return 0;
    }
  }

  @Override
  public String toString() {
    return switch (operator) {
      case EXISTS -> key;
      case ABSENT -> "!" + key;
      case EQUAL -> key + "=" + values.get(0);
      case NOT_EQUAL -> key + "!=" + values.get(0);
      case GREATER -> key + ">" + values.get(0);
      case LESS -> key + "<" + values.get(0);
      case IN -> key + " in (" + String.join(",", values) + ")";
      case NOT_IN -> key + " notin (" + String.join(",", values) + ")";
    };
  }

  static void checkKey(String key) {
    int slash = key.indexOf('/');
    String prefix = slash < 0 ? null : key.substring(0, slash);
    String name = key.substring(slash + 1);
    if (prefix != null
        && (prefix.length() > LONGEST_PREFIX || !PREFIX.matcher(prefix).matches())) {
      throw new IllegalArgumentException("label key \"" + key
          + "\": what is before the slash must be a lower-case DNS subdomain of" + " at most "
          + LONGEST_PREFIX + " characters");
    }
    if (!isPart(name)) {
      throw new IllegalArgumentException(
          "label key \"" + key + "\": the name must be 1 to " + LONGEST_PART
              + " letters, digits, '-', '_' or '.', with a letter or digit at both ends");
    }
  }

  static void checkValue(String value) {
    if (!value.isEmpty() && !isPart(value)) {
      throw new IllegalArgumentException(
          "label value \"" + value + "\" must be empty or at most " + LONGEST_PART
              + " letters, digits, '-', '_' or '.', with a letter or digit at both ends");
    }
  }

  private static boolean isPart(String text) {
    return text.length() <= LONGEST_PART && PART.matcher(text).matches();
  }

  private static void checkCount(Operator operator, int count) {
    boolean fits = switch (operator) {
      case EXISTS, ABSENT -> count == 0;
      case IN, NOT_IN -> count > 0;
      case EQUAL, NOT_EQUAL, GREATER, LESS -> count == 1;
    };
    if (!fits) {
      throw new IllegalArgumentException(
          "operator " + operator + " does not take " + count + " values");
    }
  }

  private static void checkNumber(String key, String value) {
    try {
      Long.parseLong(value);
    } catch (NumberFormatException noNumber) {
      throw new IllegalArgumentException(
          "label key \"" + key + "\" can be greater or less than an integer only, not \"" + value
              + "\"",
          noNumber);
    }
  }
}

package dev.informant.source;

import dev.informant.object.LabelSelector;
import java.util.Objects;

/** Refuses selectors that the server would refuse, before they are sent. */
final class Selectors {
  private Selectors() {}

  /** Returns {@code selector} if it is a label selector; throws {@link IllegalArgumentException} if not. */
  static String checkLabels(String selector) {
    LabelSelector.parse(Objects.requireNonNull(selector, "labelSelector"));
    return selector;
  }

  /**
   * Returns {@code selector} if it is a field selector: terms {@code field=value}, {@code field==value} or {@code
   * field!=value} separated by commas, in whose values {@code \\}, {@code ,} and {@code =} are escaped by a backslash.
   * Throws {@link IllegalArgumentException} if not.
   */
  static String checkFields(String selector) {
    Objects.requireNonNull(selector, "fieldSelector");
    int begin = 0;
    for (int i = 0; i < selector.length(); i++) {
      if (selector.charAt(i) == ',') {
        checkTerm(selector, selector.substring(begin, i));
        begin = i + 1;
      } else if (selector.charAt(i) == '\\') {
        i++; // an escaped character separates nothing
      }
    }
    checkTerm(selector, selector.substring(begin));
    return selector;
  }

  private static void checkTerm(String selector, String term) {
    if (term.isEmpty()) {
      return;
    }
    int equals = term.indexOf('=');
    int field = equals > 0 && term.charAt(equals - 1) == '!' ? equals - 1 : equals;
    if (field <= 0) {
      throw malformed(selector, term, "it needs the form field=value or field!=value");
    }
    boolean twice = field == equals && term.startsWith("==", equals);
    String value = term.substring(equals + (twice ? 2 : 1));
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '=') {
        throw malformed(selector, term, "a value with = needs a backslash before it");
      }
      if (c == '\\' && (++i == value.length() || "\\,=".indexOf(value.charAt(i)) < 0)) {
        throw malformed(
            selector, term, "a backslash must be followed by a backslash, a comma or =");
      }
    }
  }

  private static IllegalArgumentException malformed(String selector, String term, String why) {
    return new IllegalArgumentException(
        "\"" + selector + "\" is not a field selector: in \"" + term + "\", " + why);
  }
}

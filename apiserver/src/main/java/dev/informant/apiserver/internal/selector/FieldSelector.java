package dev.informant.apiserver.internal.selector;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A conjunction of equalities and inequalities on fields. Immutable. */
public record FieldSelector(List<Requirement> requirements) {
  public static final FieldSelector EVERYTHING = new FieldSelector(List.of());

  /** One comparison. */
  public record Requirement(String field, boolean equal, String value) {}

  public static FieldSelector parse(String text) throws SelectorException {
    List<Requirement> requirements = new ArrayList<>();
    // looked at in their order by the alphabet, so that says which is complained of
    for (String term : terms(text).stream().sorted().toList()) {
      if (!term.isEmpty()) {
        Requirement requirement = requirement(text, term);
        if (!requirement.field().isEmpty() || !requirement.value().isEmpty()) {
          requirements.add(requirement);
        }
      }
    }
    return requirements.isEmpty() ? EVERYTHING : new FieldSelector(List.copyOf(requirements));
  }

  /** Compares with what {@code values} has for each field; a field without a value is empty. */
  public boolean matches(Function<String, @Nullable String> values) {
    for (Requirement requirement : requirements) {
      String value = values.apply(requirement.field());
      boolean same = requirement.value().equals(value == null ? "" : value);
      if (same != requirement.equal()) {
        return false;
      }
    }
    return true;
  }

  public boolean everything() {
    return requirements.isEmpty();
  }

  /** The value the field must have; null if it is not bound to one. */
  public @Nullable String exactly(String field) {
    for (Requirement requirement : requirements) {
      if (requirement.equal() && requirement.field().equals(field)) {
        return requirement.value();
      }
    }
    return null;
  }

  private static List<String> terms(String text) {
    List<String> terms = new ArrayList<>();
    int start = 0;
    for (int at = 0; at < text.length(); at++) {
      if (text.charAt(at) == '\\') {
        at++;
      } else if (text.charAt(at) == ',') {
        terms.add(text.substring(start, at));
        start = at + 1;
      }
    }
    terms.add(text.substring(start));
    return terms;
  }

  private static Requirement requirement(String text, String term) throws SelectorException {
    for (int at = 0; at < term.length(); at++) {
      if (term.startsWith("!=", at)) {
        return new Requirement(term.substring(0, at), false, unescape(term.substring(at + 2)));
      } else if (term.charAt(at) == '=') {
        int value = term.startsWith("==", at) ? at + 2 : at + 1;
        return new Requirement(term.substring(0, at), true, unescape(term.substring(value)));
      }
    }
    throw new SelectorException(
        "invalid selector: '" + text + "'; can't understand '" + term + "'");
  }

  private static String unescape(String value) throws SelectorException {
    StringBuilder plain = new StringBuilder(value.length());
    for (int at = 0; at < value.length(); at++) {
      char character = value.charAt(at);
      if (character == '\\') {
        at++;
        if (at == value.length() || ",=\\".indexOf(value.charAt(at)) < 0) {
          throw new SelectorException("invalid field selector: invalid escape sequence: "
              + value.substring(at - 1, Math.min(at + 1, value.length())));
        }
        character = value.charAt(at);
      } else if (character == ',' || character == '=') {
        throw new SelectorException(
            "invalid field selector: unescaped character in value: " + (int) character);
      }
      plain.append(character);
    }
    return plain.toString();
  }
}

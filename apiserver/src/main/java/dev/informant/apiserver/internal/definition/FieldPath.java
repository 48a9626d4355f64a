package dev.informant.apiserver.internal.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path of field names to somewhere in a schema. Immutable.
 *
 * @param names the names on the way
 * @param schema of the place; missing if there is none
 * @param complaint why there is none; null if there is
 */
record FieldPath(
    List<String> names, JsonNode schema, @Nullable String complaint) {

  /** {@code brackets} allows {@code ['name']}. */
  static FieldPath of(String text, JsonNode root, boolean brackets) {
    List<String> names = new ArrayList<>();
    JsonNode schema = root;
    List<String> tokens = tokens(text);
    int at = 0;
    while (at < tokens.size()) {
      String token = tokens.get(at++);
      boolean bracket = token.equals("[");
      if (!bracket && !token.equals(".")) {
        return wrong("expected [ or . but got: " + token);
      }
      if (bracket && !brackets) {
        return wrong("array notation is not allowed");
      }
      if (at == tokens.size()) {
        return wrong("unexpected end of JSON path");
      }
      String name = tokens.get(at++);
      if (bracket) {
        if (name.length() < 2 || !name.startsWith("'") || !name.endsWith("'")) {
          return wrong("expected single quoted string but got " + name);
        }
        name = name.substring(1, name.length() - 1).replace("\\'", "'");
      }
      JsonNode properties = schema.path("properties");
      JsonNode next =
          properties.isEmpty() ? schema.path("additionalProperties") : properties.path(name);
      if (!next.isObject()) {
        return wrong("does not refer to a valid field");
      }
      names.add(name);
      schema = next;
      if (bracket) {
        if (at == tokens.size()) {
          return wrong("unexpected end of JSON path");
        }
        if (!tokens.get(at).equals("]")) {
          return wrong("expected ] but got " + tokens.get(at));
        }
        at++;
      }
    }
    return new FieldPath(List.copyOf(names), schema, null);
  }

  private static FieldPath wrong(String complaint) {
    return new FieldPath(List.of(), MissingNode.getInstance(), complaint);
  }

  /** Dots and brackets, and what is between them; dots and brackets within quotes are not theirs. */
  private static List<String> tokens(String text) {
    List<String> tokens = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int end = start + 1;
      if (text.charAt(start) == '\'') {
        while (end < text.length() && (text.charAt(end) != '\'' || text.charAt(end - 1) == '\\')) {
          end++;
        }
        end = Math.min(end + 1, text.length());
      } else if (".[]".indexOf(text.charAt(start)) < 0) {
        while (end < text.length() && ".[]".indexOf(text.charAt(end)) < 0) {
          end++;
        }
      }
      tokens.add(text.substring(start, end));
      start = end;
    }
    return tokens;
  }
}

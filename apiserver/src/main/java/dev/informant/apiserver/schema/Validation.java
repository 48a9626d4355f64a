package dev.informant.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.status.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Checks an object against a structural schema: types, required fields, enumerations, bounds of numbers,
 * texts and lists, patterns. Not checked: CEL rules, formats, and the combinators allOf, anyOf, oneOf and
 * not. Used once, by one thread.
 */
public final class Validation {
  private final List<Cause> causes = new ArrayList<>();

  private Validation() {}

  public static List<Cause> validate(JsonNode object, JsonNode schema) {
    Validation validation = new Validation();
    validation.check(object, schema, "");
    return validation.causes;
  }

  private void check(JsonNode node, JsonNode schema, String path) {
    if (node.isNull() && schema.path("nullable").asBoolean()) {
      return;
    }
    if (!typeFits(node, schema)) {
      String actual = typeName(node);
      causes.add(new Cause(
          "FieldValueTypeInvalid",
          "Invalid value: \""
              + actual
              + "\": "
              + path
              + " in body must be of type "
              + expected(schema)
              + ": \""
              + actual
              + "\"",
          path));
      if (node.isNumber() && schema.path("type").asText().equals("integer")) {
        // the check of formats follows, which does not know where it is
        causes.add(Cause.invalid(
            "<nil>", "\"\"", "Checked value must be of type integer (default format) in " + path));
      }
      return;
    }
    enumeration(node, schema, path);
    if (node.isObject()) {
      object(node, schema, path);
    } else if (node.isArray()) {
      list(node, schema, path);
    } else if (node.isTextual()) {
      text(node.asText(), schema, path);
    } else if (node.isNumber()) {
      number(node, schema, path);
    }
  }

  private void object(JsonNode node, JsonNode schema, String path) {
    for (JsonNode required : schema.path("required")) {
      if (absent(node.path(required.asText()), schema, required.asText())) {
        causes.add(Cause.required(join(path, required.asText()), ""));
      }
    }
    JsonNode additional = schema.path("additionalProperties");
    for (Map.Entry<String, JsonNode> property : node.properties()) {
      JsonNode child = schema.path("properties").path(property.getKey());
      if (child.isMissingNode() && additional.isObject()) {
        child = additional;
      }
      boolean reported = property.getValue().isNull() && requires(schema, property.getKey());
      if (child.isObject() && !(reported && !child.path("nullable").asBoolean())) {
        check(property.getValue(), child, join(path, property.getKey()));
      }
    }
  }

  /** A null where none is allowed is not there. */
  private static boolean absent(JsonNode value, JsonNode schema, String name) {
    return value.isMissingNode()
        || value.isNull()
            && !schema.path("properties").path(name).path("nullable").asBoolean();
  }

  private static boolean requires(JsonNode schema, String name) {
    for (JsonNode required : schema.path("required")) {
      if (required.asText().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private void list(JsonNode node, JsonNode schema, String path) {
    bound(
        path,
        node.size() + " items",
        schema,
        "minItems",
        node.size(),
        "should have at least %s items");
    if (schema.has("maxItems") && node.size() > schema.get("maxItems").asInt()) {
      causes.add(new Cause(
          "FieldValueTooMany",
          "Too many: " + node.size() + ": must have at most " + schema.get("maxItems") + " items",
          path));
    }
    int index = 0;
    for (JsonNode element : node) {
      if (schema.has("items")) {
        check(element, schema.get("items"), path + "[" + index + "]");
      }
      index++;
    }
  }

  private void text(String text, JsonNode schema, String path) {
    int length = text.codePointCount(0, text.length());
    bound(path, quoted(text), schema, "minLength", length, "should be at least %s chars long");
    if (schema.has("maxLength") && length > schema.get("maxLength").asInt()) {
      causes.add(new Cause(
          "FieldValueTooLong",
          "Too long: may not be more than " + schema.get("maxLength") + " bytes",
          path));
    }
    if (schema.has("pattern") && !matches(schema.get("pattern").asText(), text)) {
      causes.add(Cause.invalid(
          path,
          quoted(text),
          path + " in body should match '" + schema.get("pattern").asText() + "'"));
    }
  }

  private void number(JsonNode node, JsonNode schema, String path) {
    if (schema.has("minimum")) {
      int order = node.decimalValue().compareTo(schema.get("minimum").decimalValue());
      boolean exclusive = schema.path("exclusiveMinimum").asBoolean();
      if (order < 0 || exclusive && order == 0) {
        causes.add(Cause.invalid(
            path,
            node.asText(),
            path
                + " in body should be greater than "
                + (exclusive ? "" : "or equal to ")
                + schema.get("minimum").asText()));
      }
    }
    if (schema.has("maximum")) {
      int order = node.decimalValue().compareTo(schema.get("maximum").decimalValue());
      boolean exclusive = schema.path("exclusiveMaximum").asBoolean();
      if (order > 0 || exclusive && order == 0) {
        causes.add(Cause.invalid(
            path,
            node.asText(),
            path
                + " in body should be less than "
                + (exclusive ? "" : "or equal to ")
                + schema.get("maximum").asText()));
      }
    }
  }

  private void bound(
      String path, String shown, JsonNode schema, String keyword, int actual, String text) {
    if (schema.has(keyword) && actual < schema.get(keyword).asInt()) {
      causes.add(Cause.invalid(
          path,
          shown,
          path + " in body " + String.format(text, schema.get(keyword).asText())));
    }
  }

  private void enumeration(JsonNode node, JsonNode schema, String path) {
    JsonNode allowed = schema.path("enum");
    if (!allowed.isArray()) {
      return;
    }
    List<String> shown = new ArrayList<>();
    for (JsonNode value : allowed) {
      if (value.equals(node)) {
        return;
      }
      shown.add("\"" + value.asText() + "\"");
    }
    causes.add(Cause.unsupported(path, node.asText(), String.join(", ", shown)));
  }

  private static boolean typeFits(JsonNode node, JsonNode schema) {
    if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
      return node.isTextual() || node.isIntegralNumber();
    }
    return switch (schema.path("type").asText("")) {
      case "object" -> node.isObject();
      case "array" -> node.isArray();
      case "string" -> node.isTextual();
      case "boolean" -> node.isBoolean();
      case "integer" ->
        node.isIntegralNumber()
            || node.isNumber() && node.decimalValue().stripTrailingZeros().scale() <= 0;
      case "number" -> node.isNumber();
      default -> true;
    };
  }

  private static String expected(JsonNode schema) {
    return schema.path("x-kubernetes-int-or-string").asBoolean()
        ? "integer,string"
        : schema.path("type").asText();
  }

  private static String typeName(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT, POJO -> "object";
      case ARRAY -> "array";
      case STRING, BINARY -> "string";
      case BOOLEAN -> "boolean";
      case NUMBER -> node.isIntegralNumber() ? "integer" : "number";
      case NULL, MISSING -> "null";
    };
  }

  private static boolean matches(String pattern, String text) {
    try {
      return Pattern.compile(pattern).matcher(text).find();
    } catch (PatternSyntaxException otherDialect) {
      return true; // a Go pattern that Java does not read is not held against the object
    }
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}

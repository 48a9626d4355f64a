package dev.informant.apiserver.internal.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.GoJson;
import dev.informant.apiserver.internal.values.GoPattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether a schema is structural: it says of every field what type it has, outside of anyOf and its like, which may
 * only say more about fields that are known already. Used once, by one thread.
 */
final class StructuralRules {
  private static final List<String> COMBINED = List.of("anyOf", "allOf", "oneOf");

  private enum Level {
    ROOT,
    ITEM,
    FIELD
  }

  private final List<Cause> causes = new ArrayList<>();

  private StructuralRules() {}

  /** What keeps the schema from being structural, in the order of the alphabet. */
  static List<Cause> complaints(JsonNode schema, String path) {
    StructuralRules rules = new StructuralRules();
    rules.invariants(schema, Level.ROOT, path);
    rules.known(schema, schema, path, path);
    rules.causes.sort(Comparator.comparing(cause -> cause.field() + ": " + cause.message()));
    return rules.causes;
  }

  /** What a structural schema cannot even say; null if it says nothing of the sort. */
  static @Nullable String unsupported(JsonNode schema) {
    for (String word : List.of("id", "$schema", "$ref", "patternProperties", "dependencies")) {
      JsonNode value = schema.path(word);
      if (value.isTextual() ? !value.asText().isEmpty() : !value.isEmpty()) {
        return "OpenAPIV3Schema '" + word.replace("$schema", "schema") + "' is not supported";
      }
    }
    if (schema.hasNonNull("additionalItems")) {
      return "OpenAPIV3Schema 'additionalItems' is not supported";
    }
    if (!schema.path("definitions").isEmpty()) {
      return "OpenAPIV3Schema 'definitions' is not supported";
    }
    JsonNode preserves = schema.path("x-kubernetes-preserve-unknown-fields");
    if (preserves.isBoolean() && !preserves.asBoolean()) {
      return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
    }
    if (schema.path("items").isArray() && !schema.path("items").isEmpty()) {
      return "OpenAPIV3Schema 'items' must be a schema, but is an array";
    }
    for (JsonNode child : SchemaTree.children(schema)) {
      String unsupported = unsupported(child);
      if (unsupported != null) {
        return unsupported;
      }
    }
    return null;
  }

  private void invariants(JsonNode schema, Level level, String path) {
    if (!schema.isObject()) {
      return;
    }
    String type = schema.path("type").asText("");
    JsonNode items = schema.path("items");
    if (type.equals("array") && !items.isObject()) {
      causes.add(Cause.required(path + ".items", "must be specified"));
    }
    invariants(items, Level.ITEM, path + ".items");
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      invariants(property.getValue(), Level.FIELD, path + ".properties[" + property.getKey() + "]");
    }
    boolean additional = schema.hasNonNull("additionalProperties");
    if (additional && level == Level.ROOT) {
      causes.add(Cause.forbidden(path + ".additionalProperties", "must not be used at the root"));
    }
    invariants(schema.path("additionalProperties"), Level.FIELD, path + ".additionalProperties");
    boolean either = schema.path("x-kubernetes-int-or-string").asBoolean();
    boolean preserves = schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
    boolean embedded = schema.path("x-kubernetes-embedded-resource").asBoolean();
    if (either && preserves) {
      exclusive(path + ".x-kubernetes-preserve-unknown-fields");
    }
    if (either && embedded) {
      exclusive(path + ".x-kubernetes-embedded-resource");
    }
    boolean simple = SchemaTree.intOrString(schema.path("anyOf"));
    boolean nested = SchemaTree.intOrString(schema.path("allOf").path(0).path("anyOf"));
    values(schema, simple, nested, level, path);
    types(schema, type, level, path);
    metadata(schema, level, path);
    if (embedded && !preserves && schema.path("properties").isEmpty()) {
      causes.add(Cause.required(
          path + ".properties",
          "must not be empty if x-kubernetes-embedded-resource is true without"
              + " x-kubernetes-preserve-unknown-fields"));
    }
  }

  private void exclusive(String path) {
    causes.add(Cause.invalid(path, "true", "must be false if x-kubernetes-int-or-string is true"));
  }

  private void types(JsonNode schema, String type, Level level, String path) {
    boolean embedded = schema.path("x-kubernetes-embedded-resource").asBoolean();
    boolean untyped = schema.path("x-kubernetes-int-or-string").asBoolean()
        || schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
    if (embedded && !type.equals("object")) {
      String detail = "must be object if x-kubernetes-embedded-resource is true";
      causes.add(
          type.isEmpty()
              ? Cause.required(path + ".type", detail)
              : Cause.invalid(path + ".type", GoJson.quoted(type), detail));
    } else if (type.isEmpty() && !untyped) {
      causes.add(Cause.required(
          path + ".type",
          switch (level) {
            case ROOT -> "must not be empty at the root";
            case ITEM -> "must not be empty for specified array items";
            case FIELD -> "must not be empty for specified object fields";
          }));
    }
    if (embedded && schema.hasNonNull("additionalProperties")) {
      causes.add(Cause.forbidden(
          path + ".additionalProperties",
          "must not be used if x-kubernetes-embedded-resource is set"));
    }
    if (level == Level.ROOT && !type.isEmpty() && !type.equals("object")) {
      causes.add(Cause.invalid(path + ".type", GoJson.quoted(type), "must be object at the root"));
    }
  }

  /** Kind, apiVersion and metadata are there anyway; a schema may say something of the name. */
  private void metadata(JsonNode schema, Level level, String path) {
    JsonNode properties = schema.path("properties");
    boolean whole =
        level == Level.ROOT || schema.path("x-kubernetes-embedded-resource").asBoolean();
    for (String field : List.of("kind", "apiVersion")) {
      String type = properties.path(field).path("type").asText("");
      if (whole && properties.has(field) && !type.equals("string")) {
        causes.add(Cause.invalid(
            path + ".properties[" + field + "].type", GoJson.quoted(type), "must be string"));
      }
    }
    JsonNode metadata = properties.path("metadata");
    String at = path + ".properties[metadata]";
    String type = metadata.path("type").asText("");
    if (metadata.isObject() && whole && !type.equals("object")) {
      causes.add(Cause.invalid(at + ".type", GoJson.quoted(type), "must be object"));
    }
    if (metadata.isObject() && level == Level.ROOT && SchemaTree.saysMoreThanNames(metadata)) {
      causes.add(Cause.forbidden(
          at,
          "must not specify anything other than name and generateName, but metadata is implicitly"
              + " specified"));
    }
  }

  private void values(
      JsonNode schema, boolean skipAny, boolean skipFirst, Level level, String path) {
    for (String word : COMBINED) {
      int index = 0;
      for (JsonNode one : schema.path(word)) {
        boolean skip = word.equals("anyOf") && skipAny;
        if (!skip) {
          boolean inner = word.equals("allOf") && skipFirst && index == 0;
          nested(one, inner, level, path + "." + word + "[" + index + "]");
        }
        index++;
      }
    }
    nested(schema.path("not"), false, level, path + ".not");
    String pattern = schema.path("pattern").asText("");
    String complaint = pattern.isEmpty() ? null : GoPattern.of(pattern).complaint();
    if (complaint != null) {
      causes.add(Cause.invalid(
          path + ".pattern",
          GoJson.quoted(pattern),
          "must be a valid regular expression, but isn't: " + complaint));
    }
  }

  private void nested(JsonNode schema, boolean skipAny, Level level, String path) {
    if (!schema.isObject()) {
      return;
    }
    values(schema, skipAny, false, level, path);
    nested(schema.path("items"), false, level, path + ".items");
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      nested(
          property.getValue(), false, Level.FIELD, path + ".properties[" + property.getKey() + "]");
    }
    for (String word : List.of("type", "title", "description", "x-kubernetes-list-map-keys")) {
      JsonNode value = schema.path(word);
      if (value.isTextual() ? !value.asText().isEmpty() : !value.isEmpty()) {
        causes.add(Cause.forbidden(path + "." + word, "must be empty to be structural"));
      }
    }
    JsonNode additional = schema.path("additionalProperties");
    if (additional.isObject() || additional.asBoolean()) {
      undefined(path + ".additionalProperties");
    }
    for (String word : List.of("default", "x-kubernetes-list-type", "x-kubernetes-map-type")) {
      if (schema.hasNonNull(word)) {
        undefined(path + "." + word);
      }
    }
    for (String word : List.of(
        "nullable",
        "x-kubernetes-preserve-unknown-fields",
        "x-kubernetes-embedded-resource",
        "x-kubernetes-int-or-string")) {
      if (schema.path(word).asBoolean()) {
        causes.add(Cause.forbidden(path + "." + word, "must be false to be structural"));
      }
    }
    if (!schema.path("x-kubernetes-validations").isEmpty()) {
      causes.add(
          Cause.forbidden(path + ".x-kubernetes-validations", "must be empty to be structural"));
    }
    if (schema.path("properties").has("metadata")) {
      causes.add(Cause.forbidden(
          path + ".properties[metadata]", "must not be specified in a nested context"));
    }
  }

  private void undefined(String path) {
    causes.add(Cause.forbidden(path, "must be undefined to be structural"));
  }

  /** Everything that anyOf and its like speak of must be known. */
  private void known(JsonNode values, JsonNode schema, String path, String at) {
    nestedKnown(values.path("not"), schema, path, at + ".not");
    for (String word : List.of("allOf", "anyOf", "oneOf")) {
      int index = 0;
      for (JsonNode one : values.path(word)) {
        nestedKnown(one, schema, path, at + "." + word + "[" + index++ + "]");
      }
    }
  }

  private void nestedKnown(JsonNode values, JsonNode schema, String path, String at) {
    if (!values.isObject()) {
      return;
    }
    if (!schema.isObject()) {
      causes.add(Cause.required(path, "because it is defined in " + at));
      return;
    }
    known(values, schema, path, at);
    nestedKnown(values.path("items"), schema.path("items"), path + ".items", at + ".items");
    for (Map.Entry<String, JsonNode> property : values.path("properties").properties()) {
      String key = ".properties[" + property.getKey() + "]";
      nestedKnown(
          property.getValue(),
          schema.path("properties").path(property.getKey()),
          path + key,
          at + key);
    }
  }
}

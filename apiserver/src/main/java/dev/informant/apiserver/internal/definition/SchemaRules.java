package dev.informant.apiserver.internal.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.GoJson;
import dev.informant.apiserver.internal.values.GoShown;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a CRD's schema may say, word by word. CEL rules are not compiled. Used once, by one thread. */
final class SchemaRules {
  private static final String KEYS = ".x-kubernetes-list-map-keys";
  private static final String LIST = ".x-kubernetes-list-type";
  private static final Set<String> TYPES =
      Set.of("string", "number", "integer", "boolean", "array", "object");

  private final List<Cause> causes = new ArrayList<>();

  private SchemaRules() {}

  static List<Cause> complaints(JsonNode schema, String path) {
    SchemaRules rules = new SchemaRules();
    rules.check(schema, path, new Place(/* root= */ true, /* metadata= */ false, ""));
    return rules.causes;
  }

  /**
   * Where in an object a schema applies.
   *
   * @param metadata whether within kind, apiVersion or metadata
   * @param undefaulted why there may be no default; empty if there may
   */
  private record Place(boolean root, boolean metadata, String undefaulted) {
    Place inside() {
      return new Place(false, metadata, undefaulted);
    }

    Place others() {
      return metadata
          ? new Place(false, true, "inside additionalProperties applying to object metadata")
          : inside();
    }

    Place property(JsonNode schema, String name) {
      boolean whole = root || schema.path("x-kubernetes-embedded-resource").asBoolean();
      if (!whole || !Set.of("metadata", "kind", "apiVersion").contains(name)) {
        return inside();
      }
      return new Place(false, true, root ? "in top-level " + name : undefaulted);
    }
  }

  private void check(JsonNode schema, String path, Place place) {
    if (!schema.isObject()) {
      return;
    }
    words(schema, path, place);
    if (schema.path("uniqueItems").asBoolean()) {
      causes.add(Cause.forbidden(
          path + ".uniqueItems",
          "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"));
    }
    JsonNode additional = schema.path("additionalProperties");
    boolean restricts = additional.isObject() || additional.isBoolean() && !additional.asBoolean();
    if (restricts && !schema.path("properties").isEmpty()) {
      causes.add(Cause.forbidden(
          path + ".additionalProperties",
          "additionalProperties and properties are mutual exclusive"));
    }
    check(additional, path + ".additionalProperties", place.others());
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      check(
          property.getValue(),
          path + ".properties[" + property.getKey() + "]",
          place.property(schema, property.getKey()));
    }
    check(schema.path("not"), path + ".not", place.inside());
    for (String word : List.of("allOf", "oneOf", "anyOf")) {
      each(schema.path(word), path + "." + word, place);
    }
    for (Map.Entry<String, JsonNode> one : schema.path("definitions").properties()) {
      check(one.getValue(), path + ".definitions[" + one.getKey() + "]", place.inside());
    }
    check(schema.path("items"), path + ".items", place.inside());
    if (schema.path("items").isArray()) {
      each(schema.path("items"), path + ".items", place);
    }
    for (Map.Entry<String, JsonNode> one : schema.path("dependencies").properties()) {
      check(one.getValue(), path + ".dependencies[" + one.getKey() + "]", place.inside());
    }
    JsonNode preserves = schema.path("x-kubernetes-preserve-unknown-fields");
    if (preserves.isBoolean() && !preserves.asBoolean()) {
      causes.add(Cause.invalid(
          path + ".x-kubernetes-preserve-unknown-fields", "false", "must be true or undefined"));
    }
    topology(schema, path, "map", "object", List.of("atomic", "granular"));
    setElements(schema, path);
    topology(schema, path, "list", "array", List.of("atomic", "set", "map"));
    keys(schema, path);
    keyedElements(schema, path);
    RuleTexts.check(schema, path, causes);
  }

  private void each(JsonNode schemas, String path, Place place) {
    int index = 0;
    for (JsonNode one : schemas) {
      check(one, path + "[" + index++ + "]", place.inside());
    }
  }

  /** The words that JSON schemas know and CRDs do not. */
  private void words(JsonNode schema, String path, Place place) {
    String type = schema.path("type").asText("");
    if (!type.isEmpty() && !TYPES.contains(type)) {
      causes.add(Cause.unsupported(
          path + ".type",
          type,
          "\"array\", \"boolean\", \"integer\", \"number\", \"object\", \"string\""));
    }
    if (schema.hasNonNull("default") && !place.undefaulted().isEmpty()) {
      causes.add(Cause.forbidden(path + ".default", "must not be set " + place.undefaulted()));
    }
    if (!schema.path("id").asText("").isEmpty()) {
      unsupported(path, "id");
    }
    if (schema.hasNonNull("additionalItems")) {
      unsupported(path, "additionalItems");
    }
    for (String word : List.of("patternProperties", "definitions")) {
      if (!schema.path(word).isEmpty()) {
        unsupported(path, word);
      }
    }
    for (String word : List.of("dependencies", "$ref")) {
      if (schema.hasNonNull(word)) {
        unsupported(path, word);
      }
    }
    if (type.equals("null")) {
      causes.add(Cause.forbidden(
          path + ".type", "type cannot be set to null, use nullable as an alternative"));
    }
    if (schema.path("items").isArray() && !schema.path("items").isEmpty()) {
      causes.add(
          Cause.forbidden(path + ".items", "items must be a schema object and not an array"));
    }
    if (place.metadata() && schema.path("x-kubernetes-embedded-resource").asBoolean()) {
      causes.add(Cause.forbidden(
          path + ".x-kubernetes-embedded-resource", "must not be used inside of resource meta"));
    }
  }

  private void unsupported(String path, String word) {
    causes.add(Cause.forbidden(path + "." + word, word + " is not supported"));
  }

  /** {@code x-kubernetes-list-type} and {@code x-kubernetes-map-type}. */
  private void topology(
      JsonNode schema, String path, String of, String type, List<String> supported) {
    String word = "x-kubernetes-" + of + "-type";
    if (!schema.hasNonNull(word)) {
      return;
    }
    String actual = schema.path("type").asText("");
    String value = schema.get(word).asText();
    if (!actual.equals(type)) {
      String detail = "must be " + type + " if " + word + " is specified";
      causes.add(
          actual.isEmpty()
              ? Cause.required(path + ".type", detail)
              : Cause.invalid(path + ".type", GoJson.quoted(actual), detail));
    }
    if (!supported.contains(value)) {
      causes.add(Cause.unsupported(
          path + "." + word, value, "\"" + String.join("\", \"", supported) + "\""));
    }
  }

  /** The elements of a set are told apart as wholes. */
  private void setElements(JsonNode schema, String path) {
    JsonNode items = schema.path("items");
    boolean set = schema.path("x-kubernetes-list-type").asText().equals("set")
        && schema.path("type").asText("").equals("array");
    if (!set || !items.isObject()) {
      return;
    }
    String detail = "must be atomic as item of a list with x-kubernetes-list-type=set";
    JsonNode list = items.path("x-kubernetes-list-type");
    JsonNode map = items.path("x-kubernetes-map-type");
    switch (items.path("type").asText("")) {
      case "array" -> {
        if (list.isTextual() && !list.asText().equals("atomic")) {
          causes.add(Cause.invalid(path + ".items" + LIST, GoShown.of(list), detail));
        }
      }
      case "object" -> {
        if (!map.asText("").equals("atomic")) {
          // what is shown is the type of list, which it is not
          causes.add(
              Cause.invalid(path + ".items.x-kubernetes-map-type", GoShown.of(list), detail));
        }
      }
      default -> {}
    }
  }

  private void keys(JsonNode schema, String path) {
    JsonNode keys = schema.path("x-kubernetes-list-map-keys");
    JsonNode list = schema.path("x-kubernetes-list-type");
    boolean map = list.asText().equals("map");
    if (!keys.isEmpty() && !map) {
      String detail = "must be map if x-kubernetes-list-map-keys is non-empty";
      causes.add(
          list.isTextual()
              ? Cause.invalid(path + LIST, GoShown.of(list), detail)
              : Cause.required(path + LIST, detail));
    }
    if (!map) {
      return;
    }
    if (keys.isEmpty()) {
      causes.add(Cause.required(path + KEYS, "must not be empty if x-kubernetes-list-type is map"));
    }
    JsonNode items = schema.path("items");
    if (items.isMissingNode() || items.isNull()) {
      causes.add(
          Cause.required(path + ".items", "must have a schema if x-kubernetes-list-type is map"));
    } else if (items.isObject() && !items.path("type").asText("").equals("object")) {
      causes.add(Cause.invalid(
          path + ".items.type",
          GoJson.quoted(items.path("type").asText("")),
          "must be object if parent array's x-kubernetes-list-type is map"));
    } else if (items.isObject()) {
      keyProperties(keys, items, path);
    }
  }

  private void keyProperties(JsonNode keys, JsonNode items, String path) {
    Set<String> seen = new HashSet<>();
    for (JsonNode key : keys) {
      JsonNode property = items.path("properties").path(key.asText());
      String type = property.path("type").asText("");
      if (!property.isObject()) {
        causes.add(Cause.invalid(
            path + KEYS, GoShown.json(keys), "entries must all be names of item properties"));
      } else if (type.equals("array") || type.equals("object")) {
        causes.add(Cause.invalid(
            path + ".items.properties[" + key.asText() + "].type",
            "\"object\"",
            "must be a scalar type if parent array's x-kubernetes-list-type is map"));
      }
      if (!seen.add(key.asText())) {
        causes.add(
            Cause.invalid(path + KEYS, GoShown.json(keys), "must not contain duplicate entries"));
      }
    }
  }

  /** What tells elements apart must be there. */
  private void keyedElements(JsonNode schema, String path) {
    JsonNode items = schema.path("items");
    String list = schema.path("x-kubernetes-list-type").asText();
    if (!items.isObject() || !list.equals("set") && !list.equals("map")) {
      return;
    }
    if (items.path("nullable").asBoolean()) {
      causes.add(Cause.forbidden(
          path + ".items.nullable", "cannot be nullable when x-kubernetes-list-type is " + list));
    }
    if (!list.equals("map")) {
      return;
    }
    Set<String> required = new HashSet<>();
    items.path("required").forEach(name -> required.add(name.asText()));
    for (JsonNode key : schema.path("x-kubernetes-list-map-keys")) {
      JsonNode property = items.path("properties").path(key.asText());
      String at = path + ".items.properties[" + key.asText() + "]";
      if (!property.isObject()) {
        continue;
      }
      if (!required.contains(key.asText()) && !property.hasNonNull("default")) {
        causes.add(Cause.required(
            at + ".default",
            "this property is in x-kubernetes-list-map-keys, so it must have a default or be a"
                + " required property"));
      }
      if (property.path("nullable").asBoolean()) {
        causes.add(Cause.forbidden(
            at + ".nullable",
            "this property is in x-kubernetes-list-map-keys, so it cannot be nullable"));
      }
    }
  }
}

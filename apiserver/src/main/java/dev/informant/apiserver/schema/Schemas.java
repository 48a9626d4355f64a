package dev.informant.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;

/** What one level of a schema says. Stateless. */
final class Schemas {
  private Schemas() {}

  static boolean intOrString(JsonNode schema) {
    return schema.path("x-kubernetes-int-or-string").asBoolean();
  }

  static boolean preserves(JsonNode schema) {
    return schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
  }

  static boolean embedded(JsonNode schema) {
    return schema.path("x-kubernetes-embedded-resource").asBoolean();
  }

  static boolean nullable(JsonNode schema) {
    return schema.path("nullable").asBoolean();
  }

  static boolean hasDefault(JsonNode schema) {
    return schema.hasNonNull("default");
  }

  /** The schema of a member: of its own or that of all others; missing if there is none. */
  static JsonNode member(JsonNode schema, String name) {
    JsonNode property = schema.path("properties").path(name);
    return property.isObject() ? property : others(schema);
  }

  /** The schema of the members that have none of their own; missing if there is none. */
  static JsonNode others(JsonNode schema) {
    JsonNode additional = schema.path("additionalProperties");
    return additional.isObject() ? additional : schema.path("");
  }
}

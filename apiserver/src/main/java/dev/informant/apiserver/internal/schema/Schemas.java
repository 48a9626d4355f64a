package dev.informant.apiserver.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;

/** What one level of a schema says, be it of a built-in kind or of a CRD. Stateless. */
public final class Schemas {
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

  /** What a reference stands for; a schema that is none itself. Defaults and list types stand beside the reference. */
  public static JsonNode resolved(JsonNode schema) {
    JsonNode reference = schema.path("$ref");
    return reference.isTextual() ? BuiltInSchemas.definition(reference.asText()) : schema;
  }

  /** Whether values are maps, whose keys no schema names. */
  static boolean isMap(JsonNode schema) {
    return schema.has("additionalProperties");
  }

  /** The schema of a member: of its own or that of all others; missing if there is none. */
  public static JsonNode member(JsonNode schema, String name) {
    JsonNode property = schema.path("properties").path(name);
    return property.isObject() ? property : others(schema);
  }

  /** The schema of the members that have none of their own; missing if there is none. */
  static JsonNode others(JsonNode schema) {
    JsonNode additional = schema.path("additionalProperties");
    return additional.isObject() ? additional : schema.path("");
  }
}

package dev.informant.apiserver.internal.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.registry.ServedResources;
import java.util.List;

/**
 * {@code /openapi/v2}: all kinds in one document, in the older form, made from the schemas of the newer one. What that
 * form cannot say of a custom resource is left open, so that clients which validate by it accept too much rather than
 * too little. Stateless.
 */
public final class Swagger {
  private static final String THIRD = "#/components/schemas/";
  private static final String SECOND = "#/definitions/";
  private static final List<String> COPIED = List.of(
      "type",
      "format",
      "description",
      "default",
      "required",
      "enum",
      "minimum",
      "maximum",
      "minLength",
      "maxLength",
      "minItems",
      "maxItems",
      "pattern");

  private Swagger() {}

  public static ObjectNode document(ServedResources served, String serverVersion) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("swagger", "2.0");
    document.putObject("info").put("title", "Kubernetes").put("version", serverVersion);
    ObjectNode paths = document.putObject("paths");
    ObjectNode schemas = JsonNodeFactory.instance.objectNode();
    for (ResourceType type : served.all()) {
      OpenApi.addSchemas(type, schemas);
      if (type.verbs().contains("patch")) {
        operations(type, paths);
      }
    }
    ObjectNode definitions = document.putObject("definitions");
    schemas
        .properties()
        .forEach(schema -> definitions.set(schema.getKey(), schema(schema.getValue())));
    return document;
  }

  private static void operations(ResourceType type, ObjectNode paths) {
    ObjectNode patch = paths.putObject(OpenApi.objectPath(type)).putObject("patch");
    ArrayNode consumes = patch.putArray("consumes");
    OpenApi.patchFormats(type).forEach(consumes::add);
    patch.put("operationId", "patch" + type.kind());
    ArrayNode parameters = patch.putArray("parameters");
    for (String name : OpenApi.PATCH_PARAMETERS) {
      parameters
          .addObject()
          .put("name", name)
          .put("in", "query")
          .put("type", name.equals("force") ? "boolean" : "string");
    }
    patch.putObject("responses").putObject("200").put("description", "OK");
    patch.put("x-kubernetes-action", "patch");
    OpenApi.kinds(type, patch.putObject("x-kubernetes-group-version-kind"));
  }

  private static ObjectNode schema(JsonNode third) {
    ObjectNode second = JsonNodeFactory.instance.objectNode();
    String reference = third.has("$ref")
        ? third.path("$ref").asText()
        : third.path("allOf").path(0).path("$ref").asText();
    if (reference.startsWith(THIRD)) {
      second.put("$ref", SECOND + reference.substring(THIRD.length()));
      extensions(third, second);
      return second;
    }
    boolean open = third.path("nullable").asBoolean()
        || third.path("x-kubernetes-preserve-unknown-fields").asBoolean()
        || third.path("x-kubernetes-int-or-string").asBoolean();
    for (String field : open ? List.of("description") : COPIED) {
      if (third.has(field)) {
        second.set(field, third.get(field));
      }
    }
    if (!open && third.path("format").asText().equals("int-or-string")) {
      second.put("type", "string");
    }
    if (!open && !third.path("properties").isEmpty()) {
      ObjectNode properties = second.putObject("properties");
      third
          .path("properties")
          .properties()
          .forEach(property -> properties.set(property.getKey(), schema(property.getValue())));
    }
    for (String inner : List.of("items", "additionalProperties")) {
      if (!open && third.path(inner).isObject()) {
        second.set(inner, schema(third.path(inner)));
      }
    }
    extensions(third, second);
    return second;
  }

  private static void extensions(JsonNode from, ObjectNode to) {
    for (var property : from.properties()) {
      if (property.getKey().startsWith("x-kubernetes-")) {
        to.set(property.getKey(), property.getValue());
      }
    }
  }
}

package dev.informant.verification.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The structure of discovery documents and OpenAPI v3 schemas, without descriptions. Stateless. */
final class CompactSchema {
  private static final String REFERENCE = "#/components/schemas/";

  /** What is taken over as it is. */
  private static final List<String> KEPT = List.of(
      "type",
      "format",
      "required",
      "enum",
      "default",
      "oneOf",
      "x-kubernetes-list-type",
      "x-kubernetes-list-map-keys",
      "x-kubernetes-map-type",
      "x-kubernetes-patch-strategy",
      "x-kubernetes-patch-merge-key",
      "x-kubernetes-group-version-kind");

  private CompactSchema() {}

  /** Whether a definition is that of a list of objects, which the embedded server makes itself. */
  static boolean isList(String name, JsonNode schema) {
    JsonNode metadata = schema.path("properties").path("metadata");
    return name.endsWith("List")
        && metadata.toString().contains("meta.v1.ListMeta")
        && schema.path("properties").has("items");
  }

  /** One definition. An object without fields and without values of its own may have any field. */
  static ObjectNode definition(JsonNode schema) {
    ObjectNode compact = compact(schema);
    boolean free = compact.path("type").asText().equals("object")
        && !compact.has("properties")
        && !compact.has("additionalProperties");
    if (free || !compact.has("type") && !compact.has("format")) {
      compact.put("x-kubernetes-preserve-unknown-fields", true);
    }
    return compact;
  }

  /** Two documents show one definition; each names the kinds of its own group. */
  static JsonNode united(JsonNode one, JsonNode other) {
    String kinds = "x-kubernetes-group-version-kind";
    if (one.has(kinds) && other.has(kinds)) {
      ArrayNode all = (ArrayNode) one.get(kinds);
      for (JsonNode kind : other.get(kinds)) {
        boolean known = false;
        for (JsonNode there : all) {
          known |= there.equals(kind);
        }
        if (!known) {
          all.add(kind);
        }
      }
    }
    return one;
  }

  private static ObjectNode compact(JsonNode schema) {
    ObjectNode compact = JsonNodeFactory.instance.objectNode();
    JsonNode reference = schema.path("allOf").path(0).path("$ref");
    if (reference.isMissingNode()) {
      reference = schema.path("$ref");
    }
    if (reference.isTextual()) {
      compact.put("$ref", reference.asText().substring(REFERENCE.length()));
    }
    for (String key : KEPT) {
      if (schema.has(key)) {
        compact.set(key, schema.get(key));
      }
    }
    if (schema.path("properties").isObject()) {
      ObjectNode properties = compact.putObject("properties");
      schema
          .get("properties")
          .properties()
          .forEach(property -> properties.set(property.getKey(), compact(property.getValue())));
    }
    for (String key : List.of("items", "additionalProperties")) {
      if (schema.path(key).isObject()) {
        compact.set(key, compact(schema.get(key)));
      }
    }
    return compact;
  }

  /**
   * The resources of one version, each with its subresources.
   *
   * @param usual whether a server serves that version unless told otherwise
   */
  static Iterable<JsonNode> resources(
      JsonNode list, String groupVersion, boolean usual, Map<String, JsonNode> definitions) {
    int slash = groupVersion.indexOf('/');
    String group = slash < 0 ? "" : groupVersion.substring(0, slash);
    String version = groupVersion.substring(slash + 1);
    Map<String, JsonNode> resources = new LinkedHashMap<>();
    for (JsonNode entry : list.path("resources")) {
      ObjectNode resource = JsonNodeFactory.instance.objectNode();
      String name = entry.path("name").asText();
      int part = name.indexOf('/');
      resource.put("group", entry.path("group").asText(group));
      resource.put("version", entry.path("version").asText(version));
      for (String field :
          List.of("kind", "singularName", "namespaced", "verbs", "shortNames", "categories")) {
        if (entry.has(field)) {
          resource.set(field, entry.get(field));
        }
      }
      if (part < 0) {
        resource.put("name", name);
        resource.put("served", usual);
        resource.put("definition", definition(resource, definitions));
        resources.put(name, resource);
      } else {
        resource.remove(List.of("singularName", "namespaced"));
        resource.put("name", name.substring(part + 1));
        ObjectNode owner = (ObjectNode) resources.computeIfAbsent(
            name.substring(0, part), absent -> JsonNodeFactory.instance.objectNode());
        owner.withArray("subresources").add(resource);
      }
    }
    return resources.values();
  }

  private static String definition(JsonNode resource, Map<String, JsonNode> definitions) {
    ObjectNode kind = JsonNodeFactory.instance.objectNode();
    for (String field : List.of("group", "kind", "version")) {
      kind.set(field, resource.get(field));
    }
    for (Map.Entry<String, JsonNode> definition : definitions.entrySet()) {
      for (JsonNode named : definition.getValue().path("x-kubernetes-group-version-kind")) {
        if (named.equals(kind)) {
          return definition.getKey();
        }
      }
    }
    throw new IllegalStateException("no definition has the kind " + kind);
  }
}

package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.schema.Schemas;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What no reader of a kind can read: each of its fields has a value of another type, whatever its name, so that nobody
 * gets by who passes over fields that he does not know. Stateless.
 */
final class WrongTypes {
  /** What objects have in common, which stays sound. */
  private static final List<String> SOUND = List.of("apiVersion", "kind", "metadata");

  private WrongTypes() {}

  /** Gives every field but the common ones such a value. */
  static void fill(ResourceType type, ObjectNode object) {
    Map<String, JsonNode> wrong = new TreeMap<>();
    if (!type.builtIn()) {
      // Few readers of a custom resource have other fields, and the schema need not name any.
      wrong.put("spec", list());
      wrong.put("data", IntNode.valueOf(7));
      wrong.put("status", list());
    }
    type.schema()
        .path("properties")
        .properties()
        .forEach(field -> wrong.put(field.getKey(), insteadOf(Schemas.resolved(field.getValue()))));
    wrong.keySet().removeAll(SOUND);
    object.setAll(wrong);
  }

  /** No text: a class that one text makes is read from it. */
  private static JsonNode insteadOf(JsonNode schema) {
    if (schema.has("additionalProperties")) {
      return IntNode.valueOf(7);
    }
    boolean struct = schema.path("type").asText("object").equals("object");
    return struct ? list() : object();
  }

  private static ArrayNode list() {
    return JsonNodeFactory.instance.arrayNode().add(7);
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode().put("undecodable", true);
  }
}

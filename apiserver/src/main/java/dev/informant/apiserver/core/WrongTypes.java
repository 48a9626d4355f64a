package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.CustomVersion;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.values.ModelFields;
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
    Class<?> model = type.model();
    CustomVersion custom = type.custom();
    if (model != null) {
      ModelFields.of(model).forEach((field, of) -> wrong.put(field, insteadOf(of)));
    } else {
      // Few readers of a custom resource have other fields, and the schema need not name any.
      wrong.put("spec", list());
      wrong.put("data", IntNode.valueOf(7));
      wrong.put("status", list());
    }
    if (custom != null && custom.schema() != null) {
      custom
          .schema()
          .path("properties")
          .properties()
          .forEach(field -> wrong.put(field.getKey(), insteadOf(field.getValue())));
    }
    wrong.keySet().removeAll(SOUND);
    object.setAll(wrong);
  }

  private static JsonNode insteadOf(JavaType type) {
    if (type.isMapLikeType()) {
      return IntNode.valueOf(7);
    }
    // No text: a class that one text makes is read from it.
    return ModelFields.of(type.getRawClass()).isEmpty() ? object() : list();
  }

  private static JsonNode insteadOf(JsonNode schema) {
    return schema.path("type").asText("object").equals("object") ? list() : object();
  }

  private static ArrayNode list() {
    return JsonNodeFactory.instance.arrayNode().add(7);
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode().put("undecodable", true);
  }
}

package dev.informant.verification.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.verification.chaos.RawApi;
import java.util.TreeMap;

/**
 * One text for one object, whichever client wrote it: members in order, without the object's own apiVersion and kind
 * (lists leave them out), nulls and empty objects and arrays (clients differ in whether they write them). Stateless.
 */
final class Normal {
  private Normal() {}

  static String key(JsonNode object) {
    JsonNode metadata = object.path("metadata");
    return metadata.path("namespace").asText() + "/" + metadata.path("name").asText();
  }

  static String text(JsonNode object) {
    ObjectNode copy = ((ObjectNode) object).deepCopy();
    copy.remove("apiVersion");
    copy.remove("kind");
    return normal(copy).toString();
  }

  private static JsonNode normal(JsonNode node) {
    if (node instanceof ObjectNode object) {
      TreeMap<String, JsonNode> members = new TreeMap<>();
      object.properties().forEach(member -> {
        JsonNode value = normal(member.getValue());
        if (!isNothing(value)) {
          members.put(member.getKey(), value);
        }
      });
      ObjectNode sorted = RawApi.JSON.createObjectNode();
      members.forEach(sorted::set);
      return sorted;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode items = RawApi.JSON.createArrayNode();
      array.forEach(item -> items.add(normal(item)));
      return items;
    }
    return node;
  }

  private static boolean isNothing(JsonNode value) {
    return value.isNull() || (value.isContainerNode() && value.isEmpty());
  }
}

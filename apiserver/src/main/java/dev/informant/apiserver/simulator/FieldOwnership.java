package dev.informant.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/** Field ownership as writers leave it behind: derived from the fields themselves. */
final class FieldOwnership {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String[] LIST_KEYS = {"name", "type", "uid", "ip", "containerPort"};
  private static final Set<String> IDENTITY =
      Set.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp", "managedFields");

  private FieldOwnership() {}

  /** Adds an entry for everything that stands in the members of the object. */
  static void add(
      ObjectNode object, String manager, String subresource, String time, String... members) {
    ObjectNode fields = NODES.objectNode();
    for (String member : members) {
      JsonNode value = object.path(member);
      if (value.isObject()) {
        fields.set("f:" + member, owned(value, member.equals("metadata")));
      } else if (!value.isMissingNode()) {
        fields.set("f:" + member, ownedValue(value));
      }
    }
    ArrayNode entries = ((ObjectNode) object.path("metadata")).withArray("managedFields");
    ObjectNode entry = entries.addObject();
    entry.put("manager", manager).put("operation", "Update");
    entry.put("apiVersion", object.path("apiVersion").asText()).put("time", time);
    entry.put("fieldsType", "FieldsV1").set("fieldsV1", fields);
    if (!subresource.isEmpty()) {
      entry.put("subresource", subresource);
    }
  }

  private static ObjectNode owned(JsonNode value, boolean metadata) {
    ObjectNode fields = NODES.objectNode();
    value.properties().forEach(member -> {
      if (!metadata || !IDENTITY.contains(member.getKey())) {
        fields.set("f:" + member.getKey(), ownedValue(member.getValue()));
      }
    });
    return fields;
  }

  private static ObjectNode ownedValue(JsonNode value) {
    if (value.isObject()) {
      ObjectNode fields = owned(value, /* metadata= */ false);
      return fields.isEmpty() ? fields : withSelf(fields);
    }
    ObjectNode fields = NODES.objectNode();
    if (!value.isArray()) {
      return fields;
    }
    for (JsonNode item : value) {
      for (String key : LIST_KEYS) {
        if (item.has(key)) {
          ObjectNode selector = NODES.objectNode();
          selector.set(key, item.path(key));
          fields.set("k:" + selector, withSelf(owned(item, /* metadata= */ false)));
          break;
        }
      }
    }
    return fields.isEmpty() ? fields : withSelf(fields);
  }

  private static ObjectNode withSelf(ObjectNode fields) {
    ObjectNode all = NODES.objectNode();
    all.putObject(".");
    all.setAll(fields);
    return all;
  }
}

package dev.informant.apiserver.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The form that objects get where they are read into structs, as a kube-apiserver reads its built-in kinds: a null in a list
 * or map is a zero, a null field is absent, and empty lists and maps are not stored. Stateless.
 */
public final class TypedForm {
  private TypedForm() {}

  /** Puts empty texts, zeros and empty objects in the place of nulls in lists and maps. */
  public static void fillNulls(JsonNode node, JsonNode place) {
    JsonNode schema = Schemas.resolved(place);
    if (node instanceof ArrayNode list) {
      JsonNode items = schema.path("items");
      for (int i = 0; i < list.size(); i++) {
        JsonNode zero = list.get(i).isNull() ? zero(items) : null;
        if (zero != null) {
          list.set(i, zero);
        } else if (list.get(i).isContainerNode()) {
          fillNulls(list.get(i), items);
        }
      }
    } else if (node instanceof ObjectNode object) {
      boolean map = Schemas.isMap(schema);
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        JsonNode child = Schemas.member(schema, member.getKey());
        JsonNode zero = map && member.getValue().isNull() ? zero(child) : null;
        if (zero != null) {
          member.setValue(zero);
        } else if (member.getValue().isContainerNode()) {
          fillNulls(member.getValue(), child);
        }
      }
    }
  }

  /** Null if the type reads a null itself. */
  private static @Nullable JsonNode zero(JsonNode place) {
    JsonNode schema = Schemas.resolved(place);
    return switch (schema.path("type").asText("")) {
      case "string" -> place.has("$ref") ? null : TextNode.valueOf("");
      case "integer" -> IntNode.valueOf(0);
      case "object" ->
        Schemas.isMap(schema) || Schemas.preserves(schema)
            ? null
            : JsonNodeFactory.instance.objectNode();
      default -> null;
    };
  }

  /** Removes null fields and, unless {@code nulls}, empty lists and maps; returns whether there were any. */
  private static boolean drop(JsonNode node, JsonNode place, boolean nulls) {
    JsonNode schema = Schemas.resolved(place);
    boolean dropped = false;
    if (node.isArray()) {
      JsonNode items = schema.path("items");
      for (JsonNode element : node) {
        dropped |= element.isContainerNode() && drop(element, items, nulls);
      }
    } else if (node instanceof ObjectNode object && !Schemas.preserves(schema)) {
      boolean map = Schemas.isMap(schema);
      List<String> gone = new ArrayList<>();
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        JsonNode value = member.getValue();
        JsonNode child = Schemas.member(schema, member.getKey());
        boolean empty = value.isContainerNode() && value.isEmpty() && isContainer(child);
        if (!map && (nulls ? value.isNull() : empty)) {
          gone.add(member.getKey());
        } else if (value.isContainerNode() && child.isObject()) {
          dropped |= drop(value, child, nulls);
        }
      }
      object.remove(gone);
      dropped |= !gone.isEmpty();
    }
    return dropped;
  }

  private static boolean isContainer(JsonNode place) {
    return place.path("type").asText("").equals("array") || Schemas.isMap(place);
  }

  /** Removes null fields. */
  public static void dropNulls(ObjectNode object, JsonNode schema) {
    drop(object, schema, /* nulls= */ true);
  }

  /** Removes empty lists and maps; returns whether there were any. */
  public static boolean dropEmpty(ObjectNode object, JsonNode schema) {
    return drop(object, schema, /* nulls= */ false);
  }
}

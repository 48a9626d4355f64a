package dev.informant.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Drops what a structural schema does not know, and fills in its defaults. Stateless. */
public final class Pruning {
  private static final Set<String> OBJECT_FIELDS = Set.of("apiVersion", "kind", "metadata");

  private Pruning() {}

  /** Removes unknown fields of a whole object; returns their paths. */
  public static List<String> prune(ObjectNode object, JsonNode schema) {
    List<String> pruned = new ArrayList<>();
    prune(object, schema, "", true, pruned);
    return pruned;
  }

  private static void prune(
      JsonNode node, JsonNode schema, String path, boolean embedded, List<String> pruned) {
    boolean preserves = schema.path("x-kubernetes-preserve-unknown-fields").asBoolean();
    if (node instanceof ObjectNode object) {
      JsonNode properties = schema.path("properties");
      JsonNode additional = schema.path("additionalProperties");
      List<String> unknown = new ArrayList<>();
      for (Map.Entry<String, JsonNode> property : object.properties()) {
        String name = property.getKey();
        String at = path.isEmpty() ? name : path + "." + name;
        boolean own = embedded && OBJECT_FIELDS.contains(name);
        if (properties.has(name) && !own) {
          JsonNode child = properties.get(name);
          prune(property.getValue(), child, at, embedded(child), pruned);
        } else if (additional.isObject()) {
          prune(property.getValue(), additional, at, embedded(additional), pruned);
        } else if (!own && !preserves && !additional.asBoolean()) {
          unknown.add(name);
          pruned.add(at);
        }
      }
      object.remove(unknown);
    } else if (node.isArray() && schema.has("items")) {
      int index = 0;
      for (JsonNode element : node) {
        JsonNode items = schema.get("items");
        prune(element, items, path + "[" + index + "]", embedded(items), pruned);
        index++;
      }
    }
  }

  private static boolean embedded(JsonNode schema) {
    return schema.path("x-kubernetes-embedded-resource").asBoolean();
  }

  /** Sets the defaults of absent fields; a null counts as absent where null is not allowed. */
  public static void fillDefaults(JsonNode node, JsonNode schema) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
        JsonNode child = property.getValue();
        JsonNode value = object.get(property.getKey());
        boolean absent =
            value == null || value.isNull() && !child.path("nullable").asBoolean();
        if (absent && child.has("default")) {
          object.set(property.getKey(), child.get("default").deepCopy());
        }
        JsonNode now = object.get(property.getKey());
        if (now != null) {
          fillDefaults(now, child);
        }
      }
      JsonNode additional = schema.path("additionalProperties");
      if (additional.isObject()) {
        object.forEach(value -> fillDefaults(value, additional));
      }
    } else if (node.isArray() && schema.has("items")) {
      node.forEach(element -> fillDefaults(element, schema.get("items")));
    }
  }
}

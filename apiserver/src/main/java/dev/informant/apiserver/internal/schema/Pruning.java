package dev.informant.apiserver.internal.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Drops what a structural schema does not know, and fills in its defaults. Stateless. */
public final class Pruning {
  static final Set<String> OBJECT_FIELDS = Set.of("apiVersion", "kind", "metadata");

  private Pruning() {}

  /** Removes unknown fields of a whole object; returns the paths of those that were found first, sorted. */
  public static List<String> prune(ObjectNode object, JsonNode schema) {
    Pruned pruned = new Pruned();
    prune(object, schema, Where.ROOT, true, false, pruned);
    pruned.paths.sort(null);
    return pruned.paths;
  }

  /** As {@link #prune}, of a built-in kind or a part of one, whose schema also says what metadata has. */
  public static List<String> pruneTyped(ObjectNode object, JsonNode schema) {
    Pruned pruned = new Pruned();
    prune(object, schema, Where.ROOT, false, false, pruned);
    return pruned.paths;
  }

  /** The paths of what is gone, in bounded room: many members may stand below a long name. */
  private static final class Pruned {
    final List<String> paths = new ArrayList<>();
    private int room = 1 << 20;

    void add(Where path, String name) {
      if (room > 0) {
        String at = path.member(name).toString();
        paths.add(at);
        room -= at.length();
      }
    }
  }

  /** Removes unknown fields of a value that is not a whole object by itself. */
  public static void pruneValue(JsonNode value, JsonNode schema) {
    prune(value, schema, Where.ROOT, Schemas.embedded(schema), false, new Pruned());
  }

  /** {@code kept} is true for the elements of a list that preserves what it does not know. */
  private static void prune(
      JsonNode node, JsonNode place, Where path, boolean embedded, boolean kept, Pruned pruned) {
    JsonNode schema = Schemas.resolved(place);
    boolean preserves = kept || Schemas.preserves(schema);
    if (node instanceof ObjectNode object) {
      boolean others = Schemas.isMap(schema);
      List<String> unknown = new ArrayList<>();
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        String name = member.getKey();
        JsonNode property = schema.path("properties").path(name);
        if (embedded && OBJECT_FIELDS.contains(name)) {
          continue;
        }
        boolean known = property.isObject() || others;
        if (known && member.getValue().isContainerNode()) {
          JsonNode child = Schemas.member(schema, name);
          Where at = path.member(name);
          prune(member.getValue(), child, at, Schemas.embedded(child), false, pruned);
        } else if (!known && !preserves) {
          unknown.add(name);
          if (!path.isRoot() || !OBJECT_FIELDS.contains(name)) {
            pruned.add(path, name);
          }
        }
      }
      object.remove(unknown);
    } else if (node.isArray()) {
      JsonNode items = schema.path("items");
      int index = 0;
      for (JsonNode element : node) {
        if (element.isContainerNode()) {
          Where at = path.element(index);
          prune(element, items, at, Schemas.embedded(items), preserves, pruned);
        }
        index++;
      }
    }
  }

  /** Removes nulls where a schema allows none and has no default to take their place. */
  public static void dropNulls(JsonNode node, JsonNode place) {
    JsonNode schema = Schemas.resolved(place);
    if (node instanceof ObjectNode object) {
      List<String> gone = new ArrayList<>();
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        JsonNode child = Schemas.member(schema, member.getKey());
        boolean misplaced = child.isObject() && !Schemas.nullable(child);
        if (member.getValue().isNull() && misplaced && !Schemas.hasDefault(child)) {
          gone.add(member.getKey());
        } else {
          dropNulls(member.getValue(), child);
        }
      }
      object.remove(gone);
    } else if (node.isArray()) {
      node.forEach(element -> dropNulls(element, schema.path("items")));
    }
  }

  /** Sets the defaults of absent fields; a null counts as absent where null is not allowed. */
  public static void fillDefaults(JsonNode node, JsonNode place) {
    JsonNode schema = Schemas.resolved(place);
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
        JsonNode child = property.getValue();
        if (Schemas.hasDefault(child) && absent(object.path(property.getKey()), child)) {
          object.set(property.getKey(), child.get("default").deepCopy());
        }
      }
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        JsonNode child = Schemas.member(schema, member.getKey());
        if (child.isObject()) {
          if (absent(member.getValue(), child) && Schemas.hasDefault(child)) {
            member.setValue(child.get("default").deepCopy());
          }
          fillDefaults(member.getValue(), child);
        }
      }
    } else if (node instanceof ArrayNode list && schema.path("items").isObject()) {
      JsonNode items = schema.path("items");
      for (int i = 0; i < list.size(); i++) {
        if (absent(list.get(i), items) && Schemas.hasDefault(items)) {
          list.set(i, items.get("default").deepCopy());
        }
        fillDefaults(list.get(i), items);
      }
    }
  }

  private static boolean absent(JsonNode value, JsonNode schema) {
    return value.isMissingNode() || value.isNull() && !Schemas.nullable(schema);
  }
}

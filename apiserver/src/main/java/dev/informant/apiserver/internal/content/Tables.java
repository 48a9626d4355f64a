package dev.informant.apiserver.internal.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.core.JsonRepresentation;
import dev.informant.apiserver.internal.core.ServedList;
import dev.informant.apiserver.internal.core.ServedObject;
import dev.informant.apiserver.internal.kinds.Column;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.runtime.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Objects as rows for people. On a watch each event is a table of one row, the first with the columns.
 *
 * @param version of meta.k8s.io
 */
record Tables(String version, IncludeObject include, Clock clock) implements Trees.Shape {
  /** What of the object goes with its row. */
  enum IncludeObject {
    NONE,
    METADATA,
    OBJECT;

    static IncludeObject of(@Nullable String parameter) {
      if (parameter == null) {
        return METADATA;
      }
      return switch (parameter) {
        case "", "Metadata" -> METADATA;
        case "None" -> NONE;
        case "Object" -> OBJECT;
        default ->
          throw ApiStatusException.badRequest(
              "Unable to convert to Table as requested: includeObject: Invalid value: \""
                  + parameter + "\": must be 'Metadata', 'Object', 'None', or empty");
      };
    }
  }

  @Override
  public ObjectNode object(ServedObject object, boolean first) {
    ObjectNode tree = object.stored().tree();
    ObjectNode table = tree.objectNode();
    table.put("kind", "Table").put("apiVersion", "meta.k8s.io/" + version);
    ObjectNode metadata = table.putObject("metadata");
    JsonNode resourceVersion = tree.path("metadata").get("resourceVersion");
    if (resourceVersion != null) {
      metadata.set("resourceVersion", resourceVersion); // what is only tried has none
    }
    if (first) {
      table.set("columnDefinitions", columns(Columns.of(object.type()), table.arrayNode()));
    } else {
      table.putNull("columnDefinitions");
    }
    table.putArray("rows").add(row(object, tree));
    return table;
  }

  @Override
  public ObjectNode listHead(ServedList list) {
    ObjectNode metadata = JsonRepresentation.typedListMetadata(list);
    ObjectNode head = metadata.objectNode();
    head.put("kind", "Table").put("apiVersion", "meta.k8s.io/" + version);
    head.set("metadata", metadata);
    head.set("columnDefinitions", columns(Columns.of(list.type()), head.arrayNode()));
    return head;
  }

  @Override
  public String rows() {
    return "rows";
  }

  @Override
  public boolean nullIfEmpty(ServedList list) {
    return Columns.generic(list.type());
  }

  @Override
  public ObjectNode row(ServedObject object) {
    return row(object, object.stored().tree());
  }

  @Override
  public boolean firstDiffers() {
    return true;
  }

  private ObjectNode row(ServedObject object, ObjectNode served) {
    ObjectNode tree = object.type().builtIn() ? internal(object.type(), served) : object.tree();
    ObjectNode row = tree.objectNode();
    ArrayNode cells = row.putArray("cells");
    for (Column column : Columns.of(object.type())) {
      Object value = column.cell().apply(tree, clock.now());
      if (value instanceof Integer number) {
        cells.add(number);
      } else if (value instanceof Long number) {
        cells.add(number);
      } else if (value instanceof Boolean truth) {
        cells.add(truth);
      } else if (value instanceof JsonNode node) {
        cells.add(node);
      } else if (value == null) {
        cells.addNull();
      } else {
        cells.add(value.toString());
      }
    }
    if (include == IncludeObject.OBJECT) {
      row.set("object", object.tree());
    } else if (include == IncludeObject.METADATA) {
      row.set("object", Trees.MetadataOnly.of(tree, version));
    } else {
      row.putNull("object");
    }
    return row;
  }

  /** Rows are made of the form that is stored. */
  private static ObjectNode internal(ResourceType type, ObjectNode tree) {
    return type.traits().toStored(type.apiVersion(), tree);
  }

  private static ArrayNode columns(List<Column> columns, ArrayNode into) {
    for (Column column : columns) {
      if (column.name().isEmpty()) {
        continue;
      }
      into.addObject()
          .put("name", column.name())
          .put("type", column.type())
          .put("format", column.format())
          .put("description", column.description())
          .put("priority", column.priority());
    }
    return into;
  }
}

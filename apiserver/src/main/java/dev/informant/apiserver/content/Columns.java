package dev.informant.apiserver.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.CustomVersion;
import dev.informant.apiserver.registry.ResourceType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which columns a kind has: kubectl's for the common kinds, a CRD's own for custom resources, name and time of
 * creation for the rest. Stateless.
 */
final class Columns {
  /** The value of one cell: a text, a number, a truth value or null. */
  @FunctionalInterface
  interface Cell {
    @Nullable
    Object apply(ObjectNode object, Instant now);
  }

  /** {@code priority} 0 is always shown, 1 in wide output only. */
  record Column(
      String name, String type, String format, String description, int priority, Cell cell) {
    Column(String name, String type, int priority, Cell cell) {
      this(name, type, "", "", priority, cell);
    }

    Column(String name, Cell cell) {
      this(name, "string", 0, cell);
    }

    /** A cell that the table gives no column, as an IPAddress has one. */
    Column untitled() {
      return new Column("", type, format, description, priority, cell);
    }

    Column wide() {
      return new Column(name, type, format, description, 1, cell);
    }
  }

  static final Column NAME = new Column(
      "Name", "string", "name", "", 0, (object, now) -> Cells.text(object, "metadata", "name"));
  static final Column AGE =
      new Column("Age", (object, now) -> Cells.age(object, now, "metadata", "creationTimestamp"));
  private static final Column CREATED = new Column(
      "Created At",
      "date",
      0,
      (object, now) -> Cells.text(object, "metadata", "creationTimestamp"));

  private static final Map<String, List<Column>> KINDS = BuiltInColumns.all();
  private static final List<Column> OTHERS = List.of(NAME, CREATED);

  private Columns() {}

  static List<Column> of(ResourceType type) {
    CustomVersion custom = type.custom();
    if (custom != null) {
      return custom(custom.version().path("additionalPrinterColumns"));
    }
    return KINDS.getOrDefault(type.group() + "/" + type.kind(), OTHERS);
  }

  /** Whether the kind has no columns of its own. */
  static boolean generic(ResourceType type) {
    return type.builtIn() && !KINDS.containsKey(type.group() + "/" + type.kind());
  }

  private static List<Column> custom(JsonNode declared) {
    List<Column> columns = new ArrayList<>();
    columns.add(NAME);
    if (declared.isEmpty()) {
      columns.add(new Column("Age", "date", 0, AGE.cell()));
      return columns;
    }
    for (JsonNode column : declared) {
      String text = column.path("jsonPath").asText();
      JsonPath path = JsonPath.parse(text);
      if (path == null) {
        break; // a kube-apiserver shows those before it
      }
      String type = column.path("type").asText("string");
      String described = column.path("description").asText("");
      columns.add(new Column(
          column.path("name").asText(),
          type,
          column.path("format").asText(""),
          described.isEmpty()
              ? "Custom resource definition column (in JSONPath format): " + text
              : described,
          column.path("priority").asInt(),
          (object, now) -> Cells.custom(path.find(object), type, now)));
    }
    return columns;
  }
}

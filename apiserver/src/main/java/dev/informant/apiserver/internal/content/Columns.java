package dev.informant.apiserver.internal.content;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.kinds.Cells;
import dev.informant.apiserver.internal.kinds.Column;
import dev.informant.apiserver.internal.registry.CustomVersion;
import dev.informant.apiserver.internal.registry.ResourceType;
import java.util.ArrayList;
import java.util.List;

/**
 * Which columns a kind has: kubectl's for the common kinds, a CRD's own for custom resources, name and time of
 * creation for the rest. Stateless.
 */
final class Columns {
  private static final Column CREATED = new Column(
      "Created At",
      "date",
      "",
      "",
      0,
      (object, now) -> object.path("metadata").path("creationTimestamp").asText(""));

  private static final List<Column> OTHERS = List.of(Column.NAME, CREATED);

  private Columns() {}

  static List<Column> of(ResourceType type) {
    CustomVersion custom = type.custom();
    if (custom != null) {
      return custom(custom.version().path("additionalPrinterColumns"));
    }
    return generic(type) ? OTHERS : type.traits().columns();
  }

  /** Whether the kind has no columns of its own. */
  static boolean generic(ResourceType type) {
    return type.builtIn() && type.traits().columns().isEmpty();
  }

  private static List<Column> custom(JsonNode declared) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.NAME);
    if (declared.isEmpty()) {
      columns.add(new Column("Age", "date", "", "", 0, Column.AGE.cell()));
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

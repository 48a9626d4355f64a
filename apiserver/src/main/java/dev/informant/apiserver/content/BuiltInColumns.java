package dev.informant.apiserver.content;

import dev.informant.apiserver.content.Columns.Cell;
import dev.informant.apiserver.content.Columns.Column;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** kubectl's columns of the common built-in kinds, by {@code group/Kind}. */
final class BuiltInColumns {
  private BuiltInColumns() {}

  static Map<String, List<Column>> all() {
    Map<String, List<Column>> kinds = new HashMap<>();
    WorkloadColumns.addTo(kinds);
    CoreColumns.addTo(kinds);
    OtherColumns.addTo(kinds);
    RareColumns.addTo(kinds);
    return kinds;
  }

  static Column text(String name, String... path) {
    return new Column(name, (object, now) -> Cells.text(object, path));
  }

  static Column textOr(String otherwise, String name, String... path) {
    return new Column(name, (object, now) -> Cells.textOr(otherwise, object, path));
  }

  static Column number(String name, String... path) {
    return new Column(name, "integer", 0, (object, now) -> Cells.number(object, path));
  }

  /** A number in a column that says it is text, as some do. */
  static Column count(String name, String... path) {
    return new Column(name, (object, now) -> Cells.number(object, path));
  }

  static Column column(String name, Cell cell) {
    return new Column(name, cell);
  }

  static Column[] template(String... templatePath) {
    Cell names = (object, now) ->
        Cells.joined(Cells.each(Cells.at(object, templatePath).path("containers"), "name"));
    Cell images = (object, now) ->
        Cells.joined(Cells.each(Cells.at(object, templatePath).path("containers"), "image"));
    return new Column[] {
      column("Containers", names).wide(), column("Images", images).wide()
    };
  }

  static Column selector() {
    return column("Selector", (object, now) -> Cells.selector(Cells.at(object, "spec", "selector")))
        .wide();
  }
}

package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A column of kubectl's table. {@code priority} 0 is always shown, 1 in wide output only. Immutable.
 */
public record Column(
    String name, String type, String format, String description, int priority, Cell cell) {
  /** The value of one cell: a text, a number, a truth value, a value of the object or null. */
  @FunctionalInterface
  public interface Cell {
    @Nullable
    Object apply(ObjectNode object, Instant now);
  }

  public static final Column NAME = new Column(
      "Name", "string", "name", "", 0, (object, now) -> Cells.text(object, "metadata", "name"));
  public static final Column AGE =
      column("Age", (object, now) -> Cells.age(object, now, "metadata", "creationTimestamp"));

  Column wide() {
    return new Column(name, type, format, description, 1, cell);
  }

  static Column column(String name, Cell cell) {
    return new Column(name, "string", "", "", 0, cell);
  }

  /** {@code path} has dots. */
  static Column text(String name, String path) {
    return column(name, (object, now) -> Cells.text(object, path.split("\\.")));
  }

  static Column textOr(String otherwise, String name, String path) {
    return column(name, (object, now) -> Cells.textOr(otherwise, object, path.split("\\.")));
  }

  static Column number(String name, String path) {
    return new Column(
        name, "integer", "", "", 0, (object, now) -> Cells.number(object, path.split("\\.")));
  }

  /** A number in a column of texts. */
  static Column count(String name, String path) {
    return column(name, (object, now) -> Cells.number(object, path.split("\\.")));
  }

  static Column flag(String name, String path) {
    return new Column(
        name, "boolean", "", "", 0, (object, now) -> Kind.at(object, path).asBoolean());
  }

  /** How many elements there are. */
  static Column size(String name, String path) {
    return new Column(
        name, "integer", "", "", 0, (object, now) -> Kind.at(object, path).size());
  }

  static Column containers(String path) {
    return each("Containers", path, "name");
  }

  static Column images(String path) {
    return each("Images", path, "image");
  }

  private static Column each(String name, String path, String member) {
    return column(
            name,
            (object, now) ->
                Cells.joined(Cells.each(Kind.at(object, path + ".containers"), member)))
        .wide();
  }

  static Column selector(String path) {
    return column("Selector", (object, now) -> Cells.selector(Kind.at(object, path)))
        .wide();
  }

  static Column labels(String name, String path) {
    return column(name, (object, now) -> Cells.labels(Kind.at(object, path)));
  }
}

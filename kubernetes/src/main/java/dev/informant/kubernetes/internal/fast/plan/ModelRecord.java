package dev.informant.kubernetes.internal.fast.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * What was written down about a class of the models: which fields it has and what stands in them. Immutable.
 *
 * @param checksum of the file of the class (CRC-32)
 * @param taker the method that takes a field the class does not know, and its value
 */
record ModelRecord(long checksum, String taker, List<Field> fields) {
  /**
   * @param setter which returns nothing
   * @param shape what stands there:
   *     <ul>
   *       <li>{@code text}, {@code int}, {@code long}, {@code bool}, {@code any}, {@code quantity}, {@code intOrString};
   *       <li>{@code [shape]} and <code>{shape}</code> for lists and maps of it;
   *       <li>a name with a dot for an object of that class; a name that begins with it is of the same package;
   *       <li>{@code !} and a class: Jackson knows how to read it.
   *     </ul>
   * @param skipsNull whether null is as if the field were not there
   * @param startsEmpty whether a new object has an empty list or map there
   */
  public record Field(
      String name, String setter, String shape, boolean skipsNull, boolean startsEmpty) {}

  /**
   * @param text the lines of one class: checksum and taker, then a line a field with its name, its shape, and where they are
   *     needed {@code n} (null is skipped), {@code e} (starts empty) and the setter, if it is not called as usual
   */
  static ModelRecord parse(String text) {
    String[] lines = text.split("\n");
    String[] head = lines[0].split(" ");
    List<Field> fields = new ArrayList<>(lines.length - 1);
    for (int i = 1; i < lines.length; i++) {
      fields.add(field(lines[i].split(" ")));
    }
    return new ModelRecord(Long.parseLong(head[0], 16), head[1], fields);
  }

  private static Field field(String[] words) {
    String setter = usualSetter(words[0]);
    boolean skipsNull = false;
    boolean startsEmpty = false;
    for (int i = 2; i < words.length; i++) {
      switch (words[i]) {
        case "n" -> skipsNull = true;
        case "e" -> startsEmpty = true;
        default -> setter = words[i];
      }
    }
    return new Field(words[0], setter, words[1], skipsNull, startsEmpty);
  }

  static String usualSetter(String field) {
    return "set" + Character.toUpperCase(field.charAt(0)) + field.substring(1);
  }
}

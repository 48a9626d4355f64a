package dev.informant.apiserver.internal.values;

/** Characters as Go sees them. Stateless. */
public final class GoRunes {
  private GoRunes() {}

  /** Whether Go shows it as it is: letters, marks, numbers, punctuation, symbols and the plain space. */
  public static boolean printable(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR -> false;
      case Character.SPACE_SEPARATOR -> point == ' ';
      default -> true;
    };
  }

  /** A character that is not printable, as Go shows it in a quoted text. */
  static String escaped(int point) {
    return switch (point) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      case '\b' -> "\\b";
      case '\f' -> "\\f";
      case 0x07 -> "\\a";
      case 0x0b -> "\\v";
      default -> {
        boolean ascii = point < ' ' || point == 0x7f;
        yield String.format(ascii ? "\\x%02x" : point <= 0xffff ? "\\u%04x" : "\\U%08x", point);
      }
    };
  }
}

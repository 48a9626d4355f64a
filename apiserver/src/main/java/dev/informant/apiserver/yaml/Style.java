package dev.informant.apiserver.yaml;

/**
 * In which ways a text can be written. Immutable.
 *
 * @param multiline whether it has line ends
 * @param plainAllowed bare, apart from what it would mean
 * @param singleQuotesAllowed between single quotes
 * @param blockAllowed as lines below a {@code |}
 */
record Style(
    boolean multiline, boolean plainAllowed, boolean singleQuotesAllowed, boolean blockAllowed) {
  private static final String NEVER_FIRST = "#,[]{}&*!|>'\"%@`";

  static Style of(String text) {
    if (text.isEmpty()) {
      return new Style(false, true, true, false);
    }
    boolean indicators = text.startsWith("---") || text.startsWith("...");
    boolean special = false;
    boolean multiline = false;
    boolean breakSpace = false;
    boolean spaceBreak = false;
    boolean afterSpace = false;
    boolean afterBreak = false;
    boolean afterBlank = true;
    int last = 0;
    int point = 0;
    for (int at = 0; at < text.length(); at += Character.charCount(point)) {
      point = text.codePointAt(at);
      last = point;
      int next = at + Character.charCount(point);
      boolean beforeBlank = next >= text.length() || blank(text.charAt(next));
      indicators |= at == 0
          ? NEVER_FIRST.indexOf(point) >= 0 || "?:-".indexOf(point) >= 0 && beforeBlank
          : point == ':' && beforeBlank || point == '#' && afterBlank;
      special |= !printable(point);
      boolean space = point == ' ';
      boolean lineEnd = lineEnd(point);
      multiline |= lineEnd;
      breakSpace |= space && afterBreak;
      spaceBreak |= lineEnd && afterSpace;
      afterSpace = space;
      afterBreak = lineEnd;
      afterBlank = blank(point) || lineEnd || point == 0;
    }
    int first = text.codePointAt(0);
    boolean bare = first != ' ' && last != ' ' && !multiline && !special && !indicators;
    return new Style(
        multiline,
        bare,
        !breakSpace && !spaceBreak && !special,
        last != ' ' && !spaceBreak && !special);
  }

  private static boolean blank(int point) {
    return point == ' ' || point == '\t';
  }

  static boolean lineEnd(int point) {
    return point == '\r' || point == '\n' || point == 0x85 || point == 0x2028 || point == 0x2029;
  }

  /** Whether it stands for itself; beyond 16 bits nothing does. */
  static boolean printable(int point) {
    return point == '\n'
        || point >= 0x20 && point <= 0x7e
        || point >= 0xa0 && point <= 0xd7ff
        || point >= 0xe000 && point <= 0xfffd && point != 0xfeff;
  }
}

package dev.informant.cli;

/**
 * Makes characters visible that a terminal would obey instead of show: what an object contains, or a server
 * says, must not move the cursor, ring, or turn text around. The escapes are JSON's, so that JSON means the
 * same afterwards. Stateless.
 */
final class Visible {
  private Visible() {}

  /** As one line: its ends are escaped, too. */
  static String line(String text) {
    return escape(text, /* lines= */ false);
  }

  /** As several lines, with tabs. */
  static String lines(String text) {
    return escape(text, /* lines= */ true);
  }

  private static String escape(String text, boolean lines) {
    StringBuilder escaped = null;
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      boolean kept = lines && (character == '\n' || character == '\t');
      if (!kept && isObeyed(text, i)) {
        escaped =
            escaped == null ? new StringBuilder(text.length() + 16).append(text, 0, i) : escaped;
        append(escaped, character);
      } else if (escaped != null) {
        escaped.append(character);
      }
    }
    return escaped == null ? text : escaped.toString();
  }

  private static void append(StringBuilder escaped, char character) {
    switch (character) {
      case '\n' -> escaped.append("\\n");
      case '\r' -> escaped.append("\\r");
      case '\t' -> escaped.append("\\t");
      default -> {
        String digits = Integer.toHexString(character);
        escaped.append("\\u").append("0".repeat(4 - digits.length())).append(digits);
      }
    }
  }

  private static boolean isObeyed(String text, int at) {
    char character = text.charAt(at);
    if (character < ' ') {
      return true;
    }
    if (character < 0x7f) {
      return false;
    }
    return Character.isISOControl(character)
        || isBidirectional(character)
        || character == '\u2028'
        || character == '\u2029'
        || isUnpaired(text, at);
  }

  /** Marks, embeddings, overrides and isolates of the bidirectional algorithm. */
  private static boolean isBidirectional(char character) {
    return character == '\u061c'
        || character == '\u200e'
        || character == '\u200f'
        || (character >= '\u202a' && character <= '\u202e')
        || (character >= '\u2066' && character <= '\u2069');
  }

  /** Half a character cannot be encoded; it would be printed as a question mark. */
  private static boolean isUnpaired(String text, int at) {
    char character = text.charAt(at);
    if (Character.isHighSurrogate(character)) {
      return at + 1 >= text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
    }
    return Character.isLowSurrogate(character)
        && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
  }
}

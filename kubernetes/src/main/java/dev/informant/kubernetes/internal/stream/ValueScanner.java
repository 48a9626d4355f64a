package dev.informant.kubernetes.internal.stream;

/**
 * Finds the end of one JSON value whose bytes may arrive in any pieces. It looks at quotes and brackets
 * only: whether the value makes sense is for its decoder to say. Memory does not grow with nesting. Not
 * thread-safe.
 */
final class ValueScanner {
  /** What {@link #scan} returns while the value has not ended. */
  static final int UNFINISHED = -1;

  private int depth;
  private int children;
  private boolean begun;
  private boolean scalar;
  private boolean inString;
  private boolean escaped;

  /** Forgets the value before. */
  void reset() {
    depth = 0;
    children = 0;
    begun = false;
    scalar = false;
    inString = false;
    escaped = false;
  }

  /** Whether the value is a number or a word, which only the byte after it ends. */
  boolean isScalar() {
    return scalar;
  }

  boolean isInString() {
    return inString;
  }

  /** How many objects and arrays stand directly in the value, as far as it has been seen. */
  int children() {
    return children;
  }

  /**
   * Goes on with {@code [from, to)}; the first byte of a value must not be white space.
   *
   * @return the index after the value's last byte, or {@link #UNFINISHED}
   */
  int scan(byte[] bytes, int from, int to) {
    int at = from;
    if (!begun && at < to) {
      begun = true;
      byte first = bytes[at];
      scalar = first != '"' && first != '{' && first != '[';
    }
    if (scalar) {
      while (at < to && !endsScalar(bytes[at])) {
        at++;
      }
      return at < to ? at : UNFINISHED;
    }
    while (at < to) {
      if (inString) {
        at = leaveString(bytes, at, to);
        if (inString) {
          return UNFINISHED;
        }
        if (depth == 0) {
          return at;
        }
      }
      // Between strings: brackets differ from braces by one bit.
      while (at < to) {
        byte c = bytes[at++];
        if (c == '"') {
          inString = true;
          break;
        }
        int folded = c | 0x20;
        if (folded == '{') {
          if (depth++ == 1) {
            children++;
          }
        } else if (folded == '}' && --depth == 0) {
          return at;
        }
      }
    }
    return UNFINISHED;
  }

  private int leaveString(byte[] bytes, int from, int to) {
    int at = from;
    if (escaped && at < to) {
      escaped = false;
      at++;
    }
    while (at < to) {
      at = ByteStrings.quoteOrBackslash(bytes, at, to);
      if (at == to) {
        return to;
      }
      if (bytes[at] == '"') {
        inString = false;
        return at + 1;
      }
      if (at + 1 == to) {
        escaped = true;
        return to;
      }
      at += 2;
    }
    return at;
  }

  private static boolean endsScalar(byte c) {
    return c == ',' || c == ']' || c == '}' || c == ':' || isWhitespace(c) || c == '{' || c == '[';
  }

  static boolean isWhitespace(byte c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }
}

package dev.informant.kubernetes.internal.stream;

import dev.informant.kubernetes.codec.DecodeException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Looks through bytes eight at a time, and reads JSON strings. Stateless. */
public final class ByteStrings {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long QUOTES = ONES * '"';
  private static final long LINE_BREAKS = ONES * '\n';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long SPACES = ONES * ' ';

  private ByteStrings() {}

  /** The index of the first quote or backslash in {@code [from, to)}; {@code to} if there is none. */
  static int quoteOrBackslash(byte[] bytes, int from, int to) {
    int at = from;
    while (at + Long.BYTES <= to) {
      long word = (long) LONG.get(bytes, at);
      long found = (zeroBytes(word ^ QUOTES) | zeroBytes(word ^ BACKSLASHES)) & HIGH_BITS;
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3);
      }
      at += Long.BYTES;
    }
    while (at < to && bytes[at] != '"' && bytes[at] != '\\') {
      at++;
    }
    return at;
  }

  /**
   * The index of the first byte in {@code [from, to)} that is not plain text inside a string: a quote, a
   * backslash or a control character; {@code to} if there is none.
   */
  public static int endOfPlain(byte[] bytes, int from, int to) {
    int at = from;
    while (at + Long.BYTES <= to) {
      long word = (long) LONG.get(bytes, at);
      long found =
          (zeroBytes(word ^ QUOTES) | zeroBytes(word ^ BACKSLASHES) | (word - SPACES) & ~word)
              & HIGH_BITS;
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3);
      }
      at += Long.BYTES;
    }
    while (at < to
        && bytes[at] != '"'
        && bytes[at] != '\\'
        && (bytes[at] >= ' ' || bytes[at] < 0)) {
      at++;
    }
    return at;
  }

  /**
   * The index after the string, object or list that begins at {@code from}, found by its quotes and brackets
   * alone; negative if it does not end before {@code to}, is none of these, or has a control character in a string.
   */
  public static int afterValue(byte[] bytes, int from, int to) {
    int at = from;
    int depth = 0;
    while (at < to) {
      byte c = bytes[at++];
      if (c == '"') {
        at = endOfPlain(bytes, at, to);
        while (at + 1 < to && bytes[at] == '\\' && bytes[at + 1] >= ' ') {
          at = endOfPlain(bytes, at + 2, to);
        }
        if (at >= to || bytes[at] != '"') {
          return -1;
        }
        at++;
      } else {
        int folded = c | 0x20; // brackets differ from braces by one bit
        if (folded == '{') {
          depth++;
        } else if (folded == '}') {
          depth--;
        }
      }
      if (depth <= 0) {
        return depth < 0 || c != '"' && (c | 0x20) != '}' ? -1 : at;
      }
    }
    return -1;
  }

  /** Whether {@code expected} stands at {@code from}; there must be that many bytes. */
  public static boolean startsWith(byte[] bytes, int from, byte[] expected) {
    int length = expected.length;
    if (length < Long.BYTES) {
      for (int i = 0; i < length; i++) {
        if (bytes[from + i] != expected[i]) {
          return false;
        }
      }
      return true;
    }
    // The ends differ first, as a rule. Most are short: then that is all, or nearly.
    int last = length - Long.BYTES;
    return (long) LONG.get(bytes, from) == (long) LONG.get(expected, 0)
        && (long) LONG.get(bytes, from + last) == (long) LONG.get(expected, last)
        && (length <= 2 * Long.BYTES
            || Arrays.equals(bytes, from + Long.BYTES, from + last, expected, Long.BYTES, last));
  }

  /** The index of the first line break in {@code [from, to)}; {@code to} if there is none. */
  static int lineBreak(byte[] bytes, int from, int to) {
    int at = from;
    while (at + Long.BYTES <= to) {
      long found = zeroBytes((long) LONG.get(bytes, at) ^ LINE_BREAKS) & HIGH_BITS;
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3);
      }
      at += Long.BYTES;
    }
    while (at < to && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  /*
   * The lowest marked byte is the first zero byte; higher marks may be false (a borrow), which is why
   * only the lowest is used.
   */
  private static long zeroBytes(long word) {
    return (word - ONES) & ~word;
  }

  /** The text between the quotes. */
  static String text(byte[] bytes, int from, int to) {
    String raw = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    return raw.indexOf('\\') < 0 ? raw : unescaped(raw);
  }

  private static String unescaped(String raw) {
    StringBuilder text = new StringBuilder(raw.length());
    int at = 0;
    while (at < raw.length()) {
      char c = raw.charAt(at++);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      if (at == raw.length()) {
        throw new DecodeException("a string ends in a backslash");
      }
      char escape = raw.charAt(at++);
      switch (escape) {
        case '"', '\\', '/' -> text.append(escape);
        case 'b' -> text.append('\b');
        case 'f' -> text.append('\f');
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        case 'u' -> {
          text.append(unit(raw, at));
          at += 4;
        }
        default -> throw new DecodeException("a string has an unknown escape");
      }
    }
    return text.toString();
  }

  private static char unit(String raw, int at) {
    if (at + 4 > raw.length()) {
      throw new DecodeException("a string has a broken \\u escape");
    }
    int unit = 0;
    for (int i = at; i < at + 4; i++) {
      int digit = Character.digit(raw.charAt(i), 16);
      if (digit < 0) {
        throw new DecodeException("a string has a broken \\u escape");
      }
      unit = unit << 4 | digit;
    }
    return (char) unit;
  }
}

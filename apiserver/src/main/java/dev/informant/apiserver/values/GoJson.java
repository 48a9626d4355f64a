package dev.informant.apiserver.values;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;

/**
 * What Go's JSON decoder says of a text that is not JSON. Clients and tests meet these words in the messages of a
 * kube-apiserver. Used once, by one thread.
 */
public final class GoJson {
  /** How deep a text may be; Go's decoder goes ten times as deep. */
  public static final int DEEPEST = 1000;

  /** How many characters a number may have; Go's decoder counts none. */
  public static final int LONGEST_NUMBER = 1000;

  /** How many digits an exponent may have; more do not fit what numbers are kept in. */
  private static final int LONGEST_EXPONENT = 9;

  private static final String END = "unexpected end of JSON input";

  private final byte[] text;
  private int at;

  private GoJson(byte[] text) {
    this.text = text;
  }

  /** The complaint; that something is left over if nothing else is wrong. */
  public static String complaint(byte[] text) {
    try {
      GoJson reader = new GoJson(text);
      reader.document();
      return "invalid JSON";
    } catch (Malformed malformed) {
      return String.valueOf(malformed.getMessage());
    }
  }

  /** How Go names the kind of a value in "cannot unmarshal …". */
  public static String word(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT, POJO -> "object";
      case ARRAY -> "array";
      case STRING, BINARY -> "string";
      case BOOLEAN -> "bool";
      case NUMBER -> "number";
      case NULL, MISSING -> "null";
    };
  }

  private static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    }
  }

  private void document() throws Malformed {
    // a stack of its own: depth must not be able to overflow the thread's
    Deque<Character> open = new ArrayDeque<>();
    value(open);
    while (!open.isEmpty()) {
      boolean object = Objects.equals(open.peek(), '{');
      int next = skipSpace();
      if (next == (object ? '}' : ']')) {
        at++;
        open.pop();
      } else if (next == ',') {
        at++;
        if (object) {
          key();
        }
        value(open);
      } else if (next < 0) {
        throw new Malformed(END);
      } else {
        throw wrong(next, object ? "after object key:value pair" : "after array element");
      }
    }
    int next = skipSpace();
    if (next >= 0) {
      throw wrong(next, "after top-level value");
    }
  }

  /** Reads a value, or the beginning of one up to its first member. */
  private void value(Deque<Character> open) throws Malformed {
    while (true) {
      int next = skipSpace();
      if (next == '{') {
        at++;
        if (skipSpace() == '}') {
          at++;
          return;
        }
        push(open, '{');
        key();
      } else if (next == '[') {
        at++;
        if (skipSpace() == ']') {
          at++;
          return;
        }
        push(open, '[');
      } else {
        scalar(next);
        return;
      }
    }
  }

  private static void push(Deque<Character> open, char bracket) throws Malformed {
    if (open.size() == DEEPEST) {
      throw wrong(bracket, "exceeded max depth");
    }
    open.push(bracket);
  }

  private void scalar(int next) throws Malformed {
    switch (next) {
      case -1 -> throw new Malformed(END);
      case '"' -> string();
      case 't' -> literal("true");
      case 'f' -> literal("false");
      case 'n' -> literal("null");
      default -> {
        if (next != '-' && !digit(next)) {
          throw wrong(next, "looking for beginning of value");
        }
        number();
      }
    }
  }

  private void key() throws Malformed {
    int next = skipSpace();
    if (next < 0) {
      throw new Malformed(END);
    }
    if (next != '"') {
      throw wrong(next, "looking for beginning of object key string");
    }
    string();
    next = skipSpace();
    if (next < 0) {
      throw new Malformed(END);
    }
    if (next != ':') {
      throw wrong(next, "after object key");
    }
    at++;
  }

  private void string() throws Malformed {
    at++;
    while (true) {
      int next = take();
      if (next == '"') {
        return;
      }
      if (next < ' ') {
        throw wrong(next, "in string literal");
      }
      if (next == '\\') {
        int escaped = takeOrSpace();
        if (escaped == 'u') {
          for (int i = 0; i < 4; i++) {
            int digit = takeOrSpace();
            if (Character.digit(digit, 16) < 0) {
              throw wrong(digit, "in \\u hexadecimal character escape");
            }
          }
        } else if ("bfnrt\\/\"".indexOf(escaped) < 0) {
          throw wrong(escaped, "in string escape code");
        }
      }
    }
  }

  private void literal(String word) throws Malformed {
    for (int i = 0; i < word.length(); i++) {
      int next = takeOrSpace();
      if (next != word.charAt(i)) {
        throw wrong(next, "in literal " + word + " (expecting '" + word.charAt(i) + "')");
      }
    }
  }

  private void number() throws Malformed {
    int start = at;
    int exponent = -1;
    if (text[at] == '-') {
      at++;
      if (!digit(peek())) {
        throw wrong(takeOrSpace(), "in numeric literal");
      }
    }
    if (peek() == '0') {
      at++;
    } else {
      digits();
    }
    if (peek() == '.') {
      at++;
      atLeastOneDigit("after decimal point in numeric literal");
    }
    if (peek() == 'e' || peek() == 'E') {
      at++;
      if (peek() == '+' || peek() == '-') {
        at++;
      }
      exponent = at;
      atLeastOneDigit("in exponent of numeric literal");
    }
    exponent = exponent < 0 ? at : exponent;
    if (at - start > LONGEST_NUMBER || at - exponent > LONGEST_EXPONENT) {
      throw new Malformed("json: cannot unmarshal number "
          + new String(text, start, at - start, StandardCharsets.UTF_8)
          + " into Go value of type float64");
    }
  }

  private void atLeastOneDigit(String place) throws Malformed {
    if (!digit(peek())) {
      throw wrong(takeOrSpace(), place);
    }
    digits();
  }

  private void digits() {
    while (digit(peek())) {
      at++;
    }
  }

  private static boolean digit(int character) {
    return character >= '0' && character <= '9';
  }

  private boolean ended() {
    return at >= text.length;
  }

  private int peek() {
    return ended() ? -1 : text[at] & 0xff;
  }

  private int take() throws Malformed {
    int next = peek();
    if (next < 0) {
      throw new Malformed(END);
    }
    at++;
    return next;
  }

  /** Where a space would be wrong, Go reads one at the end and complains of it. */
  private int takeOrSpace() {
    return ended() ? ' ' : text[at++] & 0xff;
  }

  private int skipSpace() {
    while (!ended() && " \t\r\n".indexOf(text[at]) >= 0) {
      at++;
    }
    return peek();
  }

  private static Malformed wrong(int character, String place) {
    return new Malformed("invalid character " + shown(character) + " " + place);
  }

  /** As Go quotes one byte, taken for a character. */
  private static String shown(int character) {
    return switch (character) {
      case '\'' -> "'\\''";
      case '"' -> "'\"'";
      case '\\' -> "'\\\\'";
      case '\n' -> "'\\n'";
      case '\r' -> "'\\r'";
      case '\t' -> "'\\t'";
      case 7 -> "'\\a'";
      case '\b' -> "'\\b'";
      case '\f' -> "'\\f'";
      case 11 -> "'\\v'";
      default -> {
        boolean plain =
            character >= ' ' && character < 0x7f || character > 0xa0 && character != 0xad;
        yield plain
            ? "'" + (char) character + "'"
            : character < 0x80
                ? String.format("'\\x%02x'", character)
                : String.format("'\\u%04x'", character);
      }
    };
  }

  /** Text as it stands in a Go message between quotes. */
  public static String quoted(String text) {
    StringBuilder result = new StringBuilder("\"");
    text.codePoints().forEach(point -> {
      switch (point) {
        case '"' -> result.append("\\\"");
        case '\\' -> result.append("\\\\");
        default -> {
          if (GoRunes.printable(point)) {
            result.appendCodePoint(point);
          } else {
            result.append(GoRunes.escaped(point));
          }
        }
      }
    });
    return result.append('"').toString();
  }

  /** The first bytes of a body, as errors show them: JSON as it is, the rest in hexadecimal digits. */
  public static String summary(byte[] body) {
    int length = Math.min(body.length, 30);
    if (body.length == 0) {
      return "<empty>";
    }
    StringBuilder shown = new StringBuilder();
    if (body[0] == '{') {
      shown.append(new String(body, 0, length, StandardCharsets.UTF_8));
    } else {
      for (int i = 0; i < length; i++) {
        shown.append(String.format("%02x", body[i]));
      }
    }
    return body.length > length ? shown + " ..." : shown.toString();
  }
}

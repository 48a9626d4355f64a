package dev.informant.kubernetes.fast;

import dev.informant.kubernetes.stream.ByteStrings;
import dev.informant.kubernetes.stream.DecodeException;
import dev.informant.kubernetes.stream.JsonCursor;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one document, token by token, strictly. Every step is bounds-checked. Not thread-safe. */
final class FastReader {
  private static final int MOST_NESTED = 512;

  final byte[] bytes;
  final int end;
  final @Nullable SharedParts parts;
  final boolean leaveOutManagedFields;
  int at;

  private final StringCache strings;
  private final int start;
  private int depth;
  private @Nullable Object[] stack = new @Nullable Object[64];
  private int top;

  FastReader(
      byte[] bytes,
      int offset,
      int length,
      StringCache strings,
      @Nullable SharedParts parts,
      boolean leaveOutManagedFields) {
    this.bytes = bytes;
    this.start = offset;
    this.at = offset;
    this.end = offset + length;
    this.strings = strings;
    this.parts = parts;
    this.leaveOutManagedFields = leaveOutManagedFields;
  }

  DecodeException wrong(String expected) {
    return new DecodeException(expected + " expected at byte " + (at - start) + " of the object");
  }

  /** The next byte that is not white space, without passing it. */
  byte peek() {
    while (at < end) {
      byte c = bytes[at];
      if (c > ' ' || c < 0) {
        return c;
      }
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        break;
      }
      at++;
    }
    throw wrong("a value");
  }

  void expect(char c) {
    if (peek() != c) {
      throw wrong("'" + c + "'");
    }
    at++;
  }

  /** Enters an object or list; whether it has anything in it. */
  boolean enter(char open, char close) {
    expect(open);
    if (++depth > MOST_NESTED) {
      throw new DecodeException("nested more than " + MOST_NESTED + " deep");
    }
    if (peek() == close) {
      at++;
      depth--;
      return false;
    }
    return true;
  }

  /** After a member or element; whether another follows. */
  boolean another(char close) {
    byte c = peek();
    if (c == ',') {
      at++;
      return true;
    }
    if (c != close) {
      throw wrong("',' or '" + close + "'");
    }
    at++;
    depth--;
    return false;
  }

  void endOfDocument() {
    while (at < end) {
      if (bytes[at] > ' ' || bytes[at] < 0) {
        throw wrong("the end");
      }
      at++;
    }
  }

  /** Passes {@code null} if it is next. */
  boolean acceptNull() {
    if (peek() != 'n') {
      return false;
    }
    word("null");
    return true;
  }

  boolean bool() {
    if (peek() == 't') {
      word("true");
      return true;
    }
    if (bytes[at] == 'f') {
      word("false");
      return false;
    }
    throw wrong("true or false");
  }

  private void word(String word) {
    if (at + word.length() > end) {
      throw wrong(word);
    }
    for (int i = 0; i < word.length(); i++) {
      if (bytes[at + i] != word.charAt(i)) {
        throw wrong(word);
      }
    }
    at += word.length();
    if (at < end
        && (isDigit(bytes[at]) || (bytes[at] | 0x20) >= 'a' && (bytes[at] | 0x20) <= 'z')) {
      throw wrong("the end of " + word);
    }
  }

  String string() {
    int from = openString();
    int to = plainEnd(from);
    if (to < 0) {
      JsonCursor cursor = new JsonCursor(bytes, from - 1, end - from + 1);
      String text = cursor.string();
      for (at = from; at < cursor.position(); at++) {
        if (bytes[at] >= 0 && bytes[at] < ' ') {
          throw wrong("no control character in a string");
        }
      }
      return text;
    }
    at = to + 1;
    return strings.text(bytes, from, to);
  }

  /** Where the string that is next begins, after its quote. */
  int openString() {
    if (peek() != '"') {
      throw wrong("a string");
    }
    return at + 1;
  }

  /** The index of the quote that closes a string; negative if the string has escapes. */
  int plainEnd(int from) {
    int i = ByteStrings.endOfPlain(bytes, from, end);
    if (i == end) {
      at = end;
      throw wrong("the end of a string");
    }
    if (bytes[i] == '"') {
      return i;
    }
    if (bytes[i] == '\\') {
      return -1;
    }
    at = i;
    throw wrong("no control character in a string");
  }

  String name() {
    String name = string();
    expect(':');
    return name;
  }

  long integer(long least, long most, String type) {
    int from = at;
    boolean negative = peek() == '-';
    if (negative) {
      at++;
    }
    if (at >= end || !isDigit(bytes[at])) {
      throw wrong(type);
    }
    int first = at;
    long value = 0;
    while (at < end && isDigit(bytes[at])) {
      if (at - first >= 19) {
        at = from;
        throw wrong(type);
      }
      value = value * 10 - (bytes[at] - '0');
      at++;
    }
    if (value > 0 || at < end && isNumberPart(bytes[at]) || bytes[first] == '0' && at - first > 1) {
      at = from;
      throw wrong(type);
    }
    if (!negative) {
      if (value == Long.MIN_VALUE) {
        throw wrong(type);
      }
      value = -value;
    }
    if (value < least || value > most) {
      throw wrong(type);
    }
    return value;
  }

  /** Any value, in the classes Jackson uses for it. */
  @Nullable
  Object untyped() {
    byte c = peek();
    return switch (c) {
      case '{' -> map(FastReader::untypedOrNull);
      case '[' -> list(FastReader::untypedOrNull);
      case '"' -> string();
      case 't', 'f' -> bool();
      case 'n' -> {
        word("null");
        yield null;
      }
      default -> number();
    };
  }

  private static @Nullable Object untypedOrNull(FastReader json) {
    return json.untyped();
  }

  private Object number() {
    int from = at;
    int to = from;
    boolean fraction = false;
    while (to < end && isNumberPart(bytes[to])) {
      fraction |= !isDigit(bytes[to]) && !(to == from && bytes[to] == '-');
      to++;
    }
    String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    if (!isNumber(text)) {
      throw wrong("a value");
    }
    at = to;
    if (fraction) {
      return Double.valueOf(text);
    }
    if (text.length() < 19) {
      long value = Long.parseLong(text);
      if (value == (int) value) {
        return (int) value;
      }
      return value;
    }
    BigInteger value = new BigInteger(text);
    return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
  }

  /** -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)? */
  private static boolean isNumber(String text) {
    int length = text.length();
    int i = 0;
    if (i < length && text.charAt(i) == '-') {
      i++;
    }
    int digits = i;
    i = pastDigits(text, i);
    if (i == digits || text.charAt(digits) == '0' && i - digits > 1) {
      return false;
    }
    if (i < length && text.charAt(i) == '.') {
      int fraction = ++i;
      i = pastDigits(text, i);
      if (i == fraction) {
        return false;
      }
    }
    if (i < length && (text.charAt(i) | 0x20) == 'e') {
      i++;
      if (i < length && (text.charAt(i) == '+' || text.charAt(i) == '-')) {
        i++;
      }
      int exponent = i;
      i = pastDigits(text, i);
      if (i == exponent) {
        return false;
      }
    }
    return i == length;
  }

  private static int pastDigits(String text, int from) {
    int i = from;
    while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
      i++;
    }
    return i;
  }

  /** A list of exactly its size. */
  List<@Nullable Object> list(ValuePlan element) {
    int bottom = top;
    if (enter('[', ']')) {
      do {
        push(acceptNull() ? null : element.read(this));
      } while (another(']'));
    }
    if (top == bottom) {
      return new ArrayList<>(0);
    }
    List<@Nullable Object> list = new ArrayList<>(top - bottom);
    for (int i = bottom; i < top; i++) {
      list.add(stack[i]);
    }
    pop(bottom);
    return list;
  }

  /** A map of little more than its size. */
  Map<String, @Nullable Object> map(ValuePlan value) {
    int bottom = top;
    if (enter('{', '}')) {
      do {
        push(name());
        push(acceptNull() ? null : value.read(this));
      } while (another('}'));
    }
    int size = (top - bottom) / 2;
    Map<String, @Nullable Object> map = new LinkedHashMap<>(size + size / 3 + 1);
    for (int i = bottom; i < top; i += 2) {
      map.put((String) stack[i], stack[i + 1]);
    }
    pop(bottom);
    return map;
  }

  private void push(@Nullable Object value) {
    if (top == stack.length) {
      stack = Arrays.copyOf(stack, top * 2);
    }
    stack[top++] = value;
  }

  private void pop(int bottom) {
    Arrays.fill(stack, bottom, top, null);
    top = bottom;
  }

  /** Passes the value that is next without reading it; returns where it begins. */
  int skip() {
    peek();
    int from = at;
    int after = ByteStrings.afterValue(bytes, at, end);
    if (after >= 0) {
      at = after;
      return from;
    }
    JsonCursor cursor = new JsonCursor(bytes, at, end - at);
    cursor.skipValue();
    at = cursor.position();
    return from;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNumberPart(byte c) {
    return isDigit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
  }
}

package dev.informant.kubernetes.internal.fast.read;

import com.fasterxml.jackson.core.StreamReadConstraints;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Numbers: whole ones of a known type, and any of no known type in the classes Jackson uses for them. */
final class Numbers {
  /** To read one takes a time that is the square of its length. */
  private static final int MOST_DIGITS = StreamReadConstraints.DEFAULT_MAX_NUM_LEN;

  private Numbers() {}

  /** The number that is next, in the class Jackson uses for it; with as many digits as Jackson takes. */
  static Number any(FastReader json) {
    byte[] bytes = json.bytes;
    int from = json.at;
    int to = from;
    int digits = 0;
    while (to < json.end && FastReader.isNumberPart(bytes[to])) {
      digits += FastReader.isDigit(bytes[to++]) ? 1 : 0;
    }
    if (digits > MOST_DIGITS && digits - leadingZero(bytes, from, to) > MOST_DIGITS) {
      throw json.wrong("a number of at most " + MOST_DIGITS + " digits");
    }
    Number value = of(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
    if (value == null) {
      throw json.wrong("a value");
    }
    json.at = to;
    return value;
  }

  /** How many digits a number has that do not count: the 0 before a point. */
  private static int leadingZero(byte[] bytes, int from, int to) {
    int first = bytes[from] == '-' ? from + 1 : from;
    return first < to && bytes[first] == '0' ? 1 : 0;
  }

  /**
   * The whole number that is next.
   *
   * @param type what it is called if it is none, or not from {@code least} to {@code most}
   */
  static long integer(FastReader json, long least, long most, String type) {
    byte[] bytes = json.bytes;
    int end = json.end;
    int from = json.at;
    boolean negative = json.peek() == '-';
    if (negative) {
      json.at++;
    }
    if (json.at >= end || !FastReader.isDigit(bytes[json.at])) {
      throw json.wrong(type);
    }
    int first = json.at;
    long value = 0;
    while (json.at < end && FastReader.isDigit(bytes[json.at])) {
      if (json.at - first >= 19) {
        json.at = from;
        throw json.wrong(type);
      }
      value = value * 10 - (bytes[json.at] - '0');
      json.at++;
    }
    if (value > 0
        || json.at < end && FastReader.isNumberPart(bytes[json.at])
        || bytes[first] == '0' && json.at - first > 1) {
      json.at = from;
      throw json.wrong(type);
    }
    if (!negative) {
      if (value == Long.MIN_VALUE) {
        throw json.wrong(type);
      }
      value = -value;
    }
    if (value < least || value > most) {
      throw json.wrong(type);
    }
    return value;
  }

  /** Null if the text is no number in JSON. */
  static @Nullable Number of(String text) {
    if (!isNumber(text)) {
      return null;
    }
    if (pastDigits(text, text.charAt(0) == '-' ? 1 : 0) < text.length()) {
      return Double.valueOf(text);
    }
    if (text.length() < 19) {
      long value = Long.parseLong(text);
      return value == (int) value ? (Number) (int) value : (Number) value;
    }
    BigInteger value = new BigInteger(text);
    return value.bitLength() < Long.SIZE ? (Number) value.longValue() : value;
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
}

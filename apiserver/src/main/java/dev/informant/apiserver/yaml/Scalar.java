package dev.informant.apiserver.yaml;

import dev.informant.apiserver.values.GoPattern;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a scalar means: Go's YAML library decides it by the text, unless a tag says more. Immutable.
 *
 * @param tag one of those below, or a foreign one
 * @param value null, or a Boolean, Long, BigInteger (beyond a long), Double or String
 */
record Scalar(String tag, @Nullable Object value) {
  private static final String PREFIX = "tag:yaml.org,2002:";
  static final String STRING = PREFIX + "str";
  static final String BOOLEAN = PREFIX + "bool";
  static final String INTEGER = PREFIX + "int";
  static final String FLOAT = PREFIX + "float";
  static final String NULL = PREFIX + "null";
  static final String TIMESTAMP = PREFIX + "timestamp";
  static final String MERGE = PREFIX + "merge";
  static final String BINARY = PREFIX + "binary";

  private static final Map<String, Scalar> WORDS = words();
  private static final String MAYBE_WORDS = "yYnNtTfFoO~";
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final String FRACTION = "^\\.[0-9]+(_[0-9]+)*([eE][-+]?[0-9]+(_[0-9]+)*)?$";
  private static final Pattern TIME = Pattern.compile(
      "(\\d{4})-(\\d{1,2})-(\\d{1,2})(?:([Tt ])(\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:[.,]\\d+)?"
          + "(Z|[-+]\\d\\d:\\d\\d)?)?");
  private static final int LONGEST_NUMBER = 64;

  private static Map<String, Scalar> words() {
    Map<String, Scalar> words = new HashMap<>();
    put(words, BOOLEAN, true, "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE");
    put(words, BOOLEAN, true, "on", "On", "ON");
    put(words, BOOLEAN, false, "n", "N", "no", "No", "NO", "false", "False", "FALSE");
    put(words, BOOLEAN, false, "off", "Off", "OFF");
    put(words, NULL, null, "", "~", "null", "Null", "NULL");
    put(words, FLOAT, Double.NaN, ".nan", ".NaN", ".NAN");
    put(words, FLOAT, Double.POSITIVE_INFINITY, ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF");
    put(words, FLOAT, Double.NEGATIVE_INFINITY, "-.inf", "-.Inf", "-.INF");
    return Map.copyOf(words);
  }

  private static void put(
      Map<String, Scalar> words, String tag, @Nullable Object value, String... forms) {
    for (String form : forms) {
      words.put(form, new Scalar(tag, value));
    }
  }

  /** A text with no tag and no quotes. */
  static Scalar plain(String text) {
    if (text.isEmpty()) {
      return new Scalar(NULL, null);
    }
    char first = text.charAt(0);
    boolean number = first == '+' || first == '-' || first >= '0' && first <= '9';
    if (number || first == '.' || MAYBE_WORDS.indexOf(first) >= 0) {
      Scalar word = WORDS.get(text);
      if (word != null) {
        return word;
      }
    }
    if (first == '.') {
      return GoPattern.of(FRACTION).matches(text)
          ? floating(text.replace("_", ""), text)
          : new Scalar(STRING, text);
    }
    if (!number) {
      return new Scalar(STRING, text);
    }
    if (timestamp(text)) {
      return new Scalar(TIMESTAMP, text);
    }
    String digits = text.indexOf('_') < 0 ? text : text.replace("_", "");
    BigInteger whole = integer(digits);
    if (whole != null && whole.bitLength() <= 63) {
      return new Scalar(INTEGER, whole.longValue());
    }
    if (whole != null && whole.bitLength() <= 64 && whole.signum() > 0 && first != '+') {
      return new Scalar(INTEGER, whole);
    }
    return DECIMAL.matcher(digits).matches() ? floating(digits, text) : new Scalar(STRING, text);
  }

  private static Scalar floating(String digits, String text) {
    double value = Double.parseDouble(digits);
    return Double.isInfinite(value) ? new Scalar(STRING, text) : new Scalar(FLOAT, value);
  }

  /** A text with a tag. */
  static Scalar tagged(String tag, String text) throws YamlProblem {
    switch (tag) {
      case STRING:
        return new Scalar(STRING, text);
      case BOOLEAN, INTEGER, FLOAT, NULL, TIMESTAMP:
        break;
      default:
        return new Scalar(tag, text);
    }
    Scalar meant = plain(text);
    if (meant.tag().equals(TIMESTAMP) && !tag.equals(TIMESTAMP)) {
      meant = new Scalar(STRING, text);
    }
    if (meant.tag().equals(tag)) {
      return meant;
    }
    if (tag.equals(FLOAT) && meant.value() instanceof Long whole) {
      return new Scalar(FLOAT, (double) whole);
    }
    throw new YamlProblem(
        "yaml: cannot decode " + shortened(meant.tag()) + " `" + text + "` as a " + shortened(tag));
  }

  private static String shortened(String tag) {
    return tag.startsWith(PREFIX) ? "!!" + tag.substring(PREFIX.length()) : tag;
  }

  /** As Go reads whole numbers: 0x, 0o, 0b, and a leading 0 for octal digits; null if it is none. */
  private static @Nullable BigInteger integer(String text) {
    int at = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
    int radix = 10;
    if (at < text.length() - 1 && text.charAt(at) == '0') {
      radix = switch (text.charAt(at + 1)) {
        case 'x', 'X' -> 16;
        case 'b', 'B' -> 2;
        default -> 8;
      };
      at += radix == 8 && "oO".indexOf(text.charAt(at + 1)) < 0 ? 1 : 2;
    }
    int end = at;
    while (end < text.length() && Character.digit(text.charAt(end), radix) >= 0) {
      if (text.charAt(end) > 'z') {
        return null;
      }
      end++;
    }
    int start = at;
    while (start < end - 1 && text.charAt(start) == '0') {
      start++;
    }
    if (end < text.length() || end == at || end - start > LONGEST_NUMBER) {
      return null;
    }
    BigInteger size = new BigInteger(text.substring(start, end), radix);
    return text.charAt(0) == '-' ? size.negate() : size;
  }

  private static boolean timestamp(String text) {
    Matcher parts = TIME.matcher(text);
    if (!parts.matches()) {
      return false;
    }
    boolean timed = parts.group(4) != null;
    boolean zoned = parts.group(8) != null;
    if (timed && zoned == parts.group(4).equals(" ")) {
      return false;
    }
    if (zoned && parts.group(8).length() > 1) {
      String zone = parts.group(8);
      if (number(zone.substring(1, 3)) > 24 || number(zone.substring(4)) > 60) {
        return false;
      }
    }
    try {
      LocalDateTime.of(
          number(parts.group(1)),
          number(parts.group(2)),
          number(parts.group(3)),
          timed ? number(parts.group(5)) : 0,
          timed ? number(parts.group(6)) : 0,
          timed ? number(parts.group(7)) : 0);
      return true;
    } catch (DateTimeException outOfRange) {
      return false;
    }
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }
}

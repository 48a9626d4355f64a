package dev.informant.apiserver.internal.values;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

/**
 * Durations as Go reads them, like {@code 1h2m3.5s}, and what it says of a text that is none. Takes time linear in the
 * text and no stack. Used once, by one thread.
 */
public final class GoDurations {
  private static final Map<String, Long> UNITS = Map.of(
      "ns", 1L,
      "us", 1_000L,
      "\u00b5s", 1_000L,
      "\u03bcs", 1_000L,
      "ms", 1_000_000L,
      "s", 1_000_000_000L,
      "m", 60_000_000_000L,
      "h", 3_600_000_000_000L);

  private final String text;
  private int at;

  private GoDurations(String text) {
    this.text = text;
  }

  /** Says in Go's words what is wrong with a text. */
  public static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    private Malformed(String message) {
      super(message, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    }

    @Override
    public String getMessage() {
      return Objects.requireNonNull(super.getMessage());
    }
  }

  /** Nanoseconds. */
  public static long parse(String text) throws Malformed {
    return new GoDurations(text).all();
  }

  private long all() throws Malformed {
    boolean negative = text.startsWith("-");
    at = negative || text.startsWith("+") ? 1 : 0;
    String body = text.substring(at);
    if (body.equals("0")) {
      return 0;
    }
    if (body.isEmpty()) {
      throw invalid();
    }
    // negative all along: the least long has no positive counterpart
    long sum = 0;
    while (at < text.length()) {
      sum -= part();
      if (sum > 0) {
        throw invalid();
      }
    }
    if (!negative && sum == Long.MIN_VALUE) {
      throw invalid();
    }
    return negative ? sum : -sum;
  }

  /** One number with its unit, less than 2^63. */
  private long part() throws Malformed {
    int start = at;
    long whole = 0;
    for (; digit(); at++) {
      if (whole > Long.MAX_VALUE / 10) {
        throw invalid();
      }
      whole = whole * 10 + text.charAt(at) - '0';
      if (whole < 0) {
        throw invalid();
      }
    }
    int digits = at - start;
    long fraction = 0;
    double scale = 1;
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      for (; digit(); at++, digits++) {
        if (fraction <= (Long.MAX_VALUE - 9) / 10) {
          fraction = fraction * 10 + text.charAt(at) - '0';
          scale *= 10;
        }
      }
    }
    if (digits == 0) {
      throw invalid();
    }
    long unit = unit();
    if (whole > Long.MAX_VALUE / unit) {
      throw invalid();
    }
    long nanos = whole * unit + (long) (fraction * (unit / scale));
    if (nanos < 0) {
      throw invalid();
    }
    return nanos;
  }

  private long unit() throws Malformed {
    int start = at;
    while (at < text.length() && text.charAt(at) != '.' && !digit()) {
      at++;
    }
    if (at == start) {
      throw new Malformed("time: missing unit in duration " + quoted(text));
    }
    String name = text.substring(start, at);
    Long unit = UNITS.get(name);
    if (unit == null) {
      throw new Malformed("time: unknown unit " + quoted(name) + " in duration " + quoted(text));
    }
    return unit;
  }

  private boolean digit() {
    return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  private Malformed invalid() {
    return new Malformed("time: invalid duration " + quoted(text));
  }

  /** What is not plain ASCII is shown by its bytes. */
  private static String quoted(String text) {
    StringBuilder shown = new StringBuilder("\"");
    for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
      if (one < ' ') {
        shown.append(String.format("\\x%02x", one));
      } else {
        shown.append(one == '"' || one == '\\' ? "\\" : "").append((char) one);
      }
    }
    return shown.append('"').toString();
  }
}

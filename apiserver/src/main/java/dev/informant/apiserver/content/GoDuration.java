package dev.informant.apiserver.content;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as Go writes them: {@code 1h2m3.5s}. */
final class GoDuration {
  private static final Pattern PART =
      Pattern.compile("([0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(h|ms|m|s|us|µs|ns)");

  private GoDuration() {}

  static long parse(String text) {
    String body = text.startsWith("-") ? text.substring(1) : text;
    if (body.equals("0")) {
      return 0;
    }
    Matcher part = PART.matcher(body);
    BigDecimal sum = BigDecimal.ZERO;
    int end = 0;
    while (part.find() && part.start() == end) {
      sum =
          sum.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unit(part.group(2)))));
      end = part.end();
    }
    if (end == 0 || end != body.length()) {
      throw new IllegalArgumentException("not a duration: " + text);
    }
    return text.startsWith("-") ? -sum.longValue() : sum.longValue();
  }

  private static long unit(String name) {
    return switch (name) {
      case "h" -> 3_600_000_000_000L;
      case "m" -> 60_000_000_000L;
      case "s" -> 1_000_000_000L;
      case "ms" -> 1_000_000L;
      case "ns" -> 1L;
      default -> 1_000L;
    };
  }

  static String format(long nanos) {
    if (nanos == 0) {
      return "0s";
    }
    long rest = Math.abs(nanos);
    StringBuilder text = new StringBuilder(nanos < 0 ? "-" : "");
    if (rest < 1_000_000_000L) {
      String unit = rest < 1_000 ? "ns" : rest < 1_000_000 ? "µs" : "ms";
      return text.append(decimal(rest, unit(unit))).append(unit).toString();
    }
    long hours = rest / unit("h");
    long minutes = rest % unit("h") / unit("m");
    if (hours > 0) {
      text.append(hours).append('h');
    }
    if (hours > 0 || minutes > 0) {
      text.append(minutes).append('m');
    }
    return text.append(decimal(rest % unit("m"), unit("s"))).append('s').toString();
  }

  private static String decimal(long value, long unit) {
    return BigDecimal.valueOf(value)
        .divide(BigDecimal.valueOf(unit))
        .stripTrailingZeros()
        .toPlainString();
  }
}

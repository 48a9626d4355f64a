package dev.informant.apiserver.internal.content;

import dev.informant.apiserver.internal.values.GoDurations;
import java.math.BigDecimal;

/** Durations as Go writes them: {@code 1h2m3.5s}. */
final class GoDuration {
  private GoDuration() {}

  static long parse(String text) {
    try {
      return GoDurations.parse(text);
    } catch (GoDurations.Malformed malformed) {
      throw new IllegalArgumentException(malformed.getMessage(), malformed);
    }
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

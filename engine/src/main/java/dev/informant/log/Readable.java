package dev.informant.log;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Formats instants, durations and sizes for messages. Stateless. */
public final class Readable {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

  private Readable() {}

  /** {@code 2026-03-01T10:00:00Z}, without fractions of a second. */
  public static String instant(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** {@code 850 ms}, {@code 3.2 s}, {@code 42 s}, {@code 3 min}, {@code 5 h}; rounded down. */
  public static String time(Duration time) {
    if (time.isNegative()) {
      return time.toMillis() == 0 ? "less than 0 ms" : "-" + time(time.negated());
    }
    if (time.toSeconds() < 1) {
      return time.isZero() || time.toMillis() > 0 ? time.toMillis() + " ms" : "less than 1 ms";
    }
    if (time.toSeconds() < 10) {
      long tenths = time.toMillis() / 100;
      return tenths / 10 + (tenths % 10 == 0 ? "" : "." + tenths % 10) + " s";
    }
    if (time.toSeconds() < 120) {
      return time.toSeconds() + " s";
    }
    return time.toMinutes() < 120 ? time.toMinutes() + " min" : time.toHours() + " h";
  }

  /** {@code 1 event}, {@code 3 events}. */
  public static String count(long number, String singular) {
    return number + " " + singular + (number == 1 ? "" : "s");
  }

  /** {@code 812 B}, {@code 4.2 KiB}, {@code 310 MiB}. */
  public static String bytes(long bytes) {
    double value = bytes;
    int unit = 0;
    while (Math.abs(value) >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(
        Locale.ROOT, unit == 0 || value >= 100 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
  }
}

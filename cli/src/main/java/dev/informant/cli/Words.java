package dev.informant.cli;

import dev.informant.informer.InformerState;
import dev.informant.source.SourceException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

/** States, causes, sizes and times as people read them. Stateless. */
public final class Words {
  private static final Pattern DURATION =
      Pattern.compile("\\bPT(?=\\d)(?:\\d+H)?(?:\\d+M)?(?:\\d+(?:\\.\\d+)?S)?\\b");

  private Words() {}

  public static String state(InformerState state) {
    if (state instanceof InformerState.Created) {
      return "not started";
    } else if (state instanceof InformerState.Listing listing) {
      return listing.first() ? "listing" : "relisting";
    } else if (state instanceof InformerState.Warm) {
      return "warm";
    } else if (state instanceof InformerState.Watching watching) {
      return watching.cause() == null ? "watching" : "reopening";
    } else if (state instanceof InformerState.BackingOff) {
      return "backing off";
    }
    return "closed";
  }

  /** Status and reason, or the end of a longer message: enough for a line. */
  public static String shortCause(Throwable cause) {
    if (cause instanceof SourceException source && source.code() != 0) {
      return (source.code() + " " + source.reason()).stripTrailing(); // a proxy gives no reason
    }
    String message = cause.getMessage();
    if (message == null) {
      return cause.getClass().getSimpleName();
    }
    return durations(withoutPlace(message)); // the kind is said already
  }

  /** Status, reason and message, which names a missing permission; without the place. */
  public static String cause(SourceException failure) {
    String message = withoutPlace(String.valueOf(failure.getMessage()));
    String status = shortCause(failure);
    if (failure.code() == 0) {
      return status;
    }
    return message.startsWith(status) ? message : status + ": " + message;
  }

  /** "connection refused" of "list of pods/v1 at https://…: connection refused". */
  public static String withoutPlace(String message) {
    int place = message.indexOf(" at http");
    int colon = place < 0 ? -1 : message.indexOf(": ", place);
    return colon < 0 ? message : message.substring(colon + 2);
  }

  /** The same with "3 s" where it had "PT3.178235699S". */
  private static String durations(String message) {
    return DURATION.matcher(message).replaceAll(found -> time(Duration.parse(found.group())));
  }

  /** {@code 850 ms}, {@code 3.2 s}, {@code 12 s}, {@code 3 min}; rounded down. */
  public static String time(Duration time) {
    if (time.isNegative() || time.isZero()) {
      return "0 s";
    }
    if (time.toMillis() < 1000) {
      return time.toMillis() + " ms";
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

  /** {@code 812 B}, {@code 4.2 KiB}, {@code 310 MiB}. */
  public static String bytes(double bytes) {
    String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
    double value = Math.max(0, bytes);
    int unit = 0;
    while (value >= 1024 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    String format = unit == 0 || value >= 100 ? "%.0f %s" : "%.1f %s";
    return String.format(Locale.ROOT, format, value, units[unit]);
  }

  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 1 pod}, {@code 1,000 pods}. */
  public static String count(long number, String singular) {
    return count(number) + " " + singular + (number == 1 ? "" : "s");
  }
}

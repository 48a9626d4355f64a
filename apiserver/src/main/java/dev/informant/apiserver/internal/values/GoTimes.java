package dev.informant.apiserver.internal.values;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Times as Go reads and writes them, and what Go says of a text that is none. Used once, by one thread.
 */
public final class GoTimes {
  private static final String SECONDS = "2006-01-02T15:04:05Z07:00";
  private static final String MICROS = "2006-01-02T15:04:05.000000Z07:00";

  private static final String YEAR = "2000";
  private static final LocalDateTime ZERO = LocalDateTime.of(1, 1, 1, 0, 0);
  private static final int NANO_DIGITS = 9;
  private static final int NANOS_IN_MICRO = 1000;
  private static final int SECONDS_LENGTH = "2006-01-02T15:04:05Z".length();
  private static final int MICROS_LENGTH = "2006-01-02T15:04:05.000000Z".length();
  private static final int MOST_OFFSET_HOURS = 24;
  private static final int MOST_OFFSET_MINUTES = 60;

  private final String layout;
  private final String value;
  private String rest;
  private LocalDateTime read = LocalDateTime.MIN;

  private GoTimes(String layout, String value) {
    this.layout = layout;
    this.value = value;
    this.rest = value;
  }

  /** What is wrong with a Time; null if nothing is. */
  public static @Nullable String time(String value) {
    return new GoTimes(SECONDS, value).read(false);
  }

  /** What is wrong with a MicroTime, which must have six digits after the point; null if nothing is. */
  public static @Nullable String microTime(String value) {
    return new GoTimes(MICROS, value).read(true);
  }

  /** The moment that a stored time names; null if it names none. */
  public static @Nullable LocalDateTime moment(String value, boolean micros) {
    GoTimes time = new GoTimes(micros ? MICROS : SECONDS, value);
    return time.read(micros) == null ? time.read : far(value, micros);
  }

  /** A moment in a year that Go writes but does not read: there are such beside the years 0 and 9999. */
  private static @Nullable LocalDateTime far(String value, boolean micros) {
    int end = value.length() - (micros ? MICROS_LENGTH : SECONDS_LENGTH) + YEAR.length();
    if (end < YEAR.length()) {
      return null;
    }
    GoTimes time = new GoTimes(micros ? MICROS : SECONDS, YEAR + value.substring(end));
    try {
      return time.read(micros) == null
          ? time.read.withYear(Integer.parseInt(value.substring(0, end)))
          : null;
    } catch (NumberFormatException | DateTimeException none) {
      return null;
    }
  }

  /**
   * A time as it comes out: in UTC, to the second or the microsecond; null if it is Go's zero. A text that is no time stays
   * what it is.
   */
  public static @Nullable String written(String value, boolean micros) {
    boolean done = value.endsWith("Z")
        && value.length() == (micros ? MICROS_LENGTH : SECONDS_LENGTH)
        && value.indexOf(',') < 0
        && !value.startsWith("0001-");
    LocalDateTime moment = done ? null : moment(value, micros);
    return moment == null ? value : written(moment, micros);
  }

  /** A moment in UTC as Go writes it; null if it is Go's zero. */
  public static @Nullable String written(LocalDateTime moment, boolean micros) {
    if (moment.equals(ZERO)) {
      return null;
    }
    int year = moment.getYear();
    return String.format(
        Locale.ROOT,
        "%s%04d-%02d-%02dT%02d:%02d:%02d%sZ",
        year < 0 ? "-" : "",
        Math.abs(year),
        moment.getMonthValue(),
        moment.getDayOfMonth(),
        moment.getHour(),
        moment.getMinute(),
        moment.getSecond(),
        micros ? String.format(Locale.ROOT, ".%06d", moment.getNano() / NANOS_IN_MICRO) : "");
  }

  private static final class Unlike extends Exception {
    private static final long serialVersionUID = 1L;

    Unlike(String message) {
      super(message, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    }
  }

  private @Nullable String read(boolean micros) {
    try {
      int year = number("2006", 4, 0, 9999, "year");
      literal("-");
      int month = number("01", 2, 1, 12, "month");
      literal("-");
      int day = number("02", 2, 0, 31, "day");
      literal("T");
      int hour = number("15", 2, 0, 23, "hour");
      literal(":");
      int minute = number("04", 2, 0, 59, "minute");
      literal(":");
      int second = number("05", 2, 0, 59, "second");
      int nanos = micros ? fraction() : spareFraction();
      int offset = zone();
      if (!rest.isEmpty()) {
        return "parsing time " + GoJson.quoted(value) + ": extra text: " + GoJson.quoted(rest);
      }
      if (day < 1 || day > YearMonth.of(year, month).lengthOfMonth()) {
        return outOfRange("day").getMessage();
      }
      read = LocalDateTime.of(year, month, day, hour, minute, second, nanos).minusMinutes(offset);
      return null;
    } catch (Unlike unlike) {
      return unlike.getMessage();
    }
  }

  private int number(String element, int length, int least, int most, String name) throws Unlike {
    if (digits(0) < length) {
      throw cannot(element);
    }
    int number = Integer.parseInt(rest.substring(0, length));
    rest = rest.substring(length);
    if (number < least || number > most) {
      throw outOfRange(name);
    }
    return number;
  }

  private void literal(String expected) throws Unlike {
    if (!rest.startsWith(expected)) {
      throw cannot(expected);
    }
    rest = rest.substring(expected.length());
  }

  /** Six digits and no more; in nanoseconds. */
  private int fraction() throws Unlike {
    boolean point = rest.length() >= 7 && ".,".indexOf(rest.charAt(0)) >= 0;
    if (!point || digits(1) < 6) {
      throw cannot(".000000");
    }
    int micros = Integer.parseInt(rest.substring(1, 7));
    rest = rest.substring(7);
    return micros * NANOS_IN_MICRO;
  }

  /** Any number of digits where none are expected; in nanoseconds. */
  private int spareFraction() {
    if (rest.length() < 2 || ".,".indexOf(rest.charAt(0)) < 0 || digits(1) == 0) {
      return 0;
    }
    int count = digits(1);
    String nanos =
        (rest.substring(1, 1 + count) + "0".repeat(NANO_DIGITS)).substring(0, NANO_DIGITS);
    rest = rest.substring(1 + count);
    return Integer.parseInt(nanos);
  }

  /** In minutes east of UTC. Go takes a whole day and a whole hour too. */
  private int zone() throws Unlike {
    if (rest.startsWith("Z")) {
      rest = rest.substring(1);
      return 0;
    }
    boolean offset = rest.length() >= 6
        && "+-".indexOf(rest.charAt(0)) >= 0
        && digits(1) >= 2
        && rest.charAt(3) == ':'
        && digits(4) >= 2;
    if (!offset) {
      throw cannot("Z07:00");
    }
    int hours = Integer.parseInt(rest.substring(1, 3));
    int minutes = Integer.parseInt(rest.substring(4, 6));
    if (minutes > MOST_OFFSET_MINUTES) {
      throw outOfRange("time zone offset minute");
    }
    if (hours > MOST_OFFSET_HOURS) {
      throw outOfRange("time zone offset hour");
    }
    boolean west = rest.charAt(0) == '-';
    rest = rest.substring(6);
    int east = hours * 60 + minutes;
    return west ? -east : east;
  }

  private int digits(int from) {
    int end = from;
    while (end < rest.length() && rest.charAt(end) >= '0' && rest.charAt(end) <= '9') {
      end++;
    }
    return end - from;
  }

  private Unlike cannot(String element) {
    return new Unlike("parsing time " + GoJson.quoted(value) + " as " + GoJson.quoted(layout)
        + ": cannot parse " + GoJson.quoted(rest) + " as " + GoJson.quoted(element));
  }

  private Unlike outOfRange(String name) {
    return new Unlike("parsing time " + GoJson.quoted(value) + ": " + name + " out of range");
  }
}

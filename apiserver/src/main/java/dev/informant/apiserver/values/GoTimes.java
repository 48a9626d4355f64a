package dev.informant.apiserver.values;

import java.time.LocalDate;
import java.time.YearMonth;
import org.jspecify.annotations.Nullable;

/** Whether a text is a time as Go reads it, and what Go says if it is not. Used once, by one thread. */
public final class GoTimes {
  private static final String SECONDS = "2006-01-02T15:04:05Z07:00";
  private static final String MICROS = "2006-01-02T15:04:05.000000Z07:00";

  private final String layout;
  private final String value;
  private String rest;

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
      number("15", 2, 0, 23, "hour");
      literal(":");
      number("04", 2, 0, 59, "minute");
      literal(":");
      number("05", 2, 0, 59, "second");
      if (micros) {
        fraction();
      } else if (rest.length() > 1 && ".,".indexOf(rest.charAt(0)) >= 0 && digits(1) > 0) {
        rest = rest.substring(1 + digits(1));
      }
      zone();
      if (!rest.isEmpty()) {
        return "parsing time " + GoJson.quoted(value) + ": extra text: " + GoJson.quoted(rest);
      }
      boolean possible = day >= 1 && day <= YearMonth.of(year, month).lengthOfMonth();
      return possible && LocalDate.of(year, month, day).getYear() == year
          ? null
          : outOfRange("day").getMessage();
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

  private void fraction() throws Unlike {
    boolean point = rest.length() >= 7 && ".,".indexOf(rest.charAt(0)) >= 0;
    if (!point || digits(1) < 6) {
      throw cannot(".000000");
    }
    rest = rest.substring(7);
  }

  private void zone() throws Unlike {
    if (rest.startsWith("Z")) {
      rest = rest.substring(1);
    } else if (rest.matches("[+-]\\d\\d:\\d\\d.*")) {
      rest = rest.substring(6);
    } else {
      throw cannot("Z07:00");
    }
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

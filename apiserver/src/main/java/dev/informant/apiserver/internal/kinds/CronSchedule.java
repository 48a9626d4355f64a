package dev.informant.apiserver.internal.kinds;

import dev.informant.apiserver.internal.values.GoDurations;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The five fields of a CronJob's schedule, read as a kube-apiserver reads them. Stateless. */
final class CronSchedule {
  private static final Set<String> NAMED =
      Set.of("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly");
  private static final String EVERY = "@every ";

  private record Field(int least, int most, List<String> names) {}

  private static final List<Field> FIELDS = List.of(
      new Field(0, 59, List.of()),
      new Field(0, 23, List.of()),
      new Field(1, 31, List.of()),
      new Field(
          1,
          12,
          List.of(
              "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")),
      new Field(0, 6, List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat")));

  private CronSchedule() {}

  /** What is wrong with a schedule that is not empty; null if nothing is. */
  static @Nullable String mistake(String schedule) {
    if (schedule.startsWith("@")) {
      if (schedule.startsWith(EVERY)) {
        try {
          GoDurations.parse(schedule.substring(EVERY.length()));
          return null;
        } catch (GoDurations.Malformed malformed) {
          return "failed to parse duration " + schedule + ": " + malformed.getMessage();
        }
      }
      return NAMED.contains(schedule) ? null : "unrecognized descriptor: " + schedule;
    }
    String text = schedule;
    if (text.startsWith("TZ=") || text.startsWith("CRON_TZ=")) {
      int space = text.indexOf(' ');
      text = space < 0 ? "" : text.substring(space);
    }
    List<String> fields = text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    if (fields.size() != FIELDS.size()) {
      return "expected exactly " + FIELDS.size() + " fields, found " + fields.size() + ": ["
          + String.join(" ", fields) + "]";
    }
    for (int i = 0; i < FIELDS.size(); i++) {
      for (String range : fields.get(i).split(",")) {
        String mistake = range.isEmpty() ? null : mistake(range, FIELDS.get(i));
        if (mistake != null) {
          return mistake;
        }
      }
    }
    return null;
  }

  private static @Nullable String mistake(String range, Field field) {
    String[] stepped = range.split("/", -1);
    String[] bounds = stepped[0].split("-", -1);
    boolean all = bounds[0].equals("*") || bounds[0].equals("?");
    try {
      long start = all ? field.least : number(bounds[0], field.least, field.names);
      if (!all && bounds.length > 2) {
        return "too many hyphens: " + range;
      }
      long end = all
          ? field.most
          : bounds.length == 2 ? number(bounds[1], field.least, field.names) : start;
      long step = 1;
      if (stepped.length > 2) {
        return "too many slashes: " + range;
      }
      if (stepped.length == 2) {
        step = number(stepped[1], 0, List.of());
        end = bounds.length == 1 ? field.most : end;
      }
      return order(range, start, end, step, field);
    } catch (IllegalArgumentException mistake) {
      return mistake.getMessage();
    }
  }

  private static @Nullable String order(
      String range, long start, long end, long step, Field field) {
    if (start < field.least) {
      return "beginning of range (" + start + ") below minimum (" + field.least + "): " + range;
    }
    if (end > field.most) {
      return "end of range (" + end + ") above maximum (" + field.most + "): " + range;
    }
    if (start > end) {
      return "beginning of range (" + start + ") beyond end of range (" + end + "): " + range;
    }
    return step == 0 ? "step of range should be a positive number: " + range : null;
  }

  private static long number(String text, int first, List<String> names) {
    int named = names.indexOf(text.toLowerCase(Locale.ROOT));
    if (named >= 0) {
      return named + first;
    }
    if (!text.matches("[+-]?[0-9]{1,18}")) {
      throw new IllegalArgumentException("failed to parse int from " + text
          + ": strconv.Atoi: parsing \"" + text + "\": invalid syntax");
    }
    long number = Long.parseLong(text);
    if (number < 0) {
      throw new IllegalArgumentException("negative number (" + number + ") not allowed: " + text);
    }
    return number;
  }
}

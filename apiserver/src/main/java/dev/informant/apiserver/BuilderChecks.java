package dev.informant.apiserver;

import dev.informant.apiserver.internal.registry.BuiltInResources;
import java.time.Duration;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What an {@link ApiServerBuilder} takes: refusals name the option, what is allowed and the value. Stateless. */
final class BuilderChecks {
  private static final int LAST_PORT = 65535;
  private static final Pattern VERSION =
      Pattern.compile("v[0-9]{1,9}\\.[0-9]{1,9}\\.[0-9]{1,9}([-+].*)?");

  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9*._:%\\[\\]-]{1,253}");
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private BuilderChecks() {}

  static int port(int number) {
    return require(number >= 0 && number <= LAST_PORT, "port", "from 0 to " + LAST_PORT, number);
  }

  static int atLeast(int least, String option, int value) {
    return require(value >= least, option, "at least " + least, value);
  }

  static Duration positive(String option, Duration time) {
    require(time != null && time.compareTo(LONGEST) <= 0, option, "at most 100 years", time);
    // Less than a millisecond would be none for those who count them.
    return require(time.toMillis() > 0, option, "a millisecond or longer", time);
  }

  static String notEmpty(String option, String text) {
    return require(
        text != null && !text.isBlank(), option, "a text that is not empty", shown(text), text);
  }

  static String hostName(String option, String text) {
    return require(
        text != null && HOST.matcher(text).matches(),
        option,
        "the name or the address of a host",
        shown(text),
        text);
  }

  private static String shown(@Nullable String text) {
    return text == null ? "null" : "\"" + text + "\"";
  }

  static String version(String text) {
    return require(
        VERSION.matcher(text).matches(), "version", "like v1.36.0", "\"" + text + "\"", text);
  }

  static String groupVersion(String text) {
    var known = BuiltInResources.knownGroupVersions();
    return require(
        known.contains(text),
        "serve",
        "one of " + String.join(", ", new TreeSet<>(known)),
        "\"" + text + "\"",
        text);
  }

  static void window(int kept, int maximum) {
    require(
        kept >= 0 && maximum >= kept,
        "watchWindow",
        "two numbers of which the first is not negative and the second not smaller",
        kept + ", " + maximum);
  }

  private static <T> T require(boolean holds, String option, String allowed, T value) {
    return require(holds, option, allowed, String.valueOf(value), value);
  }

  private static <T> T require(
      boolean holds, String option, String allowed, String shown, T value) {
    if (!holds) {
      throw new IllegalArgumentException(option + ": must be " + allowed + "; it is " + shown);
    }
    return value;
  }
}

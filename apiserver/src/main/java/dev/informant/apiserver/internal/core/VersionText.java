package dev.informant.apiserver.internal.core;

import dev.informant.apiserver.internal.values.GoJson;
import org.jspecify.annotations.Nullable;

/** The text form of resourceVersions, which are numbers without a sign. Stateless. */
final class VersionText {
  private VersionText() {}

  /** The number, without a sign; 0 for an empty text; null if the text is not one. */
  static @Nullable Long parse(String text) {
    if (text.isEmpty()) {
      return 0L;
    }
    if (!digits(text)) {
      return null;
    }
    try {
      return Long.parseUnsignedLong(text);
    } catch (NumberFormatException tooLong) {
      return null;
    }
  }

  /** The version itself, or the last there can be if it is beyond. */
  static long reachable(long version) {
    return version < 0 ? Long.MAX_VALUE : version;
  }

  /** What the server says of a parameter that is not a number. */
  static String complaint(String text) {
    return "resourceVersion: Invalid value: " + GoJson.quoted(text) + ": " + mistake(text);
  }

  /** What keeps a text from being a number. */
  static String mistake(String text) {
    return "strconv.ParseUint: parsing " + GoJson.quoted(text) + ": "
        + (digits(text) ? "value out of range" : "invalid syntax");
  }

  private static boolean digits(String text) {
    return text.chars().allMatch(character -> character >= '0' && character <= '9');
  }
}

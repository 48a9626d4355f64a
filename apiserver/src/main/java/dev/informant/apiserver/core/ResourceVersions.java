package dev.informant.apiserver.core;

import org.jspecify.annotations.Nullable;

/** The text form of resourceVersions. Stateless. */
final class ResourceVersions {
  private ResourceVersions() {}

  /** The number; 0 for an empty text; null if the text is not one. */
  static @Nullable Long parse(String text) {
    if (text.isEmpty()) {
      return 0L;
    }
    if (!text.chars().allMatch(character -> character >= '0' && character <= '9')) {
      return null;
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException tooLong) {
      return null;
    }
  }

  /** What the server says of a text that is not a number. */
  static String complaint(String text) {
    boolean digits = text.chars().allMatch(character -> character >= '0' && character <= '9');
    return "resourceVersion: Invalid value: \""
        + text
        + "\": strconv.ParseUint: parsing \""
        + text
        + "\": "
        + (digits ? "value out of range" : "invalid syntax");
  }
}

package dev.informant.internal.compact;

import org.jspecify.annotations.Nullable;

/**
 * Uid and version of a revision as numbers of which their texts can be made again. Immutable.
 *
 * @param version the one that the server sent, and the one in the object
 */
public record RevisionNumbers(long uidHigh, long uidLow, long version) {
  private static final int MOST_DIGITS = 18;
  private static final int UID_LENGTH = 36;
  private static final int MIDDLE = 18;

  /** Null if the texts are not those of numbers, or the two versions differ. */
  public static @Nullable RevisionNumbers of(
      String uid, String resourceVersion, String storedVersion) {
    if (uid.length() != UID_LENGTH
        || !isNumber(resourceVersion)
        || !storedVersion.equals(resourceVersion)) {
      return null;
    }
    long high = 0;
    long low = 0;
    for (int at = 0; at < UID_LENGTH; at++) {
      char c = uid.charAt(at);
      if (at == 8 || at == 13 || at == MIDDLE || at == 23) {
        if (c != '-') {
          return null;
        }
        continue;
      }
      int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
      if (digit < 0) {
        return null;
      }
      if (at < MIDDLE) {
        high = high << 4 | digit;
      } else {
        low = low << 4 | digit;
      }
    }
    return new RevisionNumbers(high, low, Long.parseLong(resourceVersion));
  }

  private static boolean isNumber(String text) {
    if (text.isEmpty() || text.length() > MOST_DIGITS || text.charAt(0) == '0') {
      return false;
    }
    for (int at = 0; at < text.length(); at++) {
      if (text.charAt(at) < '0' || text.charAt(at) > '9') {
        return false;
      }
    }
    return true;
  }
}

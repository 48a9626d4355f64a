package dev.informant.object;

/**
 * Compares resourceVersions. The server guarantees increasing decimal integers without leading zeros for each resource.
 * They may exceed a long, so the longer version is greater, and versions of equal length are compared as text. Other
 * versions cannot be compared.
 */
public final class ResourceVersions {
  private ResourceVersions() {}

  /** Returns whether {@code version} is a decimal integer without leading zeros. */
  public static boolean isComparable(String version) {
    if (version.isEmpty() || version.charAt(0) == '0') {
      return false;
    }
    for (int i = 0; i < version.length(); i++) {
      char digit = version.charAt(i);
      if (digit < '0' || digit > '9') {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns {@code version} if it is comparable.
   *
   * @throws IllegalArgumentException if not
   */
  public static String check(String version) {
    if (!isComparable(version)) {
      throw new IllegalArgumentException(
          "\"" + version
              + "\" is not a resourceVersion: it must be a decimal number without leading zeros, as the server returned it");
    }
    return version;
  }

  /** Returns whether {@code a} is older than {@code b}; false if they cannot be compared. */
  public static boolean isOlder(String a, String b) {
    return isComparable(a) && isComparable(b) && compare(a, b) < 0;
  }

  /** Orders two comparable versions. */
  public static int compare(String a, String b) {
    return a.length() != b.length() ? Integer.compare(a.length(), b.length()) : a.compareTo(b);
  }
}

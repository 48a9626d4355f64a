package dev.informant.kubernetes.codec;

/** The apiVersion and kind of an object; empty where unknown. */
public record TypeMeta(String apiVersion, String kind) {
  /** Says nothing. */
  public static final TypeMeta UNKNOWN = new TypeMeta("", "");

  /**
   * Returns whether an object with type {@code actual} can be of this type; an empty apiVersion or kind matches any.
   */
  public boolean admits(TypeMeta actual) {
    return admits(apiVersion, actual.apiVersion) && admits(kind, actual.kind);
  }

  private static boolean admits(String expected, String actual) {
    return expected.isEmpty() || actual.isEmpty() || expected.equals(actual);
  }

  @Override
  public String toString() {
    return (apiVersion.isEmpty() ? "?" : apiVersion) + ' ' + (kind.isEmpty() ? "?" : kind);
  }
}

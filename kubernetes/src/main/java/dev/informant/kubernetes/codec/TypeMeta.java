package dev.informant.kubernetes.codec;

/** The apiVersion and kind of an object; empty where unknown. */
public record TypeMeta(String apiVersion, String kind) {
  /** Says nothing. */
  public static final TypeMeta UNKNOWN = new TypeMeta("", "");

  /** Whether an object that says {@code actual} of itself can be of this type: silence is no lie. */
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

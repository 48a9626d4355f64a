package dev.informant.apiserver.internal.core;

/** Texts of a request that go back in a header of its answer, where there is little room. Stateless. */
public final class AnsweredText {
  /** In characters, a quarter of the room. */
  private static final int LONGEST = 16 * 1024;

  private AnsweredText() {}

  /** Whether all of it can go back. */
  public static boolean fits(String text) {
    return text.length() <= LONGEST;
  }

  /** As much of it as can go back. */
  public static String cut(String text) {
    return fits(text) ? text : text.substring(0, LONGEST);
  }
}

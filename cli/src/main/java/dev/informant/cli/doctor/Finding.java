package dev.informant.cli.doctor;

/**
 * One thing that was looked at.
 *
 * @param topic what was looked at
 * @param result what was found
 * @param wayOut what to do about it; empty if there is nothing to do
 */
public record Finding(Grade grade, String topic, String result, String wayOut) {
  /** How much it matters. */
  public enum Grade {
    /** As it should be. */
    OK,
    /** Works, but not as well as it could. */
    REMARK,
    /** Does not work. */
    PROBLEM
  }

  static Finding good(String topic, String result) {
    return new Finding(Grade.OK, topic, result, "");
  }

  static Finding remark(String topic, String result, String wayOut) {
    return new Finding(Grade.REMARK, topic, result, wayOut);
  }

  static Finding problem(String topic, String result, String wayOut) {
    return new Finding(Grade.PROBLEM, topic, result, wayOut);
  }
}

package dev.informant.verification.simulation;

/**
 * A broken promise.
 *
 * @param promise G1 to G8, or what else was broken in a word
 * @param who an informer, or one of its handlers after a slash
 */
record Violation(String promise, String who, String what) {
  /** The informer concerned. */
  String informer() {
    int slash = who.indexOf('/');
    return slash < 0 ? who : who.substring(0, slash);
  }

  @Override
  public String toString() {
    return promise + " " + who + ": " + what;
  }
}

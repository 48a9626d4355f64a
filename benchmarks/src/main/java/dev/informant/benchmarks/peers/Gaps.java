package dev.informant.benchmarks.peers;

/** The longest silence between the events of one handler, window by window. Thread-safe. */
final class Gaps {
  private long last;
  private long longest;

  Gaps(long now) {
    last = now;
  }

  synchronized void event(long now) {
    longest = Math.max(longest, now - last);
    last = now;
  }

  /**
   * Ends a window and begins the next one.
   *
   * @return the longest silence in it, in nanoseconds, of which what was before its begin is no part and what lasts at its end is
   */
  synchronized long next(long now) {
    long found = Math.max(longest, now - last);
    longest = 0;
    last = now;
    return found;
  }
}

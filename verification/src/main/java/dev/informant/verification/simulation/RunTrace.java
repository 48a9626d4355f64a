package dev.informant.verification.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * What has happened in a run. It always keeps a hash, by which two runs can be told apart, and the lines
 * only if asked to, since most runs are never looked at.
 */
final class RunTrace {
  private static final long PRIME = 0x100000001b3L;

  private final LongSupplier nanos;
  private final int kept;
  private final Deque<String> lines = new ArrayDeque<>();
  private long hash = 0xcbf29ce484222325L;

  /**
   * @param kept how many of the last lines are kept; 0 for none
   */
  RunTrace(LongSupplier nanos, int kept) {
    this.nanos = nanos;
    this.kept = kept;
  }

  /** Notes an event; {@code number} tells it from others of its kind. */
  void note(String who, String what, String key, long number) {
    mix(nanos.getAsLong());
    mix(who.hashCode());
    mix(what.hashCode());
    mix(key.hashCode());
    mix(number);
    if (kept > 0) {
      if (lines.size() == kept) {
        lines.removeFirst();
      }
      lines.addLast(line(who, what, key, number));
    }
  }

  private String line(String who, String what, String key, long number) {
    return "%14.6f %-14s %-22s %s %d"
        .formatted(nanos.getAsLong() / 1e9, who, what, key, number)
        .stripTrailing();
  }

  private void mix(long value) {
    hash = (hash ^ value) * PRIME;
    hash ^= hash >>> 29;
  }

  long hash() {
    return hash;
  }

  List<String> lines() {
    return List.copyOf(lines);
  }
}

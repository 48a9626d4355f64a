package dev.informant.internal.source;

import dev.informant.source.SourceException;

/**
 * Counts the watches, one after another, that ended as soon as they had begun: a server that does that for ever must
 * not be asked for ever without a pause. Used on the reflector's steps only.
 */
final class BriefWatches {
  private static final int MANY = 5;

  private long begunNanos;
  private int count;

  void reset() {
    count = 0;
  }

  void begun(long now) {
    begunNanos = now;
  }

  void ended(long now) {
    boolean brief = now - begunNanos < ReflectorPlan.VERY_SHORT.toNanos();
    count = brief ? count + 1 : 0;
  }

  /** Whether it is time for a pause. */
  boolean areMany() {
    return count >= MANY;
  }

  SourceException asCause() {
    return SourceException.of(
        SourceException.Kind.OTHER,
        "the last " + count + " watches each ended within a second",
        null);
  }
}

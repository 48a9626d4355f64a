package dev.informant.benchmarks.peers;

import java.util.concurrent.atomic.LongAdder;

/** What the handlers were given, over all handlers. Thread-safe. */
public final class Counters {
  public final LongAdder adds = new LongAdder();
  public final LongAdder updates = new LongAdder();
  public final LongAdder deletes = new LongAdder();
  public final LongAdder errors = new LongAdder();

  private volatile boolean timed;
  private volatile long last;
  private volatile long longest;

  /** An update; with {@link #longestGap} in use also the time since the one before. */
  public void updated() {
    updates.increment();
    if (timed) {
      long now = System.nanoTime();
      longest = Math.max(longest, now - last);
      last = now;
    }
  }

  /** The longest time between two updates since the last call, in nanoseconds; for one handler only. */
  long longestGap() {
    long gap = longest;
    if (!timed) {
      last = System.nanoTime();
      timed = true;
    }
    longest = 0;
    return gap;
  }
}

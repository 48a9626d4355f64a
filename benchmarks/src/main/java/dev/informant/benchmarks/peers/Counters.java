package dev.informant.benchmarks.peers;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What the handlers were given, over all handlers. Thread-safe. */
public final class Counters {
  public final LongAdder adds = new LongAdder();
  public final LongAdder updates = new LongAdder();
  public final LongAdder deletes = new LongAdder();
  public final LongAdder errors = new LongAdder();

  private volatile @Nullable Gaps gaps;

  /** An update, the time of which counts once {@link #timed} was called. */
  public void updated() {
    updates.increment();
    Gaps timed = gaps;
    if (timed != null) {
      timed.event(System.nanoTime());
    }
  }

  /** From now on the time between updates is taken; for one handler only. */
  Gaps timed() {
    Gaps timed = new Gaps(System.nanoTime());
    gaps = timed;
    return timed;
  }
}

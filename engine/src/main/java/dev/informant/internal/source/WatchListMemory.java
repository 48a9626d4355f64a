package dev.informant.internal.source;

import dev.informant.source.ListerWatcher;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Remembers that a source's server does not do streaming lists, so that of all reflectors of one source
 * only the first has to find out. Lives as long as its source. Thread-safe.
 */
final class WatchListMemory {
  private static final Map<ListerWatcher<?>, WatchListMemory> BY_SOURCE = new WeakHashMap<>();

  // both guarded by this
  private boolean refused;
  private long untilNanos;

  private WatchListMemory() {}

  static WatchListMemory of(ListerWatcher<?> source) {
    synchronized (BY_SOURCE) {
      return BY_SOURCE.computeIfAbsent(source, unknown -> new WatchListMemory());
    }
  }

  /** Not to be asked before then. */
  synchronized void refusedUntil(long nanos) {
    refused = true;
    untilNanos = nanos;
  }

  synchronized boolean isRefused(long nowNanos) {
    refused &= nowNanos - untilNanos < 0;
    return refused;
  }
}

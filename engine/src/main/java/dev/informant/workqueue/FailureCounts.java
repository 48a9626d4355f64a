package dev.informant.workqueue;

import java.util.concurrent.ConcurrentHashMap;

/** Failures per item; an item that was forgotten takes no space. Thread-safe. */
final class FailureCounts<T> {
  private final ConcurrentHashMap<T, Integer> counts = new ConcurrentHashMap<>();

  /** Counts one more and returns the count before it. */
  int increment(T item) {
    return counts.merge(item, 1, (old, one) -> old == Integer.MAX_VALUE ? old : old + one) - 1;
  }

  int count(T item) {
    return counts.getOrDefault(item, 0);
  }

  void forget(T item) {
    counts.remove(item);
  }

  int size() {
    return counts.size();
  }
}

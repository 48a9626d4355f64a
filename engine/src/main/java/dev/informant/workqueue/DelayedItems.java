package dev.informant.workqueue;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Items whose time has not come, earliest first, each once. Not thread-safe: the queue's lock guards it. */
final class DelayedItems<T> {
  private final Map<T, Delayed<T>> byItem = new HashMap<>();
  private final TreeSet<Delayed<T>> byTime = new TreeSet<>(DelayedItems::compare);
  private long sequence;

  /** {@code item}, a {@code retry} of failed work or not, becomes ready at {@code at}; {@code sequence} keeps the order of equal times. */
  record Delayed<T>(T item, int priority, long at, long sequence, boolean retry) {}

  int size() {
    return byItem.size();
  }

  @Nullable
  Delayed<T> get(T item) {
    return byItem.get(item);
  }

  /** The item that is due first. */
  @Nullable
  Delayed<T> first() {
    return byTime.isEmpty() ? null : byTime.first();
  }

  /** How many are retries of failed work. */
  int retries() {
    return (int) byItem.values().stream().filter(Delayed::retry).count();
  }

  /** Adds a delay: of two for one item the earlier time and the higher priority count. */
  void add(T item, long at, int priority, boolean retry) {
    Delayed<T> known = byItem.get(item);
    if (known == null) {
      put(new Delayed<>(item, priority, at, sequence++, retry));
      return;
    }
    boolean earlier = at - known.at < 0;
    boolean anyRetry = retry || known.retry;
    if (earlier || priority > known.priority || anyRetry != known.retry) {
      remove(item);
      put(new Delayed<>(
          item,
          Math.max(priority, known.priority),
          earlier ? at : known.at,
          earlier ? sequence++ : known.sequence,
          anyRetry));
    }
  }

  boolean remove(T item) {
    Delayed<T> known = byItem.remove(item);
    return known != null && byTime.remove(known);
  }

  void clear() {
    byItem.clear();
    byTime.clear();
  }

  private void put(Delayed<T> delayed) {
    byItem.put(delayed.item, delayed);
    byTime.add(delayed);
  }

  private static int compare(Delayed<?> left, Delayed<?> right) {
    // Times come from a clock that may wrap: only differences mean anything.
    long later = left.at - right.at;
    return later != 0 ? Long.signum(later) : Long.compare(left.sequence, right.sequence);
  }
}

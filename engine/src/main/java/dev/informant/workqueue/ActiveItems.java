package dev.informant.workqueue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The items that wait or are worked on. Not thread-safe: the queue's lock guards it. */
/*
 * Each item has one Entry in `entries`, and is in exactly one of
 *   waiting      (processing == false), or
 *   running      (processing == true; `dirty` tells that it must wait again once it is done).
 * client-go's dirty set is "waiting or dirty", its processing set is `running`.
 *
 * The times given must not go backwards from call to call: that keeps the lanes sorted.
 */
final class ActiveItems<T> {
  private final Map<T, Entry<T>> entries = new HashMap<>();
  private final WaitingItems<T> waiting;
  private final Lane<T> running = new Lane<>(0);

  ActiveItems(long ageingNanos) {
    this.waiting = new WaitingItems<>(ageingNanos);
  }

  /** What an addition changed. */
  enum Added {
    /** The item was going to be looked at anyway. */
    NOTHING,
    /** It will wait again once the work on it has ended. */
    LATER,
    /** It waits. */
    NOW
  }

  Added add(T item, int priority, long now) {
    Entry<T> entry = entries.get(item);
    if (entry == null) {
      entry = new Entry<>(item);
      entry.priority = priority;
      entry.addedNanos = now;
      entries.put(item, entry);
      waiting.append(entry, priority, now);
      return Added.NOW;
    }
    if (!entry.processing) {
      if (priority > entry.priority) {
        entry.priority = priority;
        waiting.raise(entry, priority, now);
      }
      return Added.NOTHING;
    }
    if (entry.dirty) {
      entry.dirtyPriority = Math.max(entry.dirtyPriority, priority);
      return Added.NOTHING;
    }
    entry.dirty = true;
    entry.dirtyPriority = priority;
    entry.dirtyNanos = now;
    return Added.LATER;
  }

  /** Begins the work on the item whose turn it is; null if none waits. */
  @Nullable
  Entry<T> take(long now) {
    Entry<T> entry = waiting.poll(now);
    if (entry != null) {
      entry.processing = true;
      entry.startedNanos = now;
      running.append(entry);
    }
    return entry;
  }

  /** The entry of an item that is worked on; null if nobody works on it. */
  @Nullable
  Entry<T> running(T item) {
    Entry<T> entry = entries.get(item);
    return entry != null && entry.processing ? entry : null;
  }

  /** Ends the work on a running entry; returns whether it waits again. */
  boolean finish(Entry<T> entry, long now) {
    running.remove(entry);
    if (!entry.dirty) {
      entries.remove(entry.item);
      return false;
    }
    entry.processing = false;
    entry.dirty = false;
    entry.priority = entry.dirtyPriority;
    entry.addedNanos = entry.dirtyNanos;
    waiting.append(entry, entry.priority, now);
    return true;
  }

  /** The priority of an item that waits or is worked on; null if it does neither. */
  @Nullable
  Integer priority(T item) {
    Entry<T> entry = entries.get(item);
    return entry != null ? entry.priority : null;
  }

  int waitingCount() {
    return waiting.size();
  }

  /** Whether nothing waits and nothing is worked on. */
  boolean isEmpty() {
    return entries.isEmpty();
  }

  WorkQueueStatistics statistics(int delayed, long now) {
    int depth = waiting.size();
    long unfinished = 0;
    for (Entry<T> entry = running.head(); entry != null; entry = entry.next) {
      unfinished += now - entry.startedNanos;
      depth += entry.dirty ? 1 : 0;
    }
    Entry<T> oldest = running.head();
    long longest = oldest != null ? now - oldest.startedNanos : 0;
    return new WorkQueueStatistics(
        depth,
        delayed,
        running.size(),
        Duration.ofNanos(unfinished),
        Duration.ofNanos(longest),
        Duration.ofNanos(waiting.longestWaitNanos(now)));
  }
}

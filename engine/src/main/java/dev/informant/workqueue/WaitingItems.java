package dev.informant.workqueue;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The waiting entries in the order they are handed out. Not thread-safe: the queue's lock guards it. */
/*
 * Ageing without moving anything. An entry that joined priority p at time t stands, at any later time
 * now, at p + (now - t) / interval. Of two entries the one that stands higher goes first, and `now`
 * cancels out of that comparison: the order is that of p - t / interval, which never changes while the
 * entries wait. Entries of one priority are therefore ordered by t alone, a plain FIFO (a lane), and
 * only the heads of the lanes need comparing. A queue that uses one priority has one lane, and each
 * operation is a few pointer writes; with k priorities in use it costs log k more.
 *
 * The comparison is done as (p - q) * interval against t - u, in which the difference of times also
 * copes with a clock that wraps, and a product too large for a long exceeds any difference of times.
 */
final class WaitingItems<T> {
  private final long intervalNanos;
  private final Map<Integer, Lane<T>> lanes = new HashMap<>();
  private final TreeSet<Lane<T>> byHead;
  private int size;

  /** {@code intervalNanos} is the time in which an entry gains one priority; zero means never. */
  WaitingItems(long intervalNanos) {
    this.intervalNanos = intervalNanos;
    this.byHead = new TreeSet<>(this::compareHeads);
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Puts {@code entry} last among those of {@code priority}. */
  void append(Entry<T> entry, int priority, long now) {
    entry.rankPriority = priority;
    entry.rankNanos = now;
    Lane<T> lane = lanes.get(priority);
    if (lane == null) {
      lane = new Lane<>(priority);
      lanes.put(priority, lane);
      lane.append(entry);
      byHead.add(lane);
    } else {
      lane.append(entry);
    }
    size++;
  }

  /** Moves a waiting entry behind those of {@code priority}, unless its present place is as good. */
  void raise(Entry<T> entry, int priority, long now) {
    if (compare(priority, now, entry.rankPriority, entry.rankNanos) < 0) {
      remove(entry);
      append(entry, priority, now);
    }
  }

  /** Takes out the entry whose turn it is. */
  @Nullable
  Entry<T> poll() {
    if (size == 0) {
      return null;
    }
    Entry<T> first = byHead.first().head();
    if (first != null) {
      remove(first);
    }
    return first;
  }

  /** The age of the entry that took its place first; zero if none waits. */
  long longestWaitNanos(long now) {
    long longest = 0;
    for (Lane<T> lane : lanes.values()) {
      Entry<T> head = lane.head();
      if (head != null) {
        longest = Math.max(longest, now - head.rankNanos);
      }
    }
    return longest;
  }

  private void remove(Entry<T> entry) {
    Lane<T> lane = entry.lane;
    if (lane == null) {
      throw new IllegalStateException("not waiting");
    }
    size--;
    if (lane.size() == 1) {
      byHead.remove(lane);
      lanes.remove(lane.priority);
      lane.remove(entry);
    } else if (lane.head() == entry && byHead.size() > 1) {
      byHead.remove(lane);
      lane.remove(entry);
      byHead.add(lane);
    } else {
      lane.remove(entry);
    }
  }

  private int compareHeads(Lane<T> left, Lane<T> right) {
    Entry<T> first = left.head();
    Entry<T> second = right.head();
    if (left == right || first == null || second == null) {
      return 0;
    }
    return compare(first.rankPriority, first.rankNanos, second.rankPriority, second.rankNanos);
  }

  /** Negative if (p, t) goes before (q, u). Zero only if both are equal. */
  private int compare(int p, long t, int q, long u) {
    long levels = (long) p - q;
    if (intervalNanos == 0 || levels == 0) {
      return levels != 0 ? Long.signum(-levels) : Long.signum(t - u);
    }
    long later = t - u;
    long gain = levels * intervalNanos;
    if (Math.multiplyHigh(levels, intervalNanos) != gain >> 63) {
      return Long.signum(-levels);
    }
    // Equal standing: first come, first served.
    return gain != later ? Long.compare(later, gain) : Long.signum(later);
  }
}

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
 *
 * The limit. Between priorities far apart that would take days, so there is an end to it: an entry that has
 * waited for LIMIT intervals goes before all that have waited less. The one that has waited for longest is
 * the head of `arrivals`, so this costs one look per entry taken. Being raised does not make an entry younger.
 */
final class WaitingItems<T> {
  /** After so many intervals an entry goes before all younger ones. */
  static final long LIMIT = 300;

  private final long intervalNanos;
  private final long limitNanos;
  private final Arrivals<T> arrivals = new Arrivals<>();
  private final Map<Integer, Lane<T>> lanes = new HashMap<>();
  private final TreeSet<Lane<T>> byHead;
  private int size;

  /** {@code intervalNanos} is the time in which an entry gains one priority; zero means never. */
  WaitingItems(long intervalNanos) {
    this.intervalNanos = intervalNanos;
    this.limitNanos =
        intervalNanos > Long.MAX_VALUE / LIMIT ? Long.MAX_VALUE : intervalNanos * LIMIT;
    this.byHead = new TreeSet<>(this::compareHeads);
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** An entry begins to wait, last among those of {@code priority}. */
  void append(Entry<T> entry, int priority, long now) {
    entry.waitingSinceNanos = now;
    arrivals.append(entry);
    rank(entry, priority, now);
    size++;
  }

  private void rank(Entry<T> entry, int priority, long now) {
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
  }

  /** Moves a waiting entry behind those of {@code priority}, unless its present place is as good. */
  void raise(Entry<T> entry, int priority, long now) {
    if (compare(priority, now, entry.rankPriority, entry.rankNanos) < 0) {
      unrank(entry);
      rank(entry, priority, now);
    }
  }

  /** Takes out the entry whose turn it is. */
  @Nullable
  Entry<T> poll(long now) {
    Entry<T> oldest = arrivals.oldest();
    if (oldest == null) {
      return null;
    }
    Entry<T> first = isOverdue(oldest, now) ? oldest : byHead.first().head();
    if (first != null) {
      arrivals.remove(first);
      unrank(first);
      size--;
    }
    return first;
  }

  private boolean isOverdue(Entry<T> entry, long now) {
    return intervalNanos != 0 && now - entry.waitingSinceNanos >= limitNanos;
  }

  /** How long the entry that waits for longest has been waiting; zero if none waits. */
  long longestWaitNanos(long now) {
    Entry<T> oldest = arrivals.oldest();
    return oldest == null ? 0 : now - oldest.waitingSinceNanos;
  }

  private void unrank(Entry<T> entry) {
    Lane<T> lane = entry.lane;
    if (lane == null) {
      throw new IllegalStateException("not waiting");
    }
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

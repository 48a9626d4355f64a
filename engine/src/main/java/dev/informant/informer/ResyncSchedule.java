package dev.informant.informer;

import dev.informant.log.QuietLog;
import dev.informant.log.Readable;
import dev.informant.runtime.Timers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who wants to see everything again, and when. The reflector asks {@link #check} once per check period;
 * the answer travels with the resync it causes, so that however late the resync is processed, it goes to
 * those who were due. Thread-safe.
 */
/*
 * Periods. The check period is the informer's, or the smallest a handler asked for before the start. A
 * handler is served at the first check at or after its time, so its period is in effect rounded up to a
 * multiple of the check period. Nothing is served more often than once a second.
 *
 * Three views of the same marks. `queued`: one set for each SyncAll in an in-order queue, taken off as they
 * are processed. `waiting`: everybody due since the queue was last empty, for the Sync deltas of a delta
 * queue, which joins a new resync of a key with one that still waits; under backlog a handler may get one
 * resync early, none is lost. `marked`: those due at the last check, and those who came since; it is what
 * client-go consults for unchanged objects of a relist. While no check runs everybody is marked.
 *
 * Marking and queueing are one critical section, and so are finding the queue empty and forgetting: no mark
 * is forgotten between its check and its resync. The lock order is this, then the queue's.
 */
final class ResyncSchedule<T> implements DeltaProcessor.Audiences<T> {
  /** The shortest period. */
  static final Duration MINIMUM = Duration.ofSeconds(1);

  /** A timer may fire this much early without making its handlers wait a whole period more. */
  private static final long EARLY_NANOS = Duration.ofMillis(10).toNanos();

  private static final Logger LOG = QuietLog.of(ResyncSchedule.class);

  private final Duration defaultPeriod;

  // all guarded by this
  private final Map<ProcessorListener<T>, Turn> turns = new LinkedHashMap<>();
  private final ArrayDeque<Set<ProcessorListener<T>>> queued = new ArrayDeque<>();
  private Set<ProcessorListener<T>> waiting = Set.of();
  private @Nullable Set<ProcessorListener<T>> unmarked;
  private Duration checkPeriod;
  private boolean started;

  private static final class Turn {
    final Duration wanted;
    Duration period;
    long nextNanos;

    Turn(Duration wanted, Duration period) {
      this.wanted = wanted;
      this.period = period;
    }
  }

  ResyncSchedule(Duration defaultPeriod) {
    this.defaultPeriod = atLeastMinimum(defaultPeriod);
    this.checkPeriod = this.defaultPeriod;
  }

  private static Duration atLeastMinimum(Duration period) {
    return period.isZero() || period.compareTo(MINIMUM) >= 0 ? period : MINIMUM;
  }

  /** Adds a listener; {@code wanted} is null for the informer's period and zero for never. */
  synchronized void add(ProcessorListener<T> listener, @Nullable Duration wanted, long nowNanos) {
    Duration period = wanted == null ? defaultPeriod : atLeastMinimum(wanted);
    if (!period.isZero()
        && !started
        && (checkPeriod.isZero() || period.compareTo(checkPeriod) < 0)) {
      checkPeriod = period;
      turns.values().forEach(turn -> turn.period = effective(turn.wanted));
    }
    if (!period.isZero() && checkPeriod.isZero()) {
      LOG.log(
          Level.WARNING,
          "handler " + listener.name() + ": no resync every " + Readable.time(period)
              + ", the informer was started without resyncs; set resync(…) on the informer");
    }
    Turn turn = new Turn(period, effective(period));
    turn.nextNanos = nowNanos + Timers.nanos(turn.period);
    turns.put(listener, turn);
  }

  private Duration effective(Duration wanted) {
    if (wanted.isZero() || checkPeriod.isZero()) {
      return Duration.ZERO;
    }
    return wanted.compareTo(checkPeriod) < 0 ? checkPeriod : wanted;
  }

  synchronized void remove(ProcessorListener<T> listener) {
    turns.remove(listener);
    if (unmarked != null) {
      unmarked.remove(listener);
    }
  }

  /** The informer starts now; returns how often to check, zero for never. */
  synchronized Duration start(long nowNanos) {
    started = true;
    turns.values().forEach(turn -> turn.nextNanos = nowNanos + Timers.nanos(turn.period));
    return checkPeriod;
  }

  synchronized Duration period(ProcessorListener<T> listener) {
    Turn turn = turns.get(listener);
    return turn == null ? Duration.ZERO : turn.period;
  }

  /** Marks those who are due and, if there are any, queues their resync in the same step. */
  synchronized void check(long nowNanos, Runnable queueResync) {
    Set<ProcessorListener<T>> due = new HashSet<>();
    Set<ProcessorListener<T>> others = new HashSet<>();
    turns.forEach((listener, turn) -> {
      if (!turn.period.isZero() && nowNanos - turn.nextNanos >= -EARLY_NANOS) {
        turn.nextNanos = nowNanos + Timers.nanos(turn.period);
        due.add(listener);
      } else {
        others.add(listener);
      }
    });
    unmarked = others;
    if (due.isEmpty()) {
      return;
    }
    queued.add(Set.copyOf(due));
    Set<ProcessorListener<T>> all = new HashSet<>(waiting);
    all.addAll(due);
    waiting = Set.copyOf(all);
    queueResync.run();
  }

  /** If the queue is empty, all that was due has been processed. */
  synchronized void processed(BooleanSupplier queueIsEmpty) {
    if ((!waiting.isEmpty() || !queued.isEmpty()) && queueIsEmpty.getAsBoolean()) {
      waiting = Set.of();
      queued.clear();
    }
  }

  @Override
  public synchronized @Nullable Set<ProcessorListener<T>> ofUnchanged() {
    if (unmarked == null || unmarked.isEmpty()) {
      return null;
    }
    Set<ProcessorListener<T>> marked = new HashSet<>(turns.keySet());
    marked.removeAll(unmarked);
    return marked;
  }

  @Override
  public synchronized Set<ProcessorListener<T>> takeSyncAll() {
    Set<ProcessorListener<T>> due = queued.poll();
    return due == null ? Set.of() : due;
  }

  @Override
  public synchronized Set<ProcessorListener<T>> ofSync() {
    return waiting;
  }
}

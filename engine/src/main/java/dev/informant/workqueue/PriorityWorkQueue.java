package dev.informant.workqueue;

import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers.Timer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The work queue: one lock, entries by item, lanes by priority, one timer for all delays. Thread-safe. */
/*
 * Every item that waits or is worked on has one Entry in `entries`, and is in exactly one of
 *   waiting      (processing == false), or
 *   running      (processing == true; `dirty` tells that it must wait again once it is done).
 * An item can besides be in `delayed`. So client-go's dirty set is "waiting or dirty", its processing
 * set is `running`. The queue is drained when `entries` is empty.
 *
 * `lock` guards all of it and is held for a few steps only. Nothing foreign runs under it but the clock
 * and the timers of the runtime: signals, observers, the rate limiter and dependents of the drain's
 * future run after it is released. Reading the clock under the lock is what keeps lanes sorted by time.
 *
 * Delays. One timer is armed for the earliest delay (`armed`, due at `armedAt`). It hands over to the
 * pipeline, where due items are moved in batches, so that neither the timer thread nor the lock is held
 * for long however many fall due at once. A timer that fires late or for nothing does no harm: what is
 * due is decided by the clock, and whoever moves items arms the next timer.
 */
final class PriorityWorkQueue<T> implements WorkQueue<T> {
  private static final Logger LOG = System.getLogger(PriorityWorkQueue.class.getName());
  private static final long LONGEST_DELAY_NANOS = Duration.ofDays(36_500).toNanos();
  private static final int DUE_BATCH = 512;

  private final EngineRuntime runtime;
  private final String name;
  private final RateLimiter<T> rateLimiter;
  private final WorkQueueObserver observer;
  private final List<Runnable> signals = new CopyOnWriteArrayList<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ready = lock.newCondition();

  // all guarded by lock
  private final Map<T, Entry<T>> entries = new HashMap<>();
  private final WaitingItems<T> waiting;
  private final Lane<T> running = new Lane<>(0);
  private final DelayedItems<T> delayed = new DelayedItems<>();
  private @Nullable Timer armed;
  private long armedAt;
  private boolean shuttingDown;
  private @Nullable CompletableFuture<Boolean> drain;

  PriorityWorkQueue(
      EngineRuntime runtime,
      String name,
      RateLimiter<T> rateLimiter,
      Duration ageing,
      WorkQueueObserver observer) {
    this.runtime = runtime;
    this.name = name;
    this.rateLimiter = rateLimiter;
    this.observer = observer;
    this.waiting = new WaitingItems<>(TimeUnit.NANOSECONDS.convert(ageing));
  }

  /** What an addition changed, to be told once the lock is released. */
  private enum Added {
    NOTHING,
    LATER,
    NOW
  }

  @Override
  public void add(T item) {
    add(item, 0);
  }

  @Override
  public void add(T item, int priority) {
    Objects.requireNonNull(item, "item");
    Added added;
    lock.lock();
    try {
      added = addLocked(item, priority);
    } finally {
      lock.unlock();
    }
    tell(added);
  }

  // guarded by lock
  private Added addLocked(T item, int priority) {
    if (shuttingDown) {
      return Added.NOTHING;
    }
    Entry<T> entry = entries.get(item);
    if (entry == null) {
      entry = new Entry<>(item);
      entry.priority = priority;
      entry.addedNanos = runtime.clock().nanos();
      entries.put(item, entry);
      waiting.append(entry, priority, entry.addedNanos);
      ready.signal();
      return Added.NOW;
    }
    if (entry.processing) {
      if (entry.dirty) {
        entry.dirtyPriority = Math.max(entry.dirtyPriority, priority);
        return Added.NOTHING;
      }
      entry.dirty = true;
      entry.dirtyPriority = priority;
      entry.dirtyNanos = runtime.clock().nanos();
      return Added.LATER;
    }
    if (priority > entry.priority) {
      entry.priority = priority;
      waiting.raise(entry, priority, runtime.clock().nanos());
    }
    return Added.NOTHING;
  }

  @Override
  public void addAfter(T item, Duration delay) {
    addAfter(item, delay, /* priority= */ null);
  }

  @Override
  public void addAfter(T item, Duration delay, int priority) {
    addAfter(item, delay, Integer.valueOf(priority));
  }

  /** A null priority means the one the item has. */
  private void addAfter(T item, Duration delay, @Nullable Integer priority) {
    Objects.requireNonNull(item, "item");
    Added added = Added.NOTHING;
    lock.lock();
    try {
      if (shuttingDown) {
        return;
      }
      int chosen = priority != null ? priority : priorityLocked(item);
      if (delay.isNegative() || delay.isZero()) {
        added = addLocked(item, chosen);
      } else {
        long nanos = Math.min(TimeUnit.NANOSECONDS.convert(delay), LONGEST_DELAY_NANOS);
        delayed.add(item, runtime.clock().nanos() + nanos, chosen);
        arm();
      }
    } finally {
      lock.unlock();
    }
    observe(observer::onRetry);
    tell(added);
  }

  @Override
  public void addRateLimited(T item) {
    Objects.requireNonNull(item, "item");
    if (!isShuttingDown()) {
      addAfter(item, rateLimiter.when(item));
    }
  }

  @Override
  public boolean cancel(T item) {
    lock.lock();
    try {
      boolean removed = delayed.remove(item);
      if (removed) {
        arm();
      }
      return removed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void forget(T item) {
    rateLimiter.forget(item);
  }

  @Override
  public int retries(T item) {
    return rateLimiter.retries(item);
  }

  /** Sees to it that the timer is set for the earliest delay and for no other. Guarded by lock. */
  private void arm() {
    DelayedItems.Delayed<T> first = delayed.first();
    if (first != null && armed != null && armedAt == first.at()) {
      return;
    }
    disarm();
    if (first != null) {
      armedAt = first.at();
      Duration delay = Duration.ofNanos(Math.max(0, armedAt - runtime.clock().nanos()));
      armed = runtime.timers().schedule(delay, this::onTimer);
    }
  }

  // guarded by lock
  private void disarm() {
    if (armed != null) {
      armed.cancel();
      armed = null;
    }
  }

  private void onTimer() {
    try {
      runtime.pipeline().execute(this::moveDue);
    } catch (RejectedExecutionException closed) {
      LOG.log(Level.WARNING, name + ": delayed items stay delayed, the runtime is closed", closed);
    }
  }

  private void moveDue() {
    int moved;
    do {
      int added = 0;
      lock.lock();
      try {
        moved = 0;
        long now = runtime.clock().nanos();
        DelayedItems.Delayed<T> first = delayed.first();
        while (first != null && first.at() - now <= 0 && moved < DUE_BATCH) {
          delayed.remove(first.item());
          moved++;
          if (addLocked(first.item(), first.priority()) != Added.NOTHING) {
            added++;
          }
          first = delayed.first();
        }
        if (moved < DUE_BATCH) {
          // The timer that led here has fired: whatever is first now needs one of its own.
          disarm();
          arm();
        }
      } finally {
        lock.unlock();
      }
      for (int i = 0; i < added; i++) {
        tell(Added.NOW);
      }
    } while (moved == DUE_BATCH);
  }

  @Override
  public @Nullable T get() throws InterruptedException {
    Entry<T> taken;
    lock.lockInterruptibly();
    try {
      while (waiting.isEmpty()) {
        if (shuttingDown) {
          return null;
        }
        ready.await();
      }
      taken = takeLocked();
    } finally {
      lock.unlock();
    }
    return hand(taken);
  }

  @Override
  public @Nullable T poll() {
    Entry<T> taken;
    lock.lock();
    try {
      taken = takeLocked();
    } finally {
      lock.unlock();
    }
    return hand(taken);
  }

  // guarded by lock
  private @Nullable Entry<T> takeLocked() {
    Entry<T> entry = waiting.poll();
    if (entry != null) {
      entry.processing = true;
      entry.startedNanos = runtime.clock().nanos();
      running.append(entry);
    }
    return entry;
  }

  private @Nullable T hand(@Nullable Entry<T> taken) {
    if (taken == null) {
      return null;
    }
    if (observer != WorkQueueObserver.NONE) {
      // Both are fixed until done(), which only the caller we are about to return to may call.
      Duration waited = Duration.ofNanos(taken.startedNanos - taken.addedNanos);
      observe(() -> observer.onTake(waited));
    }
    return taken.item;
  }

  @Override
  public Subscription onReady(Runnable signal) {
    Runnable own = signal::run;
    signals.add(own);
    return () -> signals.remove(own);
  }

  @Override
  public void done(T item) {
    long worked;
    boolean again = false;
    CompletableFuture<Boolean> drained = null;
    lock.lock();
    try {
      Entry<T> entry = entries.get(item);
      if (entry == null || !entry.processing) {
        return;
      }
      long now = runtime.clock().nanos();
      worked = now - entry.startedNanos;
      running.remove(entry);
      if (entry.dirty) {
        again = true;
        entry.processing = false;
        entry.dirty = false;
        entry.priority = entry.dirtyPriority;
        entry.addedNanos = entry.dirtyNanos;
        waiting.append(entry, entry.priority, now);
        ready.signal();
      } else {
        entries.remove(item);
        if (entries.isEmpty()) {
          drained = drain;
        }
      }
    } finally {
      lock.unlock();
    }
    if (observer != WorkQueueObserver.NONE) {
      Duration duration = Duration.ofNanos(worked);
      observe(() -> observer.onDone(duration));
    }
    if (again) {
      signal();
    }
    if (drained != null) {
      drained.complete(true);
    }
  }

  @Override
  public int length() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int priority(T item) {
    lock.lock();
    try {
      return priorityLocked(item);
    } finally {
      lock.unlock();
    }
  }

  // guarded by lock
  private int priorityLocked(T item) {
    Entry<T> entry = entries.get(item);
    if (entry != null) {
      return entry.priority;
    }
    DelayedItems.Delayed<T> later = delayed.get(item);
    return later != null ? later.priority() : 0;
  }

  @Override
  public WorkQueueStatistics statistics() {
    lock.lock();
    try {
      long now = runtime.clock().nanos();
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
          delayed.size(),
          running.size(),
          Duration.ofNanos(unfinished),
          Duration.ofNanos(longest),
          Duration.ofNanos(waiting.longestWaitNanos(now)));
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void shutDown() {
    CompletableFuture<Boolean> aborted;
    lock.lock();
    try {
      stopAccepting();
      aborted = drain;
      drain = null;
    } finally {
      lock.unlock();
    }
    signal();
    if (aborted != null) {
      aborted.complete(false);
    }
  }

  @Override
  public CompletableFuture<Boolean> shutDownWithDrain() {
    CompletableFuture<Boolean> waited;
    boolean drained;
    lock.lock();
    try {
      stopAccepting();
      if (drain == null) {
        drain = new CompletableFuture<>();
      }
      waited = drain;
      drained = entries.isEmpty();
    } finally {
      lock.unlock();
    }
    signal();
    if (drained) {
      waited.complete(true);
    }
    return waited.copy();
  }

  @Override
  public boolean shutDownWithDrain(Duration timeout) throws InterruptedException {
    try {
      return shutDownWithDrain().get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      return false;
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(name + ": the drain failed", impossible);
    }
  }

  // guarded by lock
  private void stopAccepting() {
    shuttingDown = true;
    delayed.clear();
    arm();
    ready.signalAll();
  }

  @Override
  public boolean isShuttingDown() {
    lock.lock();
    try {
      return shuttingDown;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public EngineRuntime runtime() {
    return runtime;
  }

  private void tell(Added added) {
    if (added != Added.NOTHING) {
      observe(observer::onAdd);
    }
    if (added == Added.NOW) {
      signal();
    }
  }

  private void signal() {
    for (Runnable signal : signals) {
      try {
        signal.run();
      } catch (RuntimeException failure) {
        LOG.log(Level.ERROR, name + ": a signal of the queue threw", failure);
      }
    }
  }

  private void observe(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException failure) {
      LOG.log(Level.ERROR, name + ": the observer of the queue threw", failure);
    }
  }
}

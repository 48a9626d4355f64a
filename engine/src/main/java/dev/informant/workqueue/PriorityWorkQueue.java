package dev.informant.workqueue;

import dev.informant.log.QuietLog;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import dev.informant.workqueue.ActiveItems.Added;
import dev.informant.workqueue.DelayedItems.Delayed;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The work queue: one lock around {@link ActiveItems} and {@link DelayedItems}, one timer. Thread-safe. */
/*
 * `lock` guards everything that changes and is held for a few steps only. Nothing foreign runs under it
 * but the runtime's clock and timers: signals, observers, the rate limiter and whatever depends on the
 * drain's future run after it is released. The clock is read under the lock, so that the times the items
 * get do not go backwards.
 *
 * Delays. One timer is set for the earliest delay. It hands over to the pipeline, where due items are
 * moved in batches, so that neither the timer thread nor the lock is held for long however many fall due at
 * once. Whoever moves items sets the next timer.
 *
 * Waiting threads. An addition wakes one thread in get(), shutting down wakes all. A woken thread looks
 * again, for somebody in poll() may have been quicker.
 */
final class PriorityWorkQueue<T> implements WorkQueue<T> {
  private static final Logger LOG = QuietLog.of(WorkQueue.class);
  private static final int DUE_BATCH = 512;

  private final EngineRuntime runtime;
  private final String name;
  private final RateLimiter<T> rateLimiter;
  private final QueueListeners listeners;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ready = lock.newCondition();

  // written under lock
  private volatile boolean shuttingDown;

  // all guarded by lock
  private final ActiveItems<T> active;
  private final DelayedItems<T> delayed = new DelayedItems<>();
  private final DelayTimer timer;
  private @Nullable CompletableFuture<Boolean> drain;
  private int failed; // items whose retry was dropped or refused by shutting down

  PriorityWorkQueue(
      EngineRuntime runtime,
      String name,
      RateLimiter<T> rateLimiter,
      Duration ageing,
      WorkQueueObserver observer) {
    this.runtime = runtime;
    this.name = name;
    this.rateLimiter = rateLimiter;
    this.listeners = new QueueListeners(name, observer);
    this.timer = new DelayTimer(name, runtime, this::moveDue);
    this.active = new ActiveItems<>(TimeUnit.NANOSECONDS.convert(ageing));
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
    Added added = active.add(item, priority, runtime.clock().nanos());
    if (added == Added.NOW) {
      ready.signal();
    }
    return added;
  }

  private void tell(Added added) {
    if (added != Added.NOTHING) {
      listeners.added();
    }
    if (added == Added.NOW) {
      listeners.signal();
    }
  }

  @Override
  public void addAfter(T item, Duration delay) {
    addAfter(item, delay, /* priority= */ null, /* retry= */ false);
  }

  @Override
  public void addAfter(T item, Duration delay, int priority) {
    addAfter(item, delay, Integer.valueOf(priority), /* retry= */ false);
  }

  /** A null priority means the one the item has. */
  private void addAfter(T item, Duration delay, @Nullable Integer priority, boolean retry) {
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
        long nanos = Timers.nanos(delay);
        delayed.add(item, runtime.clock().nanos() + nanos, chosen, retry);
        timer.setFor(delayed.first());
      }
    } finally {
      lock.unlock();
    }
    listeners.retried();
    tell(added);
  }

  @Override
  public void addRateLimited(T item) {
    Objects.requireNonNull(item, "item");
    if (!shuttingDown) {
      addAfter(item, rateLimiter.when(item), /* priority= */ null, /* retry= */ true);
    } else {
      refusedRetry(item);
    }
  }

  private void refusedRetry(T item) {
    lock.lock();
    try {
      if (active.running(item) != null) {
        failed++;
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean cancel(T item) {
    lock.lock();
    try {
      boolean removed = delayed.remove(item);
      timer.setFor(delayed.first());
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

  private void moveDue() {
    int moved;
    do {
      moved = 0;
      int added = 0;
      lock.lock();
      try {
        long now = runtime.clock().nanos();
        Delayed<T> first = delayed.first();
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
          timer.clear();
          timer.setFor(delayed.first());
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
      while (active.waitingCount() == 0 && !shuttingDown) {
        ready.await();
      }
      taken = active.take(runtime.clock().nanos());
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
      taken = active.take(runtime.clock().nanos());
    } finally {
      lock.unlock();
    }
    return hand(taken);
  }

  private @Nullable T hand(@Nullable Entry<T> taken) {
    if (taken == null) {
      return null;
    }
    // Both times stay as they are until done(), which is for our caller to call.
    listeners.taken(taken.startedNanos - taken.addedNanos);
    return taken.item;
  }

  @Override
  public Subscription onReady(Runnable signal) {
    return listeners.subscribe(signal);
  }

  @Override
  public void done(T item) {
    long worked;
    boolean again;
    CompletableFuture<Boolean> drained;
    int unfinished;
    lock.lock();
    try {
      Entry<T> entry = active.running(item);
      if (entry == null) {
        return;
      }
      long now = runtime.clock().nanos();
      worked = now - entry.startedNanos;
      again = active.finish(entry, now);
      if (again) {
        ready.signal();
      }
      drained = active.isEmpty() ? drain : null;
      unfinished = failed;
    } finally {
      lock.unlock();
    }
    listeners.done(worked);
    if (again) {
      listeners.signal();
    }
    if (drained != null) {
      complete(drained, unfinished);
    }
  }

  @Override
  public int length() {
    lock.lock();
    try {
      return active.waitingCount();
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
    Integer priority = active.priority(item);
    if (priority != null) {
      return priority;
    }
    Delayed<T> later = delayed.get(item);
    return later != null ? later.priority() : 0;
  }

  @Override
  public WorkQueueStatistics statistics() {
    lock.lock();
    try {
      return active.statistics(delayed.size(), runtime.clock().nanos());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void shutDown() {
    CompletableFuture<Boolean> aborted;
    int dropped;
    lock.lock();
    try {
      dropped = stopAccepting();
      aborted = drain;
      drain = null;
    } finally {
      lock.unlock();
    }
    listeners.dropped(dropped);
    listeners.signal();
    if (aborted != null) {
      aborted.complete(false);
    }
  }

  /**
   * @param unfinished how many items failed and are not retried
   */
  private void complete(CompletableFuture<Boolean> drained, int unfinished) {
    if (drained.complete(unfinished == 0) && unfinished > 0) {
      LOG.log(
          Level.WARNING,
          "work queue " + name + ": drained, but " + unfinished
              + (unfinished == 1 ? " item" : " items")
              + " failed and will not be retried: the queue is shutting down");
    }
  }

  @Override
  public CompletableFuture<Boolean> shutDownWithDrain() {
    CompletableFuture<Boolean> waited;
    boolean drained;
    int dropped;
    int unfinished;
    lock.lock();
    try {
      dropped = stopAccepting();
      if (drain == null) {
        drain = new CompletableFuture<>();
      }
      waited = drain;
      drained = active.isEmpty();
      unfinished = failed;
    } finally {
      lock.unlock();
    }
    listeners.dropped(dropped);
    listeners.signal();
    if (drained) {
      complete(waited, unfinished);
    }
    // A copy, so that nobody outside completes ours.
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
  private int stopAccepting() {
    int dropped = delayed.size();
    failed += delayed.retries();
    shuttingDown = true;
    delayed.clear();
    timer.clear();
    ready.signalAll();
    return dropped;
  }

  @Override
  public boolean isShuttingDown() {
    return shuttingDown;
  }

  @Override
  public EngineRuntime runtime() {
    return runtime;
  }
}

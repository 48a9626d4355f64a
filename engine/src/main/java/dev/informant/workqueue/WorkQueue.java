package dev.informant.workqueue;

import dev.informant.runtime.EngineRuntime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A queue of items to process. Adding an item that is already queued has no effect. An item that is being processed is
 * not handed out again: if it is added meanwhile, it is queued when its worker calls {@link #done}. An item therefore
 * has one worker at a time, and no addition is lost.
 *
 * <p><b>Order.</b> Higher priorities first; first in, first out within a priority. A waiting item gains one priority
 * level per ageing interval, so it does not starve: only items whose priority is higher by more than the number of
 * intervals it has waited overtake it. The default priority is 0, which makes a plain first-in-first-out queue.
 *
 * <p><b>Repeated additions.</b> {@link #add(Object)} adds at priority 0. If a queued item is added again, the higher
 * priority counts. A raised item is placed behind the items of its new priority, but never behind its old position.
 * {@link #addAfter(Object, Duration)} and {@link #addRateLimited} are retries: they keep the priority of an item that
 * is queued or being processed.
 *
 * <p>Items are compared by {@code equals} and must not be null. Thread-safe; only {@link #get} and {@link
 * #shutDownWithDrain(Duration)} block.
 */
public interface WorkQueue<T> {
  /** Queues {@code item} at priority 0. Ignored when shutting down. */
  void add(T item);

  /** Queues {@code item} at {@code priority}: any int, higher first. Ignored when shutting down. */
  void add(T item, int priority);

  /**
   * Queues {@code item} after {@code delay}; immediately if it is not positive. If an item has several pending delays,
   * the earliest counts. The number of delayed items is not limited, and a delay is at most about a hundred years. An
   * {@link #add} in the meantime does not change the delay. Ignored when shutting down.
   */
  void addAfter(T item, Duration delay);

  /** As {@link #addAfter(Object, Duration)}, with a priority. */
  void addAfter(T item, Duration delay, int priority);

  /** Queues {@code item} after the delay of the rate limiter. Ignored when shutting down. */
  void addRateLimited(T item);

  /** Cancels a pending delay of {@code item}; returns false if there was none. A queued item stays. */
  boolean cancel(T item);

  /**
   * Resets the rate limiter for {@code item}, which has succeeded or will not be retried. Does not change the queue.
   */
  void forget(T item);

  /** Returns how often {@code item} was rate limited since {@link #forget}. */
  int retries(T item);

  /**
   * Takes the next item, and waits for one if there is none. The caller processes it and must then call {@link #done}.
   *
   * @return null if the queue is shutting down and empty
   */
  @Nullable
  T get() throws InterruptedException;

  /** Takes the next item as {@link #get} does, or returns null if none is ready now. */
  @Nullable
  T poll();

  /**
   * Calls {@code signal} when an item becomes ready and when the queue starts to shut down, on the thread that caused
   * it and outside any lock. With {@link #poll} it replaces a thread that waits in {@link #get}. Another caller may
   * have taken the item already. The signal must be quick.
   */
  Subscription onReady(Runnable signal);

  /** Ends the processing of {@code item}. Ignored if the item is not being processed. */
  void done(T item);

  /** Returns the number of queued items, without delayed items and items being processed. */
  int length();

  /** Returns the priority of {@code item} while it is queued, processed or delayed; otherwise 0. */
  int priority(T item);

  /** Returns the current statistics of the queue. */
  WorkQueueStatistics statistics();

  /**
   * Stops accepting items and drops delayed items; their number is logged and passed to {@link
   * WorkQueueObserver#onDrop}. Queued items are still handed out. Ends the wait of a drain. Idempotent.
   */
  void shutDown();

  /**
   * As {@link #shutDown}, and returns a future for the end of all work: every item that is queued or being processed,
   * including items that were added again while being processed. Workers must continue to take items.
   *
   * <p>Delayed items are dropped and reported, as by {@link #shutDown}. Every later addition is ignored, including
   * {@link #addAfter} and {@link #addRateLimited} for an item being processed: work that fails during a drain is not
   * retried. An item has failed if it is passed to {@link #addRateLimited} while it is being processed, or was waiting
   * for such a retry when the drain started.
   *
   * @return completes when no item is queued or being processed: with true if no item failed; with false if an item
   *     failed, or {@link #shutDown} ended the wait
   */
  CompletableFuture<Boolean> shutDownWithDrain();

  /**
   * As {@link #shutDownWithDrain()}, but waits for the end.
   *
   * @return true if all work is done and no item failed; false if an item failed, {@code timeout} passed or {@link
   *     #shutDown} ended the wait
   */
  boolean shutDownWithDrain(Duration timeout) throws InterruptedException;

  /** Returns whether the queue has stopped accepting items. */
  boolean isShuttingDown();

  /** Returns the runtime whose clock and timers the queue uses. */
  EngineRuntime runtime();

  /** Ends the signals of {@link #onReady}. */
  interface Subscription extends AutoCloseable {
    /** Ends the signals: no signal starts after this call. Idempotent. */
    @Override
    void close();
  }

  /** Returns a queue with the default rate limiter and ageing. */
  static <T> WorkQueue<T> create(EngineRuntime runtime) {
    return WorkQueue.<T>builder(runtime).build();
  }

  static <T> WorkQueueBuilder<T> builder(EngineRuntime runtime) {
    return new WorkQueueBuilder<>(runtime);
  }
}

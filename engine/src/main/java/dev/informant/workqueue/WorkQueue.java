package dev.informant.workqueue;

import dev.informant.runtime.EngineRuntime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A queue of things to look at. Adding an item that already waits changes nothing; an item that is
 * being worked on is never handed out a second time: if it is added meanwhile, it waits again once its
 * worker says {@link #done}. So one item has one worker at a time, and no addition is overlooked.
 *
 * <p><b>Order.</b> Higher priority first, first come first served inside a priority. An item that waits
 * gains one priority per ageing interval, so nothing starves: it is overtaken only by items whose
 * priority exceeds its own by more than the intervals it has waited when they arrive. Everything is at
 * priority 0 unless somebody says otherwise, which makes a plain first-in-first-out queue.
 *
 * <p><b>Priorities meet.</b> {@link #add(Object)} is news at priority 0. Of several additions of a
 * waiting item the highest priority counts; a raised item goes behind those that already wait at its
 * new priority, and never behind its old place. {@link #addAfter(Object, Duration)} and {@link
 * #addRateLimited} are retries: they keep the priority the item has while it waits or is worked on.
 *
 * <p>Items are compared by {@code equals}; they must not be null. Thread-safe; nothing but {@link #get}
 * and the waiting form of {@link #shutDownWithDrain(Duration)} blocks.
 */
public interface WorkQueue<T> {
  /** Queues {@code item} at priority 0. Ignored once the queue is shutting down. */
  void add(T item);

  /** Queues {@code item} at {@code priority}: any int, higher first. Ignored when shutting down. */
  void add(T item, int priority);

  /**
   * Queues {@code item} once {@code delay} has passed; at once if it is not positive. Of several
   * pending delays of an item the earliest counts. There is no limit to the number of pending items,
   * and a delay too long for the clock is held at about a hundred years. An {@link #add} in the
   * meantime neither ends the delay nor is affected by it. Ignored when shutting down.
   */
  void addAfter(T item, Duration delay);

  /** As {@link #addAfter(Object, Duration)}, with a priority of its own. */
  void addAfter(T item, Duration delay, int priority);

  /** Queues {@code item} after the delay its rate limiter asks for. Ignored when shutting down. */
  void addRateLimited(T item);

  /** Takes back a pending delay of {@code item}; false if there was none. What is queued stays. */
  boolean cancel(T item);

  /** Tells the rate limiter that {@code item} succeeded or is given up. Does not touch the queue. */
  void forget(T item);

  /** How often {@code item} was rate limited since it was last forgotten. */
  int retries(T item);

  /**
   * Takes the next item, waiting for one. The caller works on it and must then call {@link #done}.
   *
   * @return null when the queue is shutting down and nothing is left to hand out
   */
  @Nullable
  T get() throws InterruptedException;

  /** Takes the next item as {@link #get} does, or returns null if none is ready now. */
  @Nullable
  T poll();

  /**
   * Calls {@code signal} after an item became ready and after the queue began to shut down, on the
   * thread that caused it and outside any lock. With {@link #poll} it replaces a thread waiting in
   * {@link #get}. The signal may come when somebody else has already taken the item; it must be quick.
   */
  Subscription onReady(Runnable signal);

  /** The work on {@code item} has ended. Ignored if nobody is working on it. */
  void done(T item);

  /** The items that wait to be taken: not those delayed, nor those being worked on. */
  int length();

  /** The priority {@code item} waits or is worked on with, else the one it is delayed with, else 0. */
  int priority(T item);

  /** What the queue looks like now. */
  WorkQueueStatistics statistics();

  /**
   * Accepts nothing more and drops what is delayed, saying in the log and to {@link
   * WorkQueueObserver#onDrop} how many items that is. What is already queued is still handed out. Ends the wait
   * of a drain. Idempotent.
   */
  void shutDown();

  /**
   * As {@link #shutDown}, and tells when every item queued or being worked on has been taken and done,
   * including items added again while being worked on before. Somebody must go on taking items.
   *
   * <p>A drain finishes what is work now, not what was to become work: delayed items are dropped, and
   * reported, as by {@link #shutDown}. From here on every addition is refused without a word, also {@link
   * #addAfter} and {@link #addRateLimited} for the item in hand: work that fails during a drain is not retried.
   *
   * @return completes with true when all is done; with false when {@link #shutDown} ended the wait
   */
  CompletableFuture<Boolean> shutDownWithDrain();

  /**
   * As {@link #shutDownWithDrain()}, waiting for it.
   *
   * @return true when all is done; false when {@code timeout} passed or {@link #shutDown} ended the wait
   */
  boolean shutDownWithDrain(Duration timeout) throws InterruptedException;

  /** Whether the queue accepts nothing more. */
  boolean isShuttingDown();

  /** The runtime whose clock and timers the queue uses. */
  EngineRuntime runtime();

  /** Ends the signals it was returned for. */
  interface Subscription extends AutoCloseable {
    /** No signal begins after this. Idempotent. */
    @Override
    void close();
  }

  /** A queue with the default rate limiter and ageing. */
  static <T> WorkQueue<T> create(EngineRuntime runtime) {
    return WorkQueue.<T>builder(runtime).build();
  }

  static <T> WorkQueueBuilder<T> builder(EngineRuntime runtime) {
    return new WorkQueueBuilder<>(runtime);
  }
}

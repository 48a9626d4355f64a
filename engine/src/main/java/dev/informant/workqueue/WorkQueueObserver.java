package dev.informant.workqueue;

import java.time.Duration;

/**
 * Receives the events of a work queue, for metrics. Called on the thread that caused the event, outside any lock, so
 * calls may arrive out of order: use them for counters, and read levels from {@link WorkQueue#statistics()}. Exceptions
 * of an observer are logged. Implementations must be thread-safe and quick.
 */
public interface WorkQueueObserver {
  /** Hears nothing. */
  WorkQueueObserver NONE = new WorkQueueObserver() {};

  /** An item was added. Not called if the item was already queued. */
  default void onAdd() {}

  /** An item was taken, {@code waited} after it was added. */
  default void onTake(Duration waited) {}

  /** An item was processed for {@code worked}. */
  default void onDone(Duration worked) {}

  /** An item was added with a delay, by the caller or the rate limiter. */
  default void onRetry() {}

  /** The queue was shut down, and {@code delayed} delayed items were dropped. */
  default void onDrop(int delayed) {}
}

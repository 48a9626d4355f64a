package dev.informant.workqueue;

import java.time.Duration;

/**
 * Hears what a work queue does, for metrics. Called by the thread that did it, outside any lock, so two
 * calls may overtake each other: count with these, and read levels from {@link
 * WorkQueue#statistics()}. What an observer throws is logged and dropped. Implementations must be
 * thread-safe and quick.
 */
public interface WorkQueueObserver {
  /** Hears nothing. */
  WorkQueueObserver NONE = new WorkQueueObserver() {};

  /** An item was added. Additions that change nothing, because the item waits already, do not count. */
  default void onAdd() {}

  /** An item was taken, {@code waited} after it was added. */
  default void onTake(Duration waited) {}

  /** An item was worked on for {@code worked}. */
  default void onDone(Duration worked) {}

  /** An item was added with a delay: by the caller's wish or the rate limiter's. */
  default void onRetry() {}

  /** The queue was shut down, and {@code delayed} items that were not due yet were dropped. */
  default void onDrop(int delayed) {}
}

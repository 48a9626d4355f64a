package dev.informant.informer;

import org.jspecify.annotations.Nullable;

/**
 * What waits for one listener. One producer (the pipeline), one consumer (the listener's serial queue),
 * any number of observers. It also holds the listener's wake-up state: {@link #offer} says when the
 * consumer must be woken, {@link #take} lays it to sleep when nothing is left, both in one critical
 * section, so that no wake-up is missed and none is wasted.
 */
interface NotificationBuffer<T> {
  /** Adds a batch; returns whether the consumer sleeps and must be woken. */
  boolean offer(Batch<T> batch, long nanos);

  /** The next thing to deliver; null if there is none, and then the consumer sleeps. */
  @Nullable
  Timed<T> take();

  /** Calls that wait, without those already taken. */
  long depth();

  /** When the oldest one came; {@code otherwise} if none waits. */
  long oldestNanos(long otherwise);

  /** Forgets everything. */
  void clear();

  /**
   * A batch and when it came.
   *
   * @param nanos by the runtime's clock
   */
  record Timed<T>(Batch<T> batch, long nanos) {}
}

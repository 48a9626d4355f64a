package dev.informant.runtime;

import java.time.Duration;

/**
 * Runs tasks later. A task must be tiny and must not block: usually it hands work to a {@link
 * SerialQueue}. Thread-safe.
 */
public interface Timers {
  /** Runs {@code task} once after {@code delay}; at once (but not on this call) if not positive. */
  Timer schedule(Duration delay, Runnable task);

  /** A pending task. */
  interface Timer {
    /** A timer that has nothing to cancel. */
    Timer NONE = () -> {};

    /** Keeps the task from running if it has not begun. Idempotent. */
    void cancel();
  }
}

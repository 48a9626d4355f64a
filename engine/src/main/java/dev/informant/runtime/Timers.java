package dev.informant.runtime;

import java.time.Duration;

/**
 * Runs tasks later. A task must be tiny and must not block: usually it hands work to a {@link
 * SerialQueue}. Thread-safe.
 */
public interface Timers {
  /** Runs {@code task} once after {@code delay}; at once (but not on this call) if not positive. */
  Timer schedule(Duration delay, Runnable task);

  /** {@code duration} in nanoseconds; a century stands for whatever is longer. */
  static long nanos(Duration duration) {
    Duration longest = Duration.ofDays(36_500);
    if (duration.isNegative()) {
      return -nanos(duration.getSeconds() == Long.MIN_VALUE ? longest : duration.negated());
    }
    return (duration.compareTo(longest) > 0 ? longest : duration).toNanos();
  }

  /** A pending task. */
  interface Timer {
    /** A timer that has nothing to cancel. */
    Timer NONE = () -> {};

    /** Keeps the task from running if it has not begun. Idempotent. */
    void cancel();
  }
}

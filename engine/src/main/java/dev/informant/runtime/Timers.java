package dev.informant.runtime;

import java.time.Duration;

/**
 * Runs tasks after a delay. A task must be short and must not block: usually it passes work to a {@link SerialQueue}.
 * Thread-safe.
 */
public interface Timers {
  /** Runs {@code task} once after {@code delay}; immediately, but not in this call, if it is not positive. */
  Timer schedule(Duration delay, Runnable task);

  /** Returns {@code duration} in nanoseconds, at most a century. */
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

    /** Cancels the task if it has not started. Idempotent. */
    void cancel();
  }
}

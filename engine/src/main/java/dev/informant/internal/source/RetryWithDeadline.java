package dev.informant.internal.source;

import dev.informant.runtime.Clock;
import dev.informant.runtime.Timers;
import dev.informant.source.SourceException;
import java.time.Duration;

/**
 * Allows retries of internal server errors for a limited time. The window opens with the first such error
 * and opens anew if the last one was long ago. Other errors neither open nor close it. Not thread-safe.
 */
final class RetryWithDeadline {
  private static final int INTERNAL_SERVER_ERROR = 500;

  private final long maximumNanos;
  private final long resetNanos;
  private final Clock clock;
  private boolean open;
  private long firstNanos;
  private long lastNanos;

  /**
   * @param maximum how long retries are allowed; zero or less allows none
   * @param reset time without such errors after which the window opens anew
   */
  RetryWithDeadline(Duration maximum, Duration reset, Clock clock) {
    this.maximumNanos = Timers.nanos(maximum);
    this.resetNanos = Timers.nanos(reset);
    this.clock = clock;
  }

  /** Notes a failure. */
  void after(SourceException failure) {
    if (!isInternalError(failure)) {
      return;
    }
    long now = clock.nanos();
    if (!open || now - lastNanos >= resetNanos) {
      open = true;
      firstNanos = now;
    }
    lastNanos = now;
  }

  /** Whether a retry is allowed now; a refusal closes the window. */
  boolean shouldRetry() {
    if (maximumNanos <= 0 || !open) {
      return false;
    }
    if (clock.nanos() - firstNanos <= maximumNanos) {
      return true;
    }
    open = false;
    return false;
  }

  static boolean isInternalError(SourceException failure) {
    return failure.kind() == SourceException.Kind.STATUS
        && (failure.reason().equals("InternalError")
            || (failure.reason().isEmpty() && failure.code() == INTERNAL_SERVER_ERROR));
  }
}

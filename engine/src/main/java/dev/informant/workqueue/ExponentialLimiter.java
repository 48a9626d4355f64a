package dev.informant.workqueue;

import dev.informant.log.Readable;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Doubles the wait with each failure of an item, up to a maximum. Thread-safe. */
final class ExponentialLimiter<T> implements RateLimiter<T> {
  private final long baseNanos;
  private final long longestNanos;
  private final FailureCounts<T> failures = new FailureCounts<>();

  ExponentialLimiter(Duration base, Duration longest) {
    if (base.isNegative() || longest.isNegative()) {
      throw new IllegalArgumentException(
          "negative delay: base " + Readable.time(base) + ", longest " + Readable.time(longest));
    }
    this.baseNanos = TimeUnit.NANOSECONDS.convert(base);
    this.longestNanos = TimeUnit.NANOSECONDS.convert(longest);
  }

  @Override
  public Duration when(T item) {
    return Duration.ofNanos(delayNanos(baseNanos, longestNanos, failures.increment(item)));
  }

  /** {@code base} doubled so often, at most {@code longest}. */
  static long delayNanos(long base, long longest, int doublings) {
    // Compared by shifting the maximum down, since shifting the base up may overflow.
    if (base > longest >> Math.min(doublings, 63)) {
      return longest;
    }
    return base == 0 ? 0 : base << doublings;
  }

  @Override
  public void forget(T item) {
    failures.forget(item);
  }

  @Override
  public int retries(T item) {
    return failures.count(item);
  }

  /** Items whose failures are remembered. */
  int remembered() {
    return failures.size();
  }
}

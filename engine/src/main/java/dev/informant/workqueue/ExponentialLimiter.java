package dev.informant.workqueue;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Doubles the wait with each failure of an item, up to a maximum. Thread-safe. */
final class ExponentialLimiter<T> implements RateLimiter<T> {
  private final long baseNanos;
  private final long longestNanos;
  private final FailureCounts<T> failures = new FailureCounts<>();

  ExponentialLimiter(Duration base, Duration longest) {
    if (base.isNegative() || longest.isNegative()) {
      throw new IllegalArgumentException("negative delay: base " + base + ", longest " + longest);
    }
    this.baseNanos = TimeUnit.NANOSECONDS.convert(base);
    this.longestNanos = TimeUnit.NANOSECONDS.convert(longest);
  }

  @Override
  public Duration when(T item) {
    int doublings = failures.increment(item);
    // Compared by shifting the maximum down, since shifting the base up may overflow.
    boolean capped = baseNanos > longestNanos >> Math.min(doublings, 63);
    return Duration.ofNanos(capped ? longestNanos : baseNanos == 0 ? 0 : baseNanos << doublings);
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

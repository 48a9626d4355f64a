package dev.informant.workqueue;

import java.time.Duration;

/** A few quick tries for each item, then slow ones. Thread-safe. */
final class FastSlowLimiter<T> implements RateLimiter<T> {
  private final Duration fast;
  private final Duration slow;
  private final int fastTries;
  private final FailureCounts<T> failures = new FailureCounts<>();

  FastSlowLimiter(Duration fast, Duration slow, int fastTries) {
    if (fast.isNegative() || slow.isNegative() || fastTries < 0) {
      throw new IllegalArgumentException(
          "negative: fast " + fast + ", slow " + slow + ", fastTries " + fastTries);
    }
    this.fast = fast;
    this.slow = slow;
    this.fastTries = fastTries;
  }

  @Override
  public Duration when(T item) {
    return failures.increment(item) < fastTries ? fast : slow;
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

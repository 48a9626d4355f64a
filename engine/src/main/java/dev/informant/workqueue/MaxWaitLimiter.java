package dev.informant.workqueue;

import java.time.Duration;

/** Another limiter with an upper bound to its waits. Thread-safe. */
final class MaxWaitLimiter<T> implements RateLimiter<T> {
  private final RateLimiter<T> limiter;
  private final Duration longest;

  MaxWaitLimiter(RateLimiter<T> limiter, Duration longest) {
    this.limiter = limiter;
    this.longest = longest;
  }

  @Override
  public Duration when(T item) {
    Duration wait = limiter.when(item);
    return wait.compareTo(longest) > 0 ? longest : wait;
  }

  @Override
  public void forget(T item) {
    limiter.forget(item);
  }

  @Override
  public int retries(T item) {
    return limiter.retries(item);
  }
}

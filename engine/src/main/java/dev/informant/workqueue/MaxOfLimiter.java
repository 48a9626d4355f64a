package dev.informant.workqueue;

import java.time.Duration;
import java.util.List;

/** The strictest of several limiters. Thread-safe. */
final class MaxOfLimiter<T> implements RateLimiter<T> {
  private final List<RateLimiter<T>> limiters;

  MaxOfLimiter(List<? extends RateLimiter<T>> limiters) {
    if (limiters.isEmpty()) {
      throw new IllegalArgumentException("maxOf needs at least one limiter");
    }
    this.limiters = List.copyOf(limiters);
  }

  @Override
  public Duration when(T item) {
    Duration longest = Duration.ZERO;
    for (RateLimiter<T> limiter : limiters) {
      Duration wait = limiter.when(item);
      longest = wait.compareTo(longest) > 0 ? wait : longest;
    }
    return longest;
  }

  @Override
  public void forget(T item) {
    limiters.forEach(limiter -> limiter.forget(item));
  }

  @Override
  public int retries(T item) {
    int most = 0;
    for (RateLimiter<T> limiter : limiters) {
      most = Math.max(most, limiter.retries(item));
    }
    return most;
  }
}

package dev.informant.controller;

import dev.informant.runtime.Clock;
import dev.informant.workqueue.RateLimiter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Exponential back-off per key that counts a failure once per wait, and is at least as long as the server requested. Thread-safe.
 */
final class RetryLimiter implements RateLimiter<String> {
  private final RateLimiter<String> exponential;
  private final Map<String, Duration> requested = new ConcurrentHashMap<>();

  RetryLimiter(Clock clock, Duration first, Duration longest) {
    this.exponential = RateLimiter.exponentialOncePerWait(clock, first, longest);
  }

  /** The next wait of {@code key} is at least so long. */
  void atLeast(String key, Duration wait) {
    requested.put(key, wait);
  }

  @Override
  public Duration when(String key) {
    Duration wait = exponential.when(key);
    Duration least = requested.remove(key);
    return least != null && least.compareTo(wait) > 0 ? least : wait;
  }

  @Override
  public void forget(String key) {
    requested.remove(key);
    exponential.forget(key);
  }

  @Override
  public int retries(String key) {
    return exponential.retries(key);
  }
}

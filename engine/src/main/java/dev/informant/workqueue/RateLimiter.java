package dev.informant.workqueue;

import dev.informant.runtime.Clock;
import java.time.Duration;
import java.util.List;

/**
 * Decides how long an item waits before it is retried. Thread-safe.
 *
 * <p>{@link #forget} releases the state that a limiter keeps for an item.
 */
public interface RateLimiter<T> {
  /** Returns the delay of {@code item}, and counts one more failure of it. */
  Duration when(T item);

  /** Resets the failures of an item that has succeeded or will not be retried. */
  void forget(T item);

  /** Returns how often {@code item} failed since {@link #forget}. */
  int retries(T item);

  /** Returns this limiter with delays of at most {@code longest}. */
  default RateLimiter<T> withMaxWait(Duration longest) {
    return new MaxWaitLimiter<>(this, longest);
  }

  /** Waits {@code base} after the first failure of an item, twice as long after each further one, at most {@code longest}. */
  static <T> RateLimiter<T> exponential(Duration base, Duration longest) {
    return new ExponentialLimiter<>(base, longest);
  }

  /**
   * As {@link #exponential}, but a failure counts only when the previous delay has passed. An item that is processed
   * earlier, because of an event, and fails again waits for the rest of that delay. Frequent events of a failing item
   * therefore do not raise its delay to the maximum.
   */
  static <T> RateLimiter<T> exponentialOncePerWait(Clock clock, Duration base, Duration longest) {
    return new OncePerWaitLimiter<>(clock, base, longest);
  }

  /** Waits {@code fast} after each of the first {@code fastTries} failures of an item, then {@code slow}. */
  static <T> RateLimiter<T> fastSlow(Duration fast, Duration slow, int fastTries) {
    return new FastSlowLimiter<>(fast, slow, fastTries);
  }

  /**
   * Limits all items together with a token bucket: {@code burst} at once, {@code perSecond} on average. It keeps no
   * state for an item and reports no retries.
   */
  static <T> RateLimiter<T> bucket(Clock clock, double perSecond, int burst) {
    return new BucketLimiter<>(clock, perSecond, burst);
  }

  /** Uses the longest delay of {@code limiters}; each of them counts the failure. */
  static <T> RateLimiter<T> maxOf(List<? extends RateLimiter<T>> limiters) {
    return new MaxOfLimiter<>(limiters);
  }

  /**
   * client-go's limiter for controllers: per item 5 ms, doubling, at most 1000 s; and for all items together 10 per
   * second with a burst of 100.
   */
  static <T> RateLimiter<T> controllerDefault(Clock clock) {
    return maxOf(List.of(
        RateLimiter.<T>exponential(Duration.ofMillis(5), Duration.ofSeconds(1000)),
        RateLimiter.<T>bucket(clock, 10, 100)));
  }

  /** client-go's limiter without a token bucket: per item 1 ms, doubling, at most 1000 s. */
  static <T> RateLimiter<T> itemBasedDefault() {
    return exponential(Duration.ofMillis(1), Duration.ofSeconds(1000));
  }
}

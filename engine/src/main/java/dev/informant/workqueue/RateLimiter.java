package dev.informant.workqueue;

import dev.informant.runtime.Clock;
import java.time.Duration;
import java.util.List;

/**
 * Decides how long an item waits before it is tried again. Thread-safe.
 *
 * <p>What a limiter remembers of an item is released by {@link #forget}.
 */
public interface RateLimiter<T> {
  /** How long {@code item} waits now; counts as one more failure of it. */
  Duration when(T item);

  /** The item has succeeded, or will not be tried again: its failures are forgotten. */
  void forget(T item);

  /** How often {@code item} failed since it was last forgotten. */
  int retries(T item);

  /** This limiter, but never waiting longer than {@code longest}. */
  default RateLimiter<T> withMaxWait(Duration longest) {
    return new MaxWaitLimiter<>(this, longest);
  }

  /** Waits {@code base} after the first failure of an item, twice as long after each further one, at most {@code longest}. */
  static <T> RateLimiter<T> exponential(Duration base, Duration longest) {
    return new ExponentialLimiter<>(base, longest);
  }

  /**
   * As {@link #exponential}, but a failure counts only once the wait before it has passed. An item that
   * is tried early, because something else queued it, and fails again waits for the rest of that time.
   * So a stream of events about a failing item does not drive its delay to the maximum.
   */
  static <T> RateLimiter<T> exponentialOncePerWait(Clock clock, Duration base, Duration longest) {
    return new OncePerWaitLimiter<>(clock, base, longest);
  }

  /** Waits {@code fast} after each of the first {@code fastTries} failures of an item, then {@code slow}. */
  static <T> RateLimiter<T> fastSlow(Duration fast, Duration slow, int fastTries) {
    return new FastSlowLimiter<>(fast, slow, fastTries);
  }

  /**
   * Lets {@code burst} items through at once and {@code perSecond} in the long run, whichever items they
   * are. It remembers nothing of an item and reports no retries.
   */
  static <T> RateLimiter<T> bucket(Clock clock, double perSecond, int burst) {
    return new BucketLimiter<>(clock, perSecond, burst);
  }

  /** Waits as long as the limiter among {@code limiters} that waits longest; each counts the failure. */
  static <T> RateLimiter<T> maxOf(List<? extends RateLimiter<T>> limiters) {
    return new MaxOfLimiter<>(limiters);
  }

  /**
   * client-go's limiter for controllers: per item 5 ms, doubling, at most 1000 s; and over all items 10
   * a second with a burst of 100.
   */
  static <T> RateLimiter<T> controllerDefault(Clock clock) {
    return maxOf(List.of(
        RateLimiter.<T>exponential(Duration.ofMillis(5), Duration.ofSeconds(1000)),
        RateLimiter.<T>bucket(clock, 10, 100)));
  }

  /** client-go's limiter without a common bucket: per item 1 ms, doubling, at most 1000 s. */
  static <T> RateLimiter<T> itemBasedDefault() {
    return exponential(Duration.ofMillis(1), Duration.ofSeconds(1000));
  }
}

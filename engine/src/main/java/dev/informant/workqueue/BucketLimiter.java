package dev.informant.workqueue;

import dev.informant.runtime.Clock;
import java.time.Duration;

/** A token bucket shared by all items. A wait takes its token in advance, so waits queue up. Thread-safe. */
final class BucketLimiter<T> implements RateLimiter<T> {
  private final Clock clock;
  private final double tokensPerNano;
  private final int burst;
  // both guarded by this; negative tokens are promised to items that wait
  private double tokens;
  private long filledNanos;

  BucketLimiter(Clock clock, double perSecond, int burst) {
    if (!(perSecond > 0) || Double.isInfinite(perSecond) || burst < 1) {
      throw new IllegalArgumentException(
          "a bucket needs a positive rate and burst: " + perSecond + " a second, burst " + burst);
    }
    this.clock = clock;
    this.tokensPerNano = perSecond / 1e9;
    this.burst = burst;
    this.tokens = burst;
    this.filledNanos = clock.nanos();
  }

  @Override
  public synchronized Duration when(T item) {
    long now = clock.nanos();
    tokens = Math.min(burst, tokens + (now - filledNanos) * tokensPerNano);
    filledNanos = now;
    tokens -= 1;
    // Rounded to the nearest: sums of fractions of tokens are a little off.
    return tokens >= 0 ? Duration.ZERO : Duration.ofNanos(Math.round(-tokens / tokensPerNano));
  }

  @Override
  public void forget(T item) {
    // Nothing is remembered.
  }

  @Override
  public int retries(T item) {
    return 0;
  }
}

package dev.informant.workqueue;

import dev.informant.log.Readable;
import dev.informant.runtime.Clock;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Doubles the wait with each failure that came after the wait before it. Thread-safe. */
final class OncePerWaitLimiter<T> implements RateLimiter<T> {
  private static final long LONGEST_NANOS = Duration.ofDays(36_500).toNanos();

  private final Clock clock;
  private final long baseNanos;
  private final long longestNanos;
  private final ConcurrentHashMap<T, Wait> waits = new ConcurrentHashMap<>();

  /** The failures counted so far, and when the wait after the last of them ends. */
  private record Wait(int failures, long until) {}

  OncePerWaitLimiter(Clock clock, Duration base, Duration longest) {
    if (base.isNegative() || longest.isNegative()) {
      throw new IllegalArgumentException(
          "negative delay: base " + Readable.time(base) + ", longest " + Readable.time(longest));
    }
    this.clock = clock;
    this.baseNanos = TimeUnit.NANOSECONDS.convert(base);
    this.longestNanos = Math.min(TimeUnit.NANOSECONDS.convert(longest), LONGEST_NANOS);
  }

  @Override
  public Duration when(T item) {
    long now = clock.nanos();
    Wait wait = waits.compute(item, (key, known) -> next(known, now));
    return Duration.ofNanos(wait.until - now);
  }

  private Wait next(@Nullable Wait known, long now) {
    if (known != null && known.until - now > 0) {
      return known;
    }
    int failures = known == null ? 0 : known.failures;
    long delay = ExponentialLimiter.delayNanos(baseNanos, longestNanos, failures);
    return new Wait(failures == Integer.MAX_VALUE ? failures : failures + 1, now + delay);
  }

  @Override
  public void forget(T item) {
    waits.remove(item);
  }

  @Override
  public int retries(T item) {
    Wait wait = waits.get(item);
    return wait == null ? 0 : wait.failures;
  }

  /** Items whose failures are remembered. */
  int remembered() {
    return waits.size();
  }
}

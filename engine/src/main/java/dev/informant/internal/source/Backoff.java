package dev.informant.internal.source;

import dev.informant.runtime.Clock;
import dev.informant.runtime.Timers;
import dev.informant.source.BackoffPolicy;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Hands out waiting times after a {@link BackoffPolicy}. The sequence begins again once nobody has asked
 * for the policy's quiet time, counted from the end of the last waiting time: failures that merely take
 * long to show do not count as quiet. Not thread-safe.
 */
public final class Backoff {
  private final BackoffPolicy policy;
  private final Clock clock;
  private final RandomGenerator random;
  private double baseNanos;
  private boolean used;
  private long lastEndNanos;

  public Backoff(BackoffPolicy policy, Clock clock, RandomGenerator random) {
    this.policy = policy;
    this.clock = clock;
    this.random = random;
    this.baseNanos = Timers.nanos(policy.initial());
  }

  /** The time to wait now. */
  public Duration next() {
    return next(Duration.ZERO);
  }

  /** The time to wait now, at least {@code least}; the jitter is added to the larger of the two. */
  public Duration next(Duration least) {
    long now = clock.nanos();
    if (used
        && !policy.resetAfter().isZero()
        && now - lastEndNanos >= Timers.nanos(policy.resetAfter())) {
      baseNanos = Timers.nanos(policy.initial());
    }
    double drawn =
        Math.max(baseNanos, Timers.nanos(least)) * (1.0 + policy.jitter() * random.nextDouble());
    long delay = Timers.nanos(Duration.ofNanos((long) drawn)); // no more than a century
    baseNanos = Math.min(Timers.nanos(policy.cap()), baseNanos * policy.factor());
    lastEndNanos = now + delay;
    used = true;
    return Duration.ofNanos(delay);
  }
}

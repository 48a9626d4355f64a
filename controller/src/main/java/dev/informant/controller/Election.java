package dev.informant.controller;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How replicas of a program elect a leader: on which Lease, and how fast. Immutable.
 *
 * @param namespace of the Lease
 * @param name of the Lease
 * @param identity of this candidate, unique per process; null for a generated one
 * @param leaseDuration how long others wait after the last renewal they saw; whole seconds
 * @param renewDeadline how long the leader tries to renew before it gives up
 * @param retryPeriod between attempts to acquire and to renew
 */
public record Election(
    String namespace,
    String name,
    @Nullable String identity,
    Duration leaseDuration,
    Duration renewDeadline,
    Duration retryPeriod) {
  /** client-go's defaults. */
  public static final Duration DEFAULT_LEASE_DURATION = Duration.ofSeconds(15);

  public static final Duration DEFAULT_RENEW_DEADLINE = Duration.ofSeconds(10);
  public static final Duration DEFAULT_RETRY_PERIOD = Duration.ofSeconds(2);

  /** client-go's factor: attempts to acquire are 1 to 2.2 periods apart. */
  static final double JITTER = 1.2;

  /**
   * @throws IllegalArgumentException if the times do not fit together
   */
  public Election {
    if (namespace.isBlank() || name.isBlank()) {
      throw new IllegalArgumentException("the lease needs a namespace and a name");
    }
    if (identity != null && identity.isBlank()) {
      throw new IllegalArgumentException("the identity must not be blank");
    }
    Objects.requireNonNull(leaseDuration, "leaseDuration");
    if (leaseDuration.toSeconds() < 1 || leaseDuration.getNano() != 0) {
      throw new IllegalArgumentException(
          "the lease duration must be whole seconds, at least 1: " + leaseDuration);
    }
    if (renewDeadline.compareTo(leaseDuration) >= 0) {
      throw new IllegalArgumentException("the renew deadline (" + renewDeadline
          + ") must be shorter than the lease duration (" + leaseDuration + ")");
    }
    if (retryPeriod.isNegative()
        || retryPeriod.isZero()
        || renewDeadline.toNanos() <= (long) (JITTER * retryPeriod.toNanos())) {
      throw new IllegalArgumentException("the retry period (" + retryPeriod
          + ") must be positive and, times 1.2, shorter than the renew deadline (" + renewDeadline
          + ")");
    }
  }

  /** With client-go's times: 15, 10 and 2 seconds. */
  public static Election onLease(String namespace, String name) {
    return new Election(
        namespace,
        name,
        null,
        DEFAULT_LEASE_DURATION,
        DEFAULT_RENEW_DEADLINE,
        DEFAULT_RETRY_PERIOD);
  }

  public Election withIdentity(String unique) {
    return new Election(namespace, name, unique, leaseDuration, renewDeadline, retryPeriod);
  }

  public Election withTimes(Duration lease, Duration renew, Duration retry) {
    return new Election(namespace, name, identity, lease, renew, retry);
  }

  /**
   * How long a term is current after a renewal was sent: as long as client-go's leader retries, and in any case less
   * than others wait.
   */
  Duration validity() {
    Duration tries = renewDeadline.plus(retryPeriod);
    Duration safe = leaseDuration.multipliedBy(9).dividedBy(10);
    return tries.compareTo(safe) < 0 ? tries : safe;
  }

  /** How long one request may take. */
  Duration requestLimit() {
    Duration half = renewDeadline.dividedBy(2);
    return half.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : half;
  }

  @Override
  public String toString() {
    return "lease " + namespace + '/' + name;
  }
}

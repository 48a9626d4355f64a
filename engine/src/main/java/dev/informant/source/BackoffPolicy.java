package dev.informant.source;

import java.time.Duration;

/**
 * How waiting times grow while failures go on. Immutable.
 *
 * @param initial the first waiting time, before jitter
 * @param factor by which each next one is longer
 * @param cap the longest waiting time, before jitter
 * @param jitter a waiting time {@code d} becomes one drawn evenly from {@code [d, d + jitter·d)}
 * @param resetAfter quiet time after which the sequence begins again; zero never resets it
 */
public record BackoffPolicy(
    Duration initial, double factor, Duration cap, double jitter, Duration resetAfter) {
  /** client-go's: 0.8 s, doubled up to 30 s, each up to twice as long by chance, two quiet minutes. */
  public static final BackoffPolicy DEFAULT = new BackoffPolicy(
      Duration.ofMillis(800), 2.0, Duration.ofSeconds(30), 1.0, Duration.ofMinutes(2));

  public BackoffPolicy {
    if (initial.isNegative() || cap.compareTo(initial) < 0 || resetAfter.isNegative()) {
      throw new IllegalArgumentException(
          "need 0 <= initial <= cap and 0 <= resetAfter, got initial " + initial + ", cap " + cap
              + ", resetAfter " + resetAfter);
    }
    if (!(factor >= 1.0) || !(jitter >= 0.0)) {
      throw new IllegalArgumentException(
          "need factor >= 1 and jitter >= 0, got factor " + factor + ", jitter " + jitter);
    }
  }
}

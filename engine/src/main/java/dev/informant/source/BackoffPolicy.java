package dev.informant.source;

import dev.informant.log.Readable;
import java.time.Duration;

/**
 * The growth of pauses between retries. Immutable.
 *
 * @param initial the first pause, before jitter
 * @param factor the growth of each following pause
 * @param cap the longest pause, before jitter
 * @param jitter a pause {@code d} becomes a random one from {@code [d, d + jitter·d)}
 * @param resetAfter time without failures after which the sequence starts again; zero never resets it
 */
public record BackoffPolicy(
    Duration initial, double factor, Duration cap, double jitter, Duration resetAfter) {
  /**
   * client-go's policy: 0.8 s, doubled up to 30 s, with a jitter of up to 100 %; reset after two minutes without
   * failures.
   */
  public static final BackoffPolicy DEFAULT = new BackoffPolicy(
      Duration.ofMillis(800), 2.0, Duration.ofSeconds(30), 1.0, Duration.ofMinutes(2));

  public BackoffPolicy {
    if (initial.isNegative() || cap.compareTo(initial) < 0 || resetAfter.isNegative()) {
      throw new IllegalArgumentException(
          "need 0 <= initial <= cap and 0 <= resetAfter, got initial " + Readable.time(initial)
              + ", cap " + Readable.time(cap) + ", resetAfter " + Readable.time(resetAfter));
    }
    if (!(factor >= 1.0) || !(jitter >= 0.0)) {
      throw new IllegalArgumentException(
          "need factor >= 1 and jitter >= 0, got factor " + factor + ", jitter " + jitter);
    }
  }
}

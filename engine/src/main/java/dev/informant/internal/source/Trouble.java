package dev.informant.internal.source;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive failures: they end when a watch is established.
 *
 * @param cause the last one
 * @param since when the first one occurred
 * @param failures how many there were
 */
public record Trouble(Throwable cause, Instant since, int failures) {
  static Trouble after(@Nullable Trouble before, Throwable cause, Instant now) {
    return before == null
        ? new Trouble(cause, now, 1)
        : new Trouble(cause, before.since, before.failures + 1);
  }
}

package dev.informant.internal.source;

import dev.informant.source.SourceException;
import dev.informant.source.SourceException.Kind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When one request is simply sent again, before anything else is concluded from its failure: what
 * client-go does inside its HTTP client. The transports here retry nothing themselves.
 */
final class RetryMatrix {
  static final int MAX_RETRIES = 10;
  static final Duration AFTER_LOST_CONNECTION = Duration.ofSeconds(1);
  private static final int FIRST_SERVER_ERROR = 500;

  private RetryMatrix() {}

  /**
   * The time after which to send the request again; null if it is not to be sent again.
   *
   * @param answered whether the server had begun to answer when the connection was lost
   * @param retries how often it has been sent again already
   */
  static @Nullable Duration delay(SourceException cause, boolean answered, int retries) {
    if (retries >= MAX_RETRIES) {
      return null;
    }
    return switch (cause.kind()) {
      case STATUS ->
        cause.code() == SourceException.TOO_MANY_REQUESTS || cause.code() >= FIRST_SERVER_ERROR
            ? cause.retryAfter()
            : null;
      case NETWORK -> answered ? null : AFTER_LOST_CONNECTION;
      case CONNECTION_REFUSED, DECODE, OTHER -> null;
    };
  }

  /** Whether a watch that could not be opened for this counts as one that ended without an event. */
  static boolean isEmptyWatch(SourceException cause) {
    return cause.kind() == Kind.NETWORK;
  }
}

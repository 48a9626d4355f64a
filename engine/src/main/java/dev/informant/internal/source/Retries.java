package dev.informant.internal.source;

import dev.informant.source.SourceException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Decides when a request that failed is sent again. Used on the steps of the request's owner only. */
@FunctionalInterface
interface Retries {
  /** What client-go does. */
  Retries CLIENT_GO = RetryMatrix::delay;

  /**
   * The time after which to send the request again; null if it is not to be sent again.
   *
   * @param answered whether the server had begun to answer when the connection was lost
   * @param retries how often it has been sent again already
   */
  @Nullable
  Duration delay(SourceException cause, boolean answered, int retries);
}

package dev.informant.apiserver.internal.http;

import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How the front listens.
 *
 * @param port 0 picks a free one
 * @param tls null for plain HTTP
 * @param maxStreams HTTP/2 streams of one connection
 * @param bodyLimit bytes a request body may have
 * @param idleTimeout how long a connection may do nothing, or a write make no progress; watches may be quiet
 * @param compressWatches whether watches with initial events are compressed member by member (1.37)
 */
public record HttpOptions(
    String host,
    int port,
    @Nullable SSLContext tls,
    int maxStreams,
    int bodyLimit,
    Duration idleTimeout,
    boolean compressWatches) {

  /** Streams an API server gives one HTTP/2 connection: {@value}. */
  public static final int DEFAULT_MAX_STREAMS = 100;

  public static final Duration DEFAULT_IDLE_TIMEOUT = Duration.ofSeconds(90);
}

package dev.informant.informer;

import java.time.Duration;

/**
 * How far a handler is behind.
 *
 * @param depth calls that are waiting or running
 * @param age how long the oldest call has been waiting; zero if there is none
 */
public record HandlerLag(long depth, Duration age) {
  /** Nothing waits. */
  public static final HandlerLag NONE = new HandlerLag(0, Duration.ZERO);
}

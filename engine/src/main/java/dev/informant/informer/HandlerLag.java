package dev.informant.informer;

import java.time.Duration;

/**
 * How far a handler is behind.
 *
 * @param depth calls that wait or run
 * @param age how long the oldest of them has been waiting; zero if there is none
 */
public record HandlerLag(long depth, Duration age) {
  /** Nothing waits. */
  public static final HandlerLag NONE = new HandlerLag(0, Duration.ZERO);
}

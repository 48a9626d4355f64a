package dev.informant.internal.source;

import dev.informant.runtime.Timers;
import java.time.Duration;

/**
 * How long a watch may stay silent. Until a bookmark has been seen: until the server should have ended it,
 * and thirty seconds more. Then: three times the longest pause between bookmarks, which are taken to come
 * once a minute or more rarely. While a streaming list has not ended: one minute, in which ordinary
 * bookmarks do not count, and in all no longer than the server was asked to take and thirty seconds more.
 * Not thread-safe.
 */
final class WatchDeadline {
  static final Duration GRACE = Duration.ofSeconds(30);
  static final Duration BOOKMARK_INTERVAL = Duration.ofMinutes(1);
  static final Duration STREAMING_SILENCE = Duration.ofMinutes(1);
  private static final int MISSED_BOOKMARKS = 3;

  private final long startNanos;
  private final long endNanos;
  private boolean streaming;
  private long streamEndNanos;
  private boolean bookmarks;
  private long intervalNanos = BOOKMARK_INTERVAL.toNanos();
  private long lastBookmarkNanos;
  private long lastEventNanos;

  /**
   * @param streaming whether the watch begins with a streaming list
   */
  WatchDeadline(long nowNanos, Duration timeout, boolean streaming) {
    this.startNanos = nowNanos;
    this.endNanos = nowNanos + Timers.nanos(timeout) + GRACE.toNanos();
    this.streaming = streaming;
    this.streamEndNanos = endNanos;
    this.lastEventNanos = nowNanos;
    this.lastBookmarkNanos = nowNanos;
  }

  void event(long nowNanos) {
    lastEventNanos = nowNanos;
  }

  void bookmark(long nowNanos) {
    if (bookmarks) {
      intervalNanos = Math.max(intervalNanos, nowNanos - lastBookmarkNanos);
    }
    bookmarks = true;
    lastBookmarkNanos = nowNanos;
    if (!streaming) {
      lastEventNanos = nowNanos;
    }
  }

  /** Nobody asked for more since then: that time is not the server's. */
  void held(long sinceNanos, long nowNanos) {
    lastEventNanos = nowNanos;
    streamEndNanos += nowNanos - sinceNanos;
  }

  /** The streaming list has ended; its end bookmark is not one of the regular ones. */
  void streamed(long nowNanos) {
    streaming = false;
    lastEventNanos = nowNanos;
  }

  /** Nanoseconds until the watch is too late; zero or less if it is. */
  long remainingNanos(long nowNanos) {
    if (streaming) {
      return Math.min(
          lastEventNanos + STREAMING_SILENCE.toNanos() - nowNanos, streamEndNanos - nowNanos);
    }
    if (bookmarks) {
      return lastEventNanos + MISSED_BOOKMARKS * intervalNanos - nowNanos;
    }
    // Not before the end the server was asked for, even if events held the watch up here.
    return Math.max(endNanos - nowNanos, lastEventNanos + GRACE.toNanos() - nowNanos);
  }

  /** Whether a streaming list has used up its time, however much it sends. */
  boolean isStreamOverdue(long nowNanos) {
    return streaming && nowNanos - streamEndNanos >= 0;
  }

  Duration silence(long nowNanos) {
    return Duration.ofNanos(nowNanos - Math.max(lastEventNanos, startNanos));
  }
}

package dev.informant.apiserver.internal.core;

import org.jspecify.annotations.Nullable;

/**
 * The events of one watch, pulled by the front. The core buffers a bounded number and ends the stream of
 * a reader that falls behind, as the real server does. Thread-safe.
 */
public interface WatchStream {
  /** Calls {@code signal} whenever a frame or the end may be there; it must be cheap. Set once. */
  void onReadable(Runnable signal);

  /**
   * The next event, encoded and framed (JSON: one line with its newline; protobuf: with its length);
   * null if there is none now. The array is shared with other watches: do not change it.
   */
  byte @Nullable [] poll();

  /** Whether the stream has ended and everything has been polled. */
  boolean ended();

  /**
   * Nothing more comes out, not even the end, until {@link CoreFaults} releases or ends the watch or the server restarts.
   */
  void stall();

  /** The next event is this one. */
  void next(Oddity event);

  /** Faults leave this watch alone and do not count it: its reader is part of the server, not a client. */
  void spare();

  /** The reader is gone. Idempotent. */
  void close();
}

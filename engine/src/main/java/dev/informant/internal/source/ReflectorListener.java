package dev.informant.internal.source;

import dev.informant.source.FailureLevel;
import dev.informant.source.ListOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Hears what a reflector does. Called on the pipeline, one call at a time: an implementation must be cheap
 * and must not block. What it throws is logged and otherwise ignored.
 */
public interface ReflectorListener<T> {
  default void onTransition(ReflectorState from, ReflectorState to) {}

  /** Every failure, with what comes of it. */
  default void onFailure(Throwable cause, FailureLevel level) {}

  /** A request is about to be sent. */
  default void onRequest(RequestKind kind, ListOptions options) {}

  /** The collection has been received and is about to be handed on; nothing of it has been. */
  default void onCollected(String resourceVersion) {}

  /**
   * The collection has been received and handed on.
   *
   * @param initial whether for the first time
   * @param took from the first request to now
   */
  default void onList(String resourceVersion, int items, boolean initial, Duration took) {}

  /**
   * It goes on from a version of an earlier run.
   *
   * @param present the version the server is at: what it has received is fresh when it has come to that
   */
  default void onResumed(String present) {}

  /** Receiving the collection and handing it on took longer than ten seconds. */
  default void onSlowList(int items, Duration receiving, Duration handingOn) {}

  /**
   * An object, or an event, was left out because it could not be understood.
   *
   * @param key as far as it is known; else empty
   */
  default void onSkipped(String key, Throwable cause) {}

  /**
   * A good state of a skipped object has arrived, or it is gone.
   *
   * @param key empty if a whole list has come since something was skipped without a key, and had no such thing
   */
  default void onRecovered(String key) {}

  /** Events have been handled. */
  default void onEvents(int count) {}

  /** A watch event was handed on. Called for each, so it must cost next to nothing. */
  default void onQueued(String key, String resourceVersion) {}

  default void onBookmark(String resourceVersion) {}

  /** The last seen version is now this one: after each list, event and bookmark that moves it. */
  default void onResourceVersion(String resourceVersion) {}

  /**
   * A watch has ended.
   *
   * @param cause null if the server ended it properly
   */
  default void onWatchEnded(long events, Duration lasted, @Nullable Throwable cause) {}
}

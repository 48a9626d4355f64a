package dev.informant.informer;

import dev.informant.source.FailureLevel;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hears what an informer does; metrics and pages are built on it. Called from the threads that do the
 * work, concurrently, so an implementation must be thread-safe, quick, and must not block. What it
 * throws is ignored.
 */
public interface InformerObserver {
  /** Hears nothing. */
  InformerObserver NONE = new InformerObserver() {};

  /** Tells all of them, in order; what one throws does not keep it from the others. */
  static InformerObserver all(InformerObserver... observers) {
    return new ObserverList(List.of(observers));
  }

  /** The informer this observer was given to has been built; the first thing it hears. */
  default void onBuilt(SharedIndexInformer<?> informer) {}

  /** The informer has come into another state. */
  default void onTransition(InformerState from, InformerState to) {}

  /**
   * A request was sent.
   *
   * @param verb {@code list}, {@code watch}, {@code watch_list} or {@code probe}: which version are you at?
   */
  default void onRequest(String verb, String resourceVersion) {}

  /** A whole collection was received. */
  default void onList(int items, String resourceVersion) {}

  /** Watch events were received. */
  default void onEvents(int count) {}

  /** A bookmark was received. */
  default void onBookmark(String resourceVersion) {}

  /**
   * A request or stream failed; the informer goes on trying.
   *
   * @param level what the failure means for the informer
   */
  default void onFailure(Throwable cause, FailureLevel level) {}

  /**
   * An object was left out.
   *
   * @param key as far as it is known; may be empty
   */
  default void onSkipped(String key, Throwable cause) {}

  /** An object that had been left out is whole again, or gone. */
  default void onRecovered(String key) {}

  /** A version older than the stored one was ignored. */
  default void onStale(String key, String storedVersion, String staleVersion) {}

  /** The first list is in the store. */
  default void onSynced() {}

  /**
   * Changes were taken off the queue.
   *
   * @param changes how many
   * @param took the time to store them and hand them to all handlers
   */
  default void onProcessed(int changes, Duration took) {}

  default void onHandlerAdded(String handler) {}

  default void onHandlerRemoved(String handler) {}

  default void onHandlerFailure(String handler, String key, Throwable failure) {}

  /**
   * A handler was slow. Heard when its calls have returned.
   *
   * @param calls how many calls, one after another, took {@code took} together; at most 32
   */
  default void onSlowHandler(String handler, int calls, Duration took, HandlerLag lag) {}

  /**
   * A handler falls behind: 1024 calls wait for it, the oldest for at least a second; heard again at 2048, 4096 and
   * so on. Unlike {@link #onSlowHandler} this is also heard of a handler whose call does not return.
   */
  default void onHandlerBehind(String handler, HandlerLag lag) {}

  /** An index function failed for an object; the object is missing from that index. */
  default void onIndexFailure(String index, @Nullable String key, Throwable failure) {}
}

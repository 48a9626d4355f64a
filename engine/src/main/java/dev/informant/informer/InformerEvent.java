package dev.informant.informer;

import dev.informant.source.FailureLevel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an informer reports to its {@link InformerObserver}. Events carry names, counts, versions and causes, never the
 * content of objects. Immutable.
 */
public sealed interface InformerEvent {
  /** The informer has been built. This is the first event that its observer receives. */
  record Built(SharedIndexInformer<?> informer) implements InformerEvent {}

  /** The informer has changed its state. */
  record StateChanged(InformerState from, InformerState to) implements InformerEvent {}

  /**
   * A request was sent.
   *
   * @param verb {@code list}, {@code watch}, {@code watch_list}, or {@code probe} for a request that only reads the
   *     server's current version
   */
  record Requested(String verb, String resourceVersion) implements InformerEvent {}

  /** A complete collection was received. */
  record Listed(int items, String resourceVersion) implements InformerEvent {}

  /** Watch events were received. */
  record Received(int count) implements InformerEvent {}

  /** A bookmark was received. */
  record Bookmarked(String resourceVersion) implements InformerEvent {}

  /**
   * A request or stream failed. The informer retries.
   *
   * @param level what the failure means for the informer
   */
  record Failed(Throwable cause, FailureLevel level) implements InformerEvent {}

  /**
   * An object was skipped because it could not be decoded or transformed.
   *
   * @param key empty if it is unknown
   */
  record Skipped(String key, Throwable cause) implements InformerEvent {}

  /** A good state of a skipped object has arrived, or the object is gone. */
  record Recovered(String key) implements InformerEvent {}

  /** A version older than the stored one was ignored. */
  record Stale(String key, String storedVersion, String staleVersion) implements InformerEvent {}

  /** The first list is in the store. */
  record Synced() implements InformerEvent {}

  /**
   * Changes were taken off the queue.
   *
   * @param took the time to store them and to queue them for all handlers
   */
  record Processed(int changes, Duration took) implements InformerEvent {}

  record HandlerAdded(String handler) implements InformerEvent {}

  record HandlerRemoved(String handler) implements InformerEvent {}

  /** A handler threw. The call counts as returned. */
  record HandlerFailed(String handler, String key, Throwable cause) implements InformerEvent {}

  /**
   * A handler was slow. Reported when its calls have returned.
   *
   * @param calls how many consecutive calls took {@code took} together; at most 32
   */
  record HandlerSlow(String handler, int calls, Duration took, HandlerLag lag)
      implements InformerEvent {}

  /**
   * A handler falls behind: 1024 calls wait for it, the oldest for at least a second. Reported again at 2048, 4096 and so on. Unlike
   * {@link HandlerSlow} this is also reported for a handler whose call does not return.
   */
  record HandlerBehind(String handler, HandlerLag lag) implements InformerEvent {}

  /** An index function failed for an object. The object is missing from that index. */
  record IndexFailed(String index, @Nullable String key, Throwable cause)
      implements InformerEvent {}

  /**
   * A change of one object has reached a stage. Reported only for keys that the observer {@linkplain
   * InformerObserver#follows follows}.
   *
   * @param resourceVersion the object's version after the change
   * @param handler the name of the handler for {@link Stage#CALLED} and {@link Stage#RETURNED}; otherwise empty
   * @param nanos when, by the runtime's monotonic clock
   */
  record ChangeReached(Stage stage, String key, String resourceVersion, String handler, long nanos)
      implements InformerEvent {}

  /** The stages that a change passes, in this order. */
  enum Stage {
    /** The source has delivered it, and it waits in the queue. */
    QUEUED,
    /** It is in the store, and waits for the handlers. */
    STORED,
    /** A handler is called with it. */
    CALLED,
    /** That call has returned. */
    RETURNED
  }
}

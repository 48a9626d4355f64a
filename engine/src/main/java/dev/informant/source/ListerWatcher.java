package dev.informant.source;

import dev.informant.internal.source.BlockingSource;
import dev.informant.runtime.EngineRuntime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists and watches one collection of an API server, or anything that behaves like one.
 *
 * <p>Both calls return immediately and deliver to their receiver later, in batches, from any thread, one call at a
 * time. After each batch the source waits for {@link Exchange#more()}, which provides back-pressure. The receiver's
 * calls must not block. An exchange ends with exactly one terminal call, or with none after {@link Exchange#cancel()}.
 */
public interface ListerWatcher<T> {
  /** Requests one page of the collection. */
  Exchange list(ListOptions options, ListReceiver<T> receiver);

  /** Requests the changes of the collection. */
  Exchange watch(ListOptions options, WatchReceiver<T> receiver);

  /** Returns whether the source can start a watch with the current state (sendInitialEvents). */
  default boolean supportsWatchList() {
    return true;
  }

  /** Describes the transport to the server, for messages; empty if unknown. */
  default String transport() {
    return "";
  }

  /**
   * Describes the current request, for messages: what is requested from which server, since when, and whether a
   * response has started. Null if there is none or it is unknown. Any thread may call it at any time.
   */
  default @Nullable String underWay() {
    return null;
  }

  /** Returns a source that calls a blocking one on the callback threads of {@code runtime}. */
  static <T> ListerWatcher<T> blocking(BlockingListerWatcher<T> source, EngineRuntime runtime) {
    return new BlockingSource<>(source, runtime);
  }

  /** A running request. Thread-safe. */
  interface Exchange {
    /**
     * Requests the next batch. The first batch is delivered without a call. Calls while a batch is outstanding count as
     * one.
     */
    void more();

    /** Ends the exchange now. Nothing is delivered after this returns, except a call already running. */
    void cancel();
  }

  /** Hears a LIST. */
  interface ListReceiver<T> {
    /**
     * Called when the server has started to respond. If a source does not call it, a connection lost during the
     * response looks like a request without a response, which is retried at once.
     */
    default void opened() {}

    /**
     * Returns whether the receiver reads items. If not, only the version of the list matters, and a source may skip or
     * not decode items.
     */
    default boolean wantsItems() {
      return true;
    }

    /** Called with items in list order. The receiver may keep the list object. */
    void items(List<Item<T>> items);

    /** Called when the page is complete. */
    void completed(ListMetadata metadata);

    /** Called when the request failed. Items delivered before must be discarded. */
    void failed(SourceException cause);
  }

  /** Hears a WATCH. */
  interface WatchReceiver<T> {
    /** Called when the server has accepted the watch. A failure before this is a failure to open it. */
    void opened();

    /** Called with events in stream order. The receiver may keep the list object. */
    void events(List<WatchEvent<T>> events);

    /** Called when the stream has ended normally, or in an equivalent way. */
    void closed();

    /** Called when the watch could not be opened or the stream broke. */
    void failed(SourceException cause);
  }
}

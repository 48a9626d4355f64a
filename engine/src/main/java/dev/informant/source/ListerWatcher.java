package dev.informant.source;

import dev.informant.runtime.EngineRuntime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where objects come from: one collection of an API server, or anything that behaves like one.
 *
 * <p>Both calls return at once and deliver to their receiver later, from any thread but one call at a
 * time, in batches. After each batch the source waits for {@link Exchange#more()}: that is the
 * back-pressure. The receiver's calls must not block. An exchange ends with exactly one terminal call,
 * or with none after {@link Exchange#cancel()}.
 */
public interface ListerWatcher<T> {
  /** Asks for one page of the collection. */
  Exchange list(ListOptions options, ListReceiver<T> receiver);

  /** Asks for the changes of the collection. */
  Exchange watch(ListOptions options, WatchReceiver<T> receiver);

  /** Whether the source can begin a watch with the present state (sendInitialEvents). */
  default boolean supportsWatchList() {
    return true;
  }

  /** How requests reach the server, for people to read; empty if the source does not know. */
  default String transport() {
    return "";
  }

  /**
   * The request under way, for messages: what is asked, of whom, since when, and whether an answer has begun. Null if
   * there is none, or the source does not know. Any thread may ask, at any time.
   */
  default @Nullable String underWay() {
    return null;
  }

  /** A source made of one that blocks; its calls run on the callback threads of {@code runtime}. */
  static <T> ListerWatcher<T> blocking(BlockingListerWatcher<T> source, EngineRuntime runtime) {
    return new BlockingSource<>(source, runtime);
  }

  /** A request under way. Thread-safe. */
  interface Exchange {
    /**
     * Asks for the next batch. The first one needs no asking. Calls while a batch is outstanding add up
     * to one.
     */
    void more();

    /** Ends the exchange now. Nothing is delivered after this returns, except a call already running. */
    void cancel();
  }

  /** Hears a LIST. */
  interface ListReceiver<T> {
    /**
     * The server has begun to answer. A source that does not call it leaves a connection lost in the
     * first bytes of an answer looking like one that was never answered, which is retried at once.
     */
    default void opened() {}

    /**
     * Whether it looks at items. If not, it is the version of the list that counts, and a source may leave out items, or
     * leave them undecoded.
     */
    default boolean wantsItems() {
      return true;
    }

    /** Items in list order. The list object is the receiver's to keep. */
    void items(List<Item<T>> items);

    /** The page is complete. */
    void completed(ListMetadata metadata);

    /** The page could not be had; what was delivered of it is void. */
    void failed(SourceException cause);
  }

  /** Hears a WATCH. */
  interface WatchReceiver<T> {
    /** The server has accepted the watch. A failure before this is a failure to open. */
    void opened();

    /** Events in stream order. The list object is the receiver's to keep. */
    void events(List<WatchEvent<T>> events);

    /** The stream has ended properly, or broke in a way that is as good as that. */
    void closed();

    /** The watch could not be opened, or the stream broke. */
    void failed(SourceException cause);
  }
}

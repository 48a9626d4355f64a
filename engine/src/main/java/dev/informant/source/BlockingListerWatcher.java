package dev.informant.source;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A source whose calls block until the response arrives. {@link ListerWatcher#blocking} converts it to a {@link
 * ListerWatcher}. It is called on threads that may block; when a request is cancelled, its thread is interrupted.
 *
 * <p>Throw a {@link SourceException} to report the kind of a failure; other exceptions count as {@link
 * SourceException.Kind#OTHER}.
 */
public interface BlockingListerWatcher<T> {
  /** Fetches one page of the collection. */
  Page<T> list(ListOptions options) throws Exception;

  /** Opens a watch and returns once the server has accepted it. */
  Watch<T> watch(ListOptions options) throws Exception;

  /** Whether a watch can start with the current state. Default: no. */
  default boolean supportsWatchList() {
    return false;
  }

  /** A page with the metadata of its list. */
  record Page<T>(ListMetadata metadata, List<T> items) {
    /** Returns a complete list. */
    public static <T> Page<T> of(String resourceVersion, List<T> items) {
      return new Page<>(new ListMetadata(resourceVersion, /* continueToken= */ "", 0), items);
    }
  }

  /** An open watch. */
  interface Watch<T> extends AutoCloseable {
    /** Waits for the next event; null once the stream has ended. Called by one thread at a time. */
    @Nullable
    WatchEvent<T> next() throws Exception;

    /** Ends the stream, from any thread; a waiting {@link #next()} returns or throws soon. Idempotent. */
    @Override
    void close();
  }
}

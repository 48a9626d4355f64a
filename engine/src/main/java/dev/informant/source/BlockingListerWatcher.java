package dev.informant.source;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A source in its classic form: calls that block until there is an answer. {@link
 * ListerWatcher#blocking} makes a source of it. Its calls come from threads that may block; when a request
 * is given up, its thread is interrupted.
 *
 * <p>To say what went wrong, throw a {@link SourceException}; anything else counts as {@link
 * SourceException.Kind#OTHER}.
 */
public interface BlockingListerWatcher<T> {
  /** One page of the collection. */
  Page<T> list(ListOptions options) throws Exception;

  /** Opens a watch and returns once the server has accepted it. */
  Watch<T> watch(ListOptions options) throws Exception;

  /** Whether a watch can begin with the present state. Default: no. */
  default boolean supportsWatchList() {
    return false;
  }

  /** A page and what it says of its list. */
  record Page<T>(ListMetadata metadata, List<T> items) {
    /** A list in one piece. */
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

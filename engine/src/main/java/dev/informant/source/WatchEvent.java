package dev.informant.source;

import org.jspecify.annotations.Nullable;

/** One event of a watch stream. */
public sealed interface WatchEvent<T> {
  record Added<T>(Item<T> item) implements WatchEvent<T> {}

  record Modified<T>(Item<T> item) implements WatchEvent<T> {}

  record Deleted<T>(Item<T> item) implements WatchEvent<T> {}

  /**
   * The stream has reached a version.
   *
   * @param resourceVersion empty or null if the server sent none
   * @param initialEventsEnd whether it ends the initial state of a watch-list
   */
  record Bookmark<T>(String resourceVersion, boolean initialEventsEnd) implements WatchEvent<T> {
    public Bookmark(@Nullable String resourceVersion, boolean initialEventsEnd) {
      this.resourceVersion = resourceVersion == null ? "" : resourceVersion;
      this.initialEventsEnd = initialEventsEnd;
    }
  }

  /** The server reports a failure in the stream. */
  record Error<T>(SourceException cause) implements WatchEvent<T> {}

  /** An object of another kind, or an unknown event type. It is skipped and does not change the version. */
  record Unexpected<T>(String description) implements WatchEvent<T> {}
}

package dev.informant.internal.source;

import dev.informant.source.WatchEvent;

/** Takes the events of a watch, one after another. */
interface EventTarget<T> {
  /**
   * Handles one event: ADDED, MODIFIED, DELETED or a bookmark.
   *
   * @param ordered whether the version of the event says how far the stream has got
   */
  void accept(WatchEvent<T> event, boolean ordered);
}

package dev.informant.source;

import org.jspecify.annotations.Nullable;

/** Where the events of a watch go, one after another. */
interface EventTarget<T> {
  /** The version the server gave an item; empty if it gave none, null if that cannot be told. */
  @Nullable
  String version(Item<T> item);

  void added(Item<T> item);

  void modified(Item<T> item);

  void deleted(Item<T> item);

  /**
   * @param initialEventsEnd whether it ends the initial state of a streaming list
   */
  void bookmark(String resourceVersion, boolean initialEventsEnd);

  /** An event was handled that moves the version here; bookmarks included. */
  void reached(String resourceVersion);
}

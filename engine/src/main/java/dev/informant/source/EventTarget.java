package dev.informant.source;

/** Where the events of a watch go, one after another. */
interface EventTarget<T> {
  /** The version the server gave an item; empty if there is none. */
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

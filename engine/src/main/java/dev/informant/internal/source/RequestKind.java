package dev.informant.internal.source;

/** What a reflector asks its source for. */
public enum RequestKind {
  /** One page of the collection, or all of it. */
  LIST,
  /** The changes after a version. */
  WATCH,
  /** The present state and then its changes, in one stream. */
  WATCH_LIST,
  /** The version the server is at: a list of a single object, of which nothing is kept. */
  PROBE
}

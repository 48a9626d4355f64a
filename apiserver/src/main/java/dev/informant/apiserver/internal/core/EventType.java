package dev.informant.apiserver.internal.core;

/** The type of a watch event that carries an object of the watched kind. */
public enum EventType {
  ADDED,
  MODIFIED,
  DELETED,
  BOOKMARK,
  /** One that no server sends; a fault does. */
  SURPRISE
}

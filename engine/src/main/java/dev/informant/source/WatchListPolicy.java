package dev.informant.source;

/** Whether a reflector begins with a streaming list. */
public enum WatchListPolicy {
  /** If the source can, with plain LIST as the way out when the server cannot. */
  AUTO,
  /** Never: always LIST, then WATCH. */
  NEVER
}

package dev.informant.source;

/** Whether an informer starts with a streaming list. */
public enum WatchListPolicy {
  /** Uses a streaming list if the source supports it, and falls back to LIST if the server does not. */
  AUTO,
  /** Always uses LIST, then WATCH. */
  NEVER
}

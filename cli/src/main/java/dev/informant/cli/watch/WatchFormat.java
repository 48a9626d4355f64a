package dev.informant.cli.watch;

/** What {@code informant watch} prints of an object. */
public enum WatchFormat {
  TEXT,
  WIDE,
  JSON,
  NAME
}

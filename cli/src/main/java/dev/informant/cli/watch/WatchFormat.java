package dev.informant.cli.watch;

import java.util.Locale;

/** What {@code informant watch} prints of an object. */
public enum WatchFormat {
  TEXT,
  WIDE,
  JSON,
  NAME;

  /** As it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

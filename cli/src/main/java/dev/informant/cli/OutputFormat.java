package dev.informant.cli;

import java.util.Locale;

/** What results look like. */
public enum OutputFormat {
  TEXT,
  JSON;

  /** As it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}

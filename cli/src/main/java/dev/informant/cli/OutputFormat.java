package dev.informant.cli;

/** What results look like. */
public enum OutputFormat {
  TEXT,
  JSON
}

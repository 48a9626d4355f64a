package dev.informant.informer;

/** How closely an informer follows client-go where we think client-go is wrong. */
public enum Parity {
  /**
   * A relist calls no handler for an unchanged object, and a changed uid under one key is a delete and
   * an add. A server that was restored from a backup is found out: a watch that stays silent after a loss leads to
   * one small request more.
   */
  REPAIRED,
  /** In these respects, exactly as client-go. */
  EXACT
}

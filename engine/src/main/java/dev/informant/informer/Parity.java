package dev.informant.informer;

/** How closely an informer follows client-go where we think client-go is wrong. */
public enum Parity {
  /**
   * A relist calls no handler for an unchanged object, and a changed uid under one key is a delete and
   * an add.
   */
  REPAIRED,
  /** In these two respects, exactly as client-go. */
  EXACT
}

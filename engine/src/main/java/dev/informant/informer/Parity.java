package dev.informant.informer;

/** Whether an informer repairs defects of client-go or behaves exactly like it. */
public enum Parity {
  /**
   * A relist calls no handler for an unchanged object. A changed uid under one key is a delete and an add. A server
   * that was restored from a backup is detected: if a watch stays silent after a connection loss, one additional small
   * request is sent.
   */
  REPAIRED,
  /** Behaves exactly like client-go in these respects. */
  EXACT
}

package dev.informant.source;

/**
 * What a failure means for the reflector. Every failure is retried; the levels differ in what is repeated. client-go's
 * watch error handler receives only {@link #REPORTED} failures.
 */
public enum FailureLevel {
  /** The same request is sent again shortly. */
  RETRIED,
  /** The round continues: the watch is reopened at its last version, or the list is fetched in another way. */
  RECOVERED,
  /** The watch has ended: the collection is listed again after a pause. */
  RELISTING,
  /** The round has failed: it is restarted after a pause. */
  REPORTED
}

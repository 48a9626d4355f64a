package dev.informant.source;

/**
 * What a failure means for the reflector. Every failure is retried; they differ in what must be done
 * again. client-go's watch error handler hears of {@link #REPORTED} failures only.
 */
public enum FailureLevel {
  /** The same request is sent again after a moment. */
  RETRIED,
  /** The round goes on: the watch is opened again from where it was, or the list is had another way. */
  RECOVERED,
  /** The watch is over: everything is listed again after a pause. */
  RELISTING,
  /** The round has failed: it is begun again after a pause. */
  REPORTED
}

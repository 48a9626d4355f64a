package dev.informant.source;

/** What the parts of a round tell the reflector that runs it. Called on its steps only. */
interface Round<T> {
  /**
   * The collection has arrived.
   *
   * @param asked the version it was asked for
   * @param next the watch it arrived on, which goes on; null if it was a list
   */
  void collected(
      Staging<T> staging,
      String asked,
      String resourceVersion,
      @org.jspecify.annotations.Nullable WatchRun<T> next);

  /** The list cannot be had. */
  void listFailed(SourceException cause);

  /** A streaming list ended before its end. */
  void streamFailed(WatchOutcome outcome, String asked);

  void watchEnded(WatchOutcome outcome);

  /** The server can be followed from the version of an earlier run. */
  void resumed();

  /** Whether it can could not be found out, and is to be asked again after a pause. */
  void resumeLater(SourceException cause);

  /** It cannot: the collection is to be had first. */
  void notResumed();
}

package dev.informant.informer;

/**
 * Hears of every failed request and broken stream, one call at a time. It is for visibility: the
 * informer retries whatever happens. It runs beside the pipeline and may block; what it throws is logged.
 */
@FunctionalInterface
public interface WatchErrorHandler {
  /**
   * @param cause usually a {@link dev.informant.source.SourceException}
   */
  void onWatchError(Throwable cause);
}

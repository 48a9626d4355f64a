package dev.informant.informer;

/**
 * Called with every failed request and broken stream, one call at a time. For information only: {@link
 * CommonOptions#giveUpIf} decides whether the informer retries. Runs outside the pipeline and may block. Exceptions are
 * logged.
 */
@FunctionalInterface
public interface WatchErrorHandler {
  /**
   * @param cause usually a {@link dev.informant.source.SourceException}
   */
  void onWatchError(Throwable cause);
}

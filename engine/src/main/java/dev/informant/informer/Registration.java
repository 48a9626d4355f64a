package dev.informant.informer;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** One handler of an {@link Informer}, from {@code addHandler} until it is removed or the informer is closed. Thread-safe. */
public interface Registration<T> {
  /** The handler's name, as it appears in logs and metrics. */
  String name();

  /**
   * Completes when the informer is synced and the handler has returned (or thrown) from every object of
   * its initial list. Fails if the handler is removed or the informer closed before. Dependent actions run on the
   * handler's thread.
   */
  CompletableFuture<Void> synced();

  boolean isSynced();

  /**
   * Waits for {@link #synced()}. Must not be called from a handler.
   *
   * @throws NotSyncedException if the sync takes longer, or the registration has ended
   */
  void awaitSynced(Duration timeout);

  /**
   * Removes the handler. A call in progress continues. No other call starts, and waiting calls are dropped. Idempotent.
   *
   * @return completes when the call in progress has returned
   */
  CompletableFuture<Void> remove();

  /**
   * Removes the handler and waits until its call in progress has returned. Does not wait inside a handler.
   *
   * @return whether the call has returned in time
   */
  boolean removeAndAwait(Duration timeout);

  /** Completes when the handler has been removed, or its informer closed, and its last call has returned. */
  CompletableFuture<Void> ended();

  /** Returns whether the handler still receives calls. */
  boolean isActive();

  /** Returns how far the handler is behind. */
  HandlerLag lag();

  /** Returns how many of its calls threw. */
  long failures();

  /** Returns how often the handler is called again with every object, as far as the informer allows; zero for never. */
  Duration resyncPeriod();
}

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
   * Waits for {@link #synced()}. Not to be called from a handler.
   *
   * @throws NotSyncedException if that takes longer, or the registration has ended
   */
  void awaitSynced(Duration timeout);

  /**
   * Removes the handler. The call in progress, if any, continues; no other begins, and waiting ones are
   * dropped. Idempotent.
   *
   * @return completes when the call in progress has returned
   */
  CompletableFuture<Void> remove();

  /**
   * Removes the handler and waits until its call in progress has returned; inside a handler it does not
   * wait.
   *
   * @return whether it has returned in time
   */
  boolean removeAndAwait(Duration timeout);

  /** Completes when the handler has been removed, or its informer closed, and its last call has returned. */
  CompletableFuture<Void> ended();

  /** Whether it still receives calls. */
  boolean isActive();

  /** How far the handler is behind. */
  HandlerLag lag();

  /** How many of its calls threw. */
  long failures();

  /** How often it sees everything again, as far as the informer allows; zero for never. */
  Duration resyncPeriod();
}

package dev.informant.informer;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** One handler's place at one informer. Thread-safe. */
public final class Registration<T> {
  private final SharedIndexInformer<T> informer;
  private final ProcessorListener<T> listener;
  private final AtomicBoolean removed = new AtomicBoolean();

  Registration(SharedIndexInformer<T> informer, ProcessorListener<T> listener) {
    this.informer = informer;
    this.listener = listener;
  }

  /** The handler's name, as it appears in logs and metrics. */
  public String name() {
    return listener.name();
  }

  /**
   * Completes when the informer is synced and the handler has returned (or thrown) from every object of
   * its initial list. Fails only if the handler is removed or the informer closed before. What hangs on
   * it runs on the handler's thread.
   */
  public CompletableFuture<Void> synced() {
    return listener.synced().copy();
  }

  public boolean isSynced() {
    return listener.synced().isDone() && !listener.synced().isCompletedExceptionally();
  }

  /**
   * Waits for {@link #synced()}. Not to be called from a handler.
   *
   * @throws NotSyncedException if that takes longer, or the registration has ended
   */
  public void awaitSynced(Duration timeout) {
    Waiting.forSync(listener.synced(), timeout, informer, this::describe);
  }

  private String describe() {
    String what = "handler " + name() + " of informer " + informer.name();
    if (!informer.hasSynced() || !isActive()) {
      return what;
    }
    HandlerLag lag = lag();
    return what + " (" + lag.depth() + " calls behind, the oldest for " + lag.age() + ")";
  }

  /**
   * Removes the handler. The call in progress, if any, goes on; no other begins, and what waits is
   * dropped. Idempotent.
   *
   * @return completes when the call in progress has returned
   */
  public CompletableFuture<Void> remove() {
    if (removed.compareAndSet(false, true)) {
      informer.remove(listener);
    }
    return listener.quiet().copy();
  }

  /**
   * Removes the handler and waits until its call in progress has returned; inside a handler it does not
   * wait.
   *
   * @return whether it has returned in time
   */
  public boolean removeAndAwait(Duration timeout) {
    CompletableFuture<Void> quiet = remove();
    if (!Waiting.isAllowed()) {
      return quiet.isDone();
    }
    return Waiting.forQuiet(quiet, timeout);
  }

  /** Completes when it gets no more calls, removed or closed, and is forgotten with it. */
  CompletableFuture<Void> ended() {
    return listener.quiet();
  }

  /** Whether it still gets calls. */
  public boolean isActive() {
    return listener.isActive();
  }

  /** How far the handler is behind. */
  public HandlerLag lag() {
    return listener.lag();
  }

  /** How many of its calls threw. */
  public long failures() {
    return listener.failures();
  }

  /** How often it sees everything again, as far as the informer allows; zero for never. */
  public Duration resyncPeriod() {
    return informer.resyncPeriod(listener);
  }
}

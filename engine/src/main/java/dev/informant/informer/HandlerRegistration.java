package dev.informant.informer;

import dev.informant.log.Readable;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** One handler at one informer. Thread-safe. */
final class HandlerRegistration<T> implements Registration<T> {
  private final SharedIndexInformer<T> informer;
  private final ProcessorListener<T> listener;
  private final AtomicBoolean removed = new AtomicBoolean();

  HandlerRegistration(SharedIndexInformer<T> informer, ProcessorListener<T> listener) {
    this.informer = informer;
    this.listener = listener;
  }

  @Override
  public String name() {
    return listener.name();
  }

  @Override
  public CompletableFuture<Void> synced() {
    return listener.synced().copy();
  }

  @Override
  public boolean isSynced() {
    return listener.synced().isDone() && !listener.synced().isCompletedExceptionally();
  }

  @Override
  public void awaitSynced(Duration timeout) {
    Waiting.forSync(listener.synced(), timeout, informer, this::describe);
  }

  private String describe() {
    String what = "handler " + name() + " of informer " + informer.name();
    if (!informer.isSynced() || !isActive()) {
      return what;
    }
    HandlerLag lag = lag();
    return what + " (" + Readable.count(lag.depth(), "call") + " behind, the oldest for "
        + Readable.time(lag.age()) + ")";
  }

  @Override
  public CompletableFuture<Void> remove() {
    if (removed.compareAndSet(false, true)) {
      informer.remove(listener);
    }
    return listener.quiet().copy();
  }

  @Override
  public boolean removeAndAwait(Duration timeout) {
    CompletableFuture<Void> quiet = remove();
    if (!Waiting.isAllowed()) {
      return quiet.isDone();
    }
    return Waiting.forQuiet(quiet, timeout);
  }

  @Override
  public CompletableFuture<Void> ended() {
    return listener.quiet().copy();
  }

  @Override
  public boolean isActive() {
    return listener.isActive();
  }

  @Override
  public HandlerLag lag() {
    return listener.lag();
  }

  @Override
  public long failures() {
    return listener.failures();
  }

  @Override
  public Duration resyncPeriod() {
    return informer.resyncPeriod(listener);
  }
}

package dev.informant.informer;

import dev.informant.log.QuietLog;
import dev.informant.source.FailureLevel;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Keeps what an observer throws from whoever reports to it; the first failure is logged. */
final class GuardedObserver implements InformerObserver {
  private static final Logger LOG = QuietLog.of(GuardedObserver.class);

  private final InformerObserver observer;
  private final AtomicBoolean failed = new AtomicBoolean();

  GuardedObserver(InformerObserver observer) {
    this.observer = observer;
  }

  private void guard(Runnable report) {
    try {
      Waiting.notInside(report);
    } catch (RuntimeException | Error failure) {
      if (failed.compareAndSet(false, true)) {
        LOG.log(Level.WARNING, "an informer observer threw; further failures go unlogged", failure);
      }
    }
  }

  @Override
  public void onBuilt(SharedIndexInformer<?> informer) {
    guard(() -> observer.onBuilt(informer));
  }

  @Override
  public void onTransition(InformerState from, InformerState to) {
    guard(() -> observer.onTransition(from, to));
  }

  @Override
  public void onRequest(String verb, String resourceVersion) {
    guard(() -> observer.onRequest(verb, resourceVersion));
  }

  @Override
  public void onList(int items, String resourceVersion) {
    guard(() -> observer.onList(items, resourceVersion));
  }

  @Override
  public void onEvents(int count) {
    guard(() -> observer.onEvents(count));
  }

  @Override
  public void onBookmark(String resourceVersion) {
    guard(() -> observer.onBookmark(resourceVersion));
  }

  @Override
  public void onFailure(Throwable cause, FailureLevel level) {
    guard(() -> observer.onFailure(cause, level));
  }

  @Override
  public void onSkipped(String key, Throwable cause) {
    guard(() -> observer.onSkipped(key, cause));
  }

  @Override
  public void onRecovered(String key) {
    guard(() -> observer.onRecovered(key));
  }

  @Override
  public void onStale(String key, String storedVersion, String staleVersion) {
    guard(() -> observer.onStale(key, storedVersion, staleVersion));
  }

  @Override
  public void onSynced() {
    guard(observer::onSynced);
  }

  @Override
  public void onProcessed(int changes, Duration took) {
    guard(() -> observer.onProcessed(changes, took));
  }

  @Override
  public void onHandlerAdded(String handler) {
    guard(() -> observer.onHandlerAdded(handler));
  }

  @Override
  public void onHandlerRemoved(String handler) {
    guard(() -> observer.onHandlerRemoved(handler));
  }

  @Override
  public void onHandlerFailure(String handler, String key, Throwable failure) {
    guard(() -> observer.onHandlerFailure(handler, key, failure));
  }

  @Override
  public void onSlowHandler(String handler, int calls, Duration took, HandlerLag lag) {
    guard(() -> observer.onSlowHandler(handler, calls, took, lag));
  }

  @Override
  public void onHandlerBehind(String handler, HandlerLag lag) {
    guard(() -> observer.onHandlerBehind(handler, lag));
  }

  @Override
  public void onIndexFailure(String index, @Nullable String key, Throwable failure) {
    guard(() -> observer.onIndexFailure(index, key, failure));
  }
}

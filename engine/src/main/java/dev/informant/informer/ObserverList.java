package dev.informant.informer;

import dev.informant.source.FailureLevel;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells several observers, in order; what one of them throws does not keep it from the others. */
final class ObserverList implements InformerObserver {
  private final List<GuardedObserver> observers;

  ObserverList(List<? extends InformerObserver> observers) {
    this.observers = observers.stream().map(GuardedObserver::new).toList();
  }

  private void each(Consumer<InformerObserver> report) {
    for (GuardedObserver observer : observers) {
      report.accept(observer);
    }
  }

  @Override
  public void onBuilt(SharedIndexInformer<?> informer) {
    each(observer -> observer.onBuilt(informer));
  }

  @Override
  public void onTransition(InformerState from, InformerState to) {
    each(observer -> observer.onTransition(from, to));
  }

  @Override
  public void onRequest(String verb, String resourceVersion) {
    each(observer -> observer.onRequest(verb, resourceVersion));
  }

  @Override
  public void onList(int items, String resourceVersion) {
    each(observer -> observer.onList(items, resourceVersion));
  }

  @Override
  public void onEvents(int count) {
    each(observer -> observer.onEvents(count));
  }

  @Override
  public void onBookmark(String resourceVersion) {
    each(observer -> observer.onBookmark(resourceVersion));
  }

  @Override
  public void onFailure(Throwable cause, FailureLevel level) {
    each(observer -> observer.onFailure(cause, level));
  }

  @Override
  public void onSkipped(String key, Throwable cause) {
    each(observer -> observer.onSkipped(key, cause));
  }

  @Override
  public void onRecovered(String key) {
    each(observer -> observer.onRecovered(key));
  }

  @Override
  public void onStale(String key, String storedVersion, String staleVersion) {
    each(observer -> observer.onStale(key, storedVersion, staleVersion));
  }

  @Override
  public void onSynced() {
    each(InformerObserver::onSynced);
  }

  @Override
  public void onProcessed(int changes, Duration took) {
    each(observer -> observer.onProcessed(changes, took));
  }

  @Override
  public void onHandlerAdded(String handler) {
    each(observer -> observer.onHandlerAdded(handler));
  }

  @Override
  public void onHandlerRemoved(String handler) {
    each(observer -> observer.onHandlerRemoved(handler));
  }

  @Override
  public void onHandlerFailure(String handler, String key, Throwable failure) {
    each(observer -> observer.onHandlerFailure(handler, key, failure));
  }

  @Override
  public void onSlowHandler(String handler, int calls, Duration took, HandlerLag lag) {
    each(observer -> observer.onSlowHandler(handler, calls, took, lag));
  }

  @Override
  public void onHandlerBehind(String handler, HandlerLag lag) {
    each(observer -> observer.onHandlerBehind(handler, lag));
  }

  @Override
  public void onIndexFailure(String index, @Nullable String key, Throwable failure) {
    each(observer -> observer.onIndexFailure(index, key, failure));
  }
}

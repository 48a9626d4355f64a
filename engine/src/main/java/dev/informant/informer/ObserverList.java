package dev.informant.informer;

import java.util.List;

/** Passes events to several observers, in order. An observer that throws does not affect the others. */
final class ObserverList implements InformerObserver {
  private final GuardedObserver[] observers;

  ObserverList(List<? extends InformerObserver> observers) {
    this.observers = observers.stream().map(GuardedObserver::new).toArray(GuardedObserver[]::new);
  }

  @Override
  public void onEvent(InformerEvent event) {
    for (GuardedObserver observer : observers) {
      observer.onEvent(event);
    }
  }

  @Override
  public boolean follows(String key) {
    for (GuardedObserver observer : observers) {
      if (observer.follows(key)) {
        return true;
      }
    }
    return false;
  }
}

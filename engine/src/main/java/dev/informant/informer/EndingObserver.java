package dev.informant.informer;

import java.util.function.Consumer;

/**
 * Passes events on. An observer's OutOfMemoryError ends the informer, on whichever thread the event occurred.
 *
 * @param end ends the informer, with the cause
 */
record EndingObserver(InformerObserver observer, Consumer<Throwable> end)
    implements InformerObserver {
  @Override
  public void onEvent(InformerEvent event) {
    try {
      observer.onEvent(event);
    } catch (OutOfMemoryError fatal) {
      end.accept(fatal);
    }
  }

  @Override
  public boolean follows(String key) {
    try {
      return observer.follows(key);
    } catch (OutOfMemoryError fatal) {
      end.accept(fatal);
      return false;
    }
  }
}

package dev.informant.verification.simulation;

import dev.informant.informer.Deleted;
import dev.informant.informer.ResourceEventHandler;
import java.util.function.Consumer;

/** A handler that queues the key for the workers and then lets its checker see the call. */
record Feeding<T>(HandlerChecker<T> checker, ObjectModel<T> model, Consumer<String> feed)
    implements ResourceEventHandler<T> {
  @Override
  public void onAdd(T object, boolean inInitialList) {
    feed.accept(model.codec().accessor().key(object));
    checker.onAdd(object, inInitialList);
  }

  @Override
  public void onUpdate(T before, T after) {
    feed.accept(model.codec().accessor().key(after));
    checker.onUpdate(before, after);
  }

  @Override
  public void onDelete(Deleted<T> deleted) {
    feed.accept(deleted.key());
    checker.onDelete(deleted);
  }
}

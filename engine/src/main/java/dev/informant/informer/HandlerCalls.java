package dev.informant.informer;

import dev.informant.informer.Notification.Add;
import dev.informant.informer.Notification.Delete;
import dev.informant.informer.Notification.Update;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Turns a notification into the call its handler gets, if any. With a filter, an object that begins to
 * match is an add (never initial), one that ceases to match is a delete with its old state. The filter
 * judges a deletion by what the handler was shown last, so that each add has its delete.
 */
record HandlerCalls<T>(
    ResourceEventHandler<T> handler, @Nullable Predicate<? super T> filter) implements Calls<T> {

  @Override
  public void call(Notification<T> notification) {
    if (notification instanceof Add<T> add) {
      add(add.revision().object(), add.initial());
    } else if (notification instanceof Update<T> update) {
      update(update);
    } else {
      delete((Delete<T>) notification);
    }
  }

  private void add(T object, boolean initial) {
    if (filter == null || filter.test(object)) {
      handler.onAdd(object, initial);
    }
  }

  private void update(Update<T> update) {
    T before = update.before().object();
    T after = update.after() == update.before() ? before : update.after().object();
    boolean was = filter == null || filter.test(before);
    boolean is = filter == null || filter.test(after);
    if (was && is) {
      handler.onUpdate(before, after);
    } else if (is) {
      handler.onAdd(after, /* inInitialList= */ false);
    } else if (was) {
      handler.onDelete(new Deleted<>(update.key(), before, /* finalStateUnknown= */ false));
    }
  }

  private void delete(Delete<T> delete) {
    if (filter == null || filter.test(delete.before().object())) {
      handler.onDelete(
          new Deleted<>(delete.key(), delete.last().object(), delete.finalStateUnknown()));
    }
  }
}

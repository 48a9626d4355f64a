package dev.informant.informer;

import dev.informant.informer.Notification.Add;
import dev.informant.informer.Notification.Delete;
import dev.informant.informer.Notification.Update;
import dev.informant.object.Revision;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** As {@link HandlerCalls}, of revisions. Objects are decoded for a filter only. */
record RevisionCalls<T>(
    RevisionHandler<T> handler, @Nullable Predicate<? super T> filter) implements Calls<T> {

  @Override
  public void call(Notification<T> notification) {
    if (notification instanceof Add<T> add) {
      if (matches(add.revision())) {
        handler.onAdd(add.revision(), add.initial());
      }
    } else if (notification instanceof Update<T> update) {
      update(update);
    } else {
      Delete<T> delete = (Delete<T>) notification;
      if (matches(delete.before())) {
        handler.onDelete(delete.last(), delete.finalStateUnknown());
      }
    }
  }

  private void update(Update<T> update) {
    boolean was = matches(update.before());
    boolean is = update.after() == update.before() ? was : matches(update.after());
    if (was && is) {
      handler.onUpdate(update.before(), update.after());
    } else if (is) {
      handler.onAdd(update.after(), /* inInitialList= */ false);
    } else if (was) {
      handler.onDelete(update.before(), /* finalStateUnknown= */ false);
    }
  }

  private boolean matches(Revision<T> revision) {
    return filter == null || filter.test(revision.object());
  }
}

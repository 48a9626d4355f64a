package dev.informant.informer;

import dev.informant.informer.Notification.Add;
import dev.informant.informer.Notification.Delete;
import dev.informant.informer.Notification.Update;
import dev.informant.object.Revision;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Turns a notification into the call its handler gets, if any. With a filter, an object that begins to
 * match is an add (never initial), one that ceases to match is a delete with its old state. The filter
 * judges a deletion by what the handler was shown last, so that each add has its delete. Used by one thread at a
 * time.
 */
/*
 * There are two kinds of handlers: of objects and of revisions. A compact cache decodes an object each time it is
 * requested, so an object is decoded at most once for filter and handler together, and not at all for a
 * revision handler without a filter.
 */
final class HandlerCalls<T> {
  private final @Nullable ResourceEventHandler<T> objects; // one of the two is null
  private final @Nullable RevisionHandler<T> revisions;
  private final @Nullable Predicate<? super T> filter;

  HandlerCalls(ResourceEventHandler<T> handler, @Nullable Predicate<? super T> filter) {
    this.objects = handler;
    this.revisions = null;
    this.filter = filter;
  }

  HandlerCalls(RevisionHandler<T> handler, @Nullable Predicate<? super T> filter) {
    this.objects = null;
    this.revisions = handler;
    this.filter = filter;
  }

  void call(Notification<T> notification) {
    if (notification instanceof Add<T> add) {
      T object = decoded(add.revision());
      if (matches(object)) {
        onAdd(add.revision(), object, add.initial());
      }
    } else if (notification instanceof Update<T> update) {
      update(update.before(), update.after());
    } else {
      delete((Delete<T>) notification);
    }
  }

  private void update(Revision<T> before, Revision<T> after) {
    T old = decoded(before);
    T present = after == before ? old : decoded(after);
    boolean was = matches(old);
    boolean is = matches(present);
    if (was && is) {
      if (objects != null) {
        objects.onUpdate(old, present);
      } else if (revisions != null) {
        revisions.onUpdate(before, after);
      }
    } else if (is) {
      onAdd(after, present, /* initial= */ false);
    } else if (was) {
      onDelete(before, old, /* finalStateUnknown= */ false);
    }
  }

  private void delete(Delete<T> delete) {
    T shown = filter == null ? null : delete.before().object();
    if (matches(shown)) {
      Revision<T> last = delete.last();
      boolean same = last == delete.before() && filter != null;
      onDelete(
          last, same ? shown : objects == null ? null : last.object(), delete.finalStateUnknown());
    }
  }

  private void onAdd(Revision<T> revision, T object, boolean initial) {
    if (objects != null) {
      objects.onAdd(object, initial);
    } else if (revisions != null) {
      revisions.onAdd(revision, initial);
    }
  }

  private void onDelete(Revision<T> last, T object, boolean finalStateUnknown) {
    if (objects != null) {
      objects.onDelete(new Deleted<>(last.key(), object, finalStateUnknown));
    } else if (revisions != null) {
      revisions.onDelete(last, finalStateUnknown);
    }
  }

  /** The object, if the handler or the filter looks at it. */
  private @Nullable T decoded(Revision<T> revision) {
    return objects == null && filter == null ? null : revision.object();
  }

  private boolean matches(@Nullable T object) {
    return filter == null || filter.test(object);
  }
}

package dev.informant.informer;

import dev.informant.informer.Notification.Add;
import dev.informant.informer.Notification.Delete;
import dev.informant.informer.Notification.Update;
import dev.informant.object.Revision;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Turns a notification into the call its handler gets, if any. With a filter, an object that begins to
 * match is an add (never initial), one that ceases to match is a delete with its old state. The filter
 * judges a deletion by what the handler was shown last, so that each add has its delete. Used by one thread at a
 * time.
 *
 * @param <V> what the handler is called with: objects, or revisions
 */
/*
 * A compact cache decodes an object each time it is requested. So an object is decoded at most once for filter and
 * handler together, and for a revision handler only if there is a filter.
 */
abstract class HandlerCalls<T, V> {
  private final boolean filtered;
  private Consumer<Notification<T>> onBegin = call -> {};
  private Consumer<Notification<T>> onReturn = call -> {};

  private HandlerCalls(boolean filtered) {
    this.filtered = filtered;
  }

  static <T> HandlerCalls<T, ?> of(
      ResourceEventHandler<T> handler, @Nullable Predicate<? super T> filter) {
    return new HandlerCalls<T, T>(filter != null) {
      @Override
      T value(Revision<T> revision) {
        return revision.object();
      }

      @Override
      boolean matches(T object) {
        return filter == null || filter.test(object);
      }

      @Override
      void onAdd(T object, boolean inInitialList) {
        handler.onAdd(object, inInitialList);
      }

      @Override
      void onUpdate(T before, T after) {
        handler.onUpdate(before, after);
      }

      @Override
      void onDelete(String key, T last, boolean finalStateUnknown) {
        handler.onDelete(new Deleted<>(key, last, finalStateUnknown));
      }

      @Override
      void call(Batch.ListMark<T> mark) {
        if (mark.begins()) {
          handler.onListStart(mark.resourceVersion());
        } else {
          handler.onListEnd(mark.resourceVersion());
        }
      }
    };
  }

  static <T> HandlerCalls<T, ?> of(
      RevisionHandler<T> handler, @Nullable Predicate<? super T> filter) {
    return new HandlerCalls<T, Revision<T>>(filter != null) {
      @Override
      Revision<T> value(Revision<T> revision) {
        return revision;
      }

      @Override
      boolean matches(Revision<T> revision) {
        return filter == null || filter.test(revision.object());
      }

      @Override
      void onAdd(Revision<T> revision, boolean inInitialList) {
        handler.onAdd(revision, inInitialList);
      }

      @Override
      void onUpdate(Revision<T> before, Revision<T> after) {
        handler.onUpdate(before, after);
      }

      @Override
      void onDelete(String key, Revision<T> last, boolean finalStateUnknown) {
        handler.onDelete(last, finalStateUnknown);
      }

      @Override
      void call(Batch.ListMark<T> mark) {
        if (mark.begins()) {
          handler.onListStart(mark.resourceVersion());
        } else {
          handler.onListEnd(mark.resourceVersion());
        }
      }
    };
  }

  /** Before the first call: what is called before and after each of them, also of one that throws. */
  final void around(Consumer<Notification<T>> before, Consumer<Notification<T>> after) {
    onBegin = before;
    onReturn = after;
  }

  final void call(Notification<T> notification) {
    onBegin.accept(notification);
    try {
      dispatch(notification);
    } finally {
      onReturn.accept(notification);
    }
  }

  private void dispatch(Notification<T> notification) {
    if (notification instanceof Add<T> add) {
      V value = value(add.revision());
      if (matches(value)) {
        onAdd(value, add.initial());
      }
    } else if (notification instanceof Update<T> update) {
      update(update.key(), update.before(), update.after());
    } else {
      delete((Delete<T>) notification);
    }
  }

  private void update(String key, Revision<T> before, Revision<T> after) {
    V old = value(before);
    V present = after == before ? old : value(after);
    boolean was = matches(old);
    boolean is = after == before ? was : matches(present);
    if (was && is) {
      onUpdate(old, present);
    } else if (is) {
      onAdd(present, /* inInitialList= */ false);
    } else if (was) {
      onDelete(key, old, /* finalStateUnknown= */ false);
    }
  }

  private void delete(Delete<T> delete) {
    Revision<T> last = delete.last();
    if (!filtered) {
      onDelete(delete.key(), value(last), delete.finalStateUnknown());
      return;
    }
    V shown = value(delete.before());
    if (matches(shown)) {
      V end = last == delete.before() ? shown : value(last);
      onDelete(delete.key(), end, delete.finalStateUnknown());
    }
  }

  abstract void call(Batch.ListMark<T> mark);

  /** What filter and handler look at. */
  abstract V value(Revision<T> revision);

  abstract boolean matches(V value);

  abstract void onAdd(V value, boolean inInitialList);

  abstract void onUpdate(V before, V after);

  abstract void onDelete(String key, V last, boolean finalStateUnknown);
}

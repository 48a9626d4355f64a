package dev.informant.informer;

import dev.informant.object.ExplicitKey;
import dev.informant.object.Revision;
import dev.informant.queue.Delta;
import dev.informant.queue.Queue;
import dev.informant.store.Store;
import java.util.List;

/** Writes changes to a store in their order. A resync changes nothing. Used by one thread at a time. */
record StoreWriter<T>(Store<T> store) implements Queue.Consumer<Revision<T>> {
  @Override
  public void accept(List<Delta<Revision<T>>> deltas, boolean inInitialList) {
    deltas.forEach(this::write);
  }

  private void write(Delta<Revision<T>> delta) {
    if (delta instanceof Delta.ReplacedAll<Revision<T>> all) {
      store.replace(all.objects().stream().map(Revision::object).toList(), all.resourceVersion());
    } else if (delta instanceof Delta.Bookmark<Revision<T>> bookmark) {
      store.bookmark(bookmark.resourceVersion());
    } else if (delta instanceof Delta.Added<Revision<T>> added) {
      store.add(added.object().object());
    } else if (delta instanceof Delta.Updated<Revision<T>> updated) {
      store.update(updated.object().object());
    } else if (delta instanceof Delta.Replaced<Revision<T>> replaced) {
      store.update(replaced.object().object());
    } else if (delta instanceof Delta.Deleted<Revision<T>> deleted) {
      delete(deleted);
    }
  }

  private void delete(Delta.Deleted<Revision<T>> deleted) {
    Revision<T> last = deleted.object();
    if (last == null || deleted.finalStateUnknown()) {
      store.delete(new ExplicitKey(deleted.key()));
    } else {
      store.delete(last.object());
    }
  }
}

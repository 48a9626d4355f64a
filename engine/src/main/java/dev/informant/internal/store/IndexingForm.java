package dev.informant.internal.store;

import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks the index functions while the object is at hand, before a form that does not hold it. No lock is held
 * meanwhile, so that writers of the store need not wait. Thread-safe.
 */
final class IndexingForm<T> implements ObjectForm<T> {
  private final ObjectForm<T> form;
  private final Supplier<Indexes<T>> indexes;
  private final ThreadLocal<Boolean> asking = new ThreadLocal<>();

  IndexingForm(ObjectForm<T> form, Supplier<Indexes<T>> indexes) {
    this.form = form;
    this.indexes = indexes;
  }

  /** Whether the calling thread is inside an index function. */
  boolean isAsking() {
    return asking.get() != null;
  }

  @Override
  public Revision<T> hold(
      String uid, String resourceVersion, T transformed, byte @Nullable [] bytes) {
    Revision<T> held = form.hold(uid, resourceVersion, transformed, bytes);
    if (isAsking()) {
      return held; // an index function is about to write, which will be refused
    }
    asking.set(true);
    try {
      return IndexedRevision.of(held, indexes.get(), transformed);
    } finally {
      asking.remove();
    }
  }

  @Override
  public boolean holdsObjects() {
    return form.holdsObjects();
  }

  @Override
  public void onShared(BiConsumer<Revision<T>, T> watcher) {
    form.onShared(watcher);
  }
}

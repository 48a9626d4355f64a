package dev.informant.store;

import dev.informant.log.QuietLog;
import dev.informant.object.LabelSelector;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.ObjectName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds objects of a store by name and by labels. The objects are shared: do not change them. Thread-safe; no call
 * blocks.
 */
public final class Lister<T> {
  private final Supplier<IndexedView<T>> view;
  private final ObjectAccessor<T> accessor;
  private final System.Logger log;
  private final AtomicBoolean warned = new AtomicBoolean();

  public Lister(IndexedView<T> view, ObjectAccessor<T> accessor) {
    this(() -> view, accessor);
  }

  /** @param view called at each read; returns the view to read */
  public Lister(Supplier<IndexedView<T>> view, ObjectAccessor<T> accessor) {
    this(view, accessor, QuietLog.of(Lister.class));
  }

  Lister(Supplier<IndexedView<T>> view, ObjectAccessor<T> accessor, System.Logger log) {
    this.view = view;
    this.accessor = accessor;
    this.log = log;
  }

  /** Returns all objects, in no particular order. */
  public List<T> list() {
    return view.get().list();
  }

  /** Returns the objects whose labels match, in no particular order. */
  public List<T> list(LabelSelector selector) {
    return selector.isNothing() ? new ArrayList<>() : view.get().list(selector);
  }

  /** Returns the object with that key: {@code namespace/name}, or the name for cluster scope. Null if there is none. */
  public @Nullable T get(String key) {
    return view.get().get(key);
  }

  /** Returns a lister of one namespace; of all if {@code namespace} is empty. */
  public NamespaceLister<T> namespace(String namespace) {
    return new NamespaceLister<>(this, namespace);
  }

  List<T> list(String namespace, LabelSelector selector) {
    if (namespace.isEmpty() || selector.isNothing()) {
      return list(selector);
    }
    IndexedView<T> state = view.get().snapshot();
    if (state.indexNames().contains(Indexer.NAMESPACE_INDEX)) {
      return state.byIndex(Indexer.NAMESPACE_INDEX, namespace, selector);
    }
    if (warned.compareAndSet(/* expectedValue= */ false, /* newValue= */ true)) {
      log.log(
          System.Logger.Level.WARNING,
          "listing a namespace scans all {0} objects, because the store has no index \"{1}\"; add this"
              + " index to avoid the scan",
          state.size(),
          Indexer.NAMESPACE_INDEX);
    }
    List<T> objects = new ArrayList<>(state.list(selector));
    objects.removeIf(object -> !accessor.namespace(object).equals(namespace));
    return objects;
  }

  @Nullable
  T get(String namespace, String name) {
    return view.get().get(new ObjectName(namespace, name).toString());
  }
}

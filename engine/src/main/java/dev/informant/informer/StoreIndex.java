package dev.informant.informer;

import dev.informant.internal.store.IndexNames;
import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.store.IndexFunction;
import dev.informant.store.IndexedView;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An index of one store under a name that no other index has. Thread-safe.
 *
 * @param id under which the store knows it
 * @param view reads the store; throws when its informer is closed
 */
record StoreIndex<T>(String name, String id, SnapshotIndexer<T> store, View<T> view)
    implements Index<T> {
  /** Reads the store as it is now. */
  @FunctionalInterface
  interface View<T> {
    IndexedView<T> now();
  }

  /**
   * Adds an index to a store.
   *
   * @param number which no other index of the store has
   */
  static <T> StoreIndex<T> add(
      String name,
      int number,
      Function<? super T, ? extends Collection<String>> function,
      SnapshotIndexer<T> store) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(function, "function");
    String id = IndexNames.unique(name, number);
    IndexFunction<T> values = function::apply;
    store.addIndexers(Map.of(id, values));
    return new StoreIndex<>(name, id, store, store::snapshot);
  }

  /** Makes a function of at most one value one of any number. */
  static <T> Function<T, Collection<String>> single(
      Function<? super T, @Nullable String> function) {
    Objects.requireNonNull(function, "function");
    return object -> {
      String value = function.apply(object);
      return value == null ? List.of() : List.of(value);
    };
  }

  /** The same index, read in another way. */
  StoreIndex<T> through(View<T> other) {
    return new StoreIndex<>(name, id, store, other);
  }

  private IndexedView<T> now() {
    IndexedView<T> now = view.now();
    if (!now.indexNames().contains(id)) {
      throw new IllegalStateException("index " + name + " is closed");
    }
    return now;
  }

  @Override
  public List<T> get(String value) {
    return now().byIndex(id, value);
  }

  @Override
  public List<String> keys(String value) {
    return now().indexKeys(id, value);
  }

  @Override
  public Set<String> values() {
    return now().indexValues(id);
  }

  @Override
  public void close() {
    store.removeIndexers(Set.of(id));
  }

  @Override
  public String toString() {
    return "index " + name;
  }
}

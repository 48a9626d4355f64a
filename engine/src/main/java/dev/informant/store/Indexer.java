package dev.informant.store;

import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.object.ObjectAccessor;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A store with indexes. */
public interface Indexer<T> extends Store<T>, IndexedView<T> {
  /** The name of the index by namespace. Listers use it; factories add it to every informer. */
  String NAMESPACE_INDEX = "namespace";

  /**
   * Adds indexes over stored and future objects.
   *
   * @throws IllegalArgumentException if a name is in use; no index is then added
   */
  void addIndexers(Map<String, IndexFunction<T>> indexers);

  /** Removes indexes; ignores names that are not in use. */
  void removeIndexers(Set<String> names);

  /** Returns a builder for an indexer whose reads never block and always see one consistent state. */
  static <T> Builder<T> builder(ObjectAccessor<T> accessor) {
    return SnapshotIndexer.builder(accessor);
  }

  /** Collects the options of an indexer. Not thread-safe. */
  interface Builder<T> {
    /** Adds an index; listers use the one named {@value Indexer#NAMESPACE_INDEX}. */
    Builder<T> indexer(String name, IndexFunction<T> function);

    /** Changes objects before they are stored. Version and uid are taken from the original object. */
    Builder<T> transform(UnaryOperator<T> function);

    Indexer<T> build();
  }
}

package dev.informant.store;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** A store with indexes. */
public interface Indexer<T> extends Store<T>, IndexedView<T> {
  /** The index by namespace that listers use; factories give it to every informer. */
  String NAMESPACE_INDEX = "namespace";

  /**
   * Adds indexes, over what is stored and what will be.
   *
   * @throws IllegalArgumentException if a name is taken; none is added then
   */
  void addIndexers(Map<String, IndexFunction<T>> indexers);

  /** Removes indexes; ignores names that are not in use. */
  void removeIndexers(Set<String> names);

  /**
   * Applies all changes at once for readers. A change that fails (no key) is left out and its
   * position is in the result; the others are applied.
   */
  List<Failure> transaction(List<Change<T>> changes);

  /** One write of a transaction. */
  sealed interface Change<T> {
    record Add<T>(T object) implements Change<T> {}

    record Update<T>(T object) implements Change<T> {}

    record Delete<T>(T object) implements Change<T> {}
  }

  /** A change that was left out. */
  record Failure(int position, RuntimeException cause) {}
}

package dev.informant.store;

import dev.informant.object.LabelSelector;
import dev.informant.object.Revision;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a store through its indexes. The promises of {@link StoreView} apply. */
public interface IndexedView<T> extends StoreView<T> {
  /**
   * Returns version, uid and labels of the object under {@code key}; null if there is none. In a compact cache this
   * decodes nothing, while {@link #get} decodes the object.
   */
  @Nullable
  Revision<T> revision(String key);

  /** The objects that share an index value with {@code object}. */
  List<T> index(String indexName, T object);

  /** The keys of the objects with that index value, sorted. */
  List<String> indexKeys(String indexName, String value);

  /** The objects with that index value, in no particular order. */
  List<T> byIndex(String indexName, String value);

  /** The objects with that index value whose labels match. */
  List<T> byIndex(String indexName, String value, LabelSelector selector);

  /** The values that occur in an index; empty if there is no such index. */
  Set<String> indexValues(String indexName);

  /** The names of the indexes. */
  Set<String> indexNames();

  /** Returns an immutable view of the store and its indexes as they are now. */
  IndexedView<T> snapshot();
}

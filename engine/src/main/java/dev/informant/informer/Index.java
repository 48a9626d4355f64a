package dev.informant.informer;

import java.util.List;
import java.util.Set;

/**
 * Finds the objects of one {@link Informer} by a value. Every call returns one consistent state of the cache. After {@link
 * #close()}, and after its informer is closed, reading throws {@link IllegalStateException}. Thread-safe; no call blocks
 * except {@link #close()}, which waits for writers of the cache.
 */
public interface Index<T> extends AutoCloseable {
  /** The name it was added with. */
  String name();

  /** The objects with that value, in no particular order. */
  List<T> get(String value);

  /** The keys of the objects with that value, sorted. */
  List<String> keys(String value);

  /** The values that occur. */
  Set<String> values();

  /** Removes the index from the informer. Idempotent. */
  @Override
  void close();
}

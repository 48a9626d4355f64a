package dev.informant.internal.store;

/**
 * Hears of index functions that failed: the object is stored, but not found through that index.
 * Called by the writing thread after the write, outside of every lock.
 */
@FunctionalInterface
public interface IndexErrors {
  void onIndexError(String indexName, String key, RuntimeException cause);
}

package dev.informant.store;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Where a cache outlives its process. What it gives back is what was saved, or nothing: whatever is wrong with
 * it, it says so itself, once. Thread-safe.
 */
public interface CacheArchive<T> {
  /** What was saved last, if it belongs here and is whole. Called once, before anything else. */
  CompletableFuture<Optional<SavedCache<T>>> load();

  /** Replaces what was saved, as a whole or not at all. May block. */
  void save(SavedCache<T> cache) throws IOException;
}

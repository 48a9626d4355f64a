package dev.informant.store;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Saves a cache and loads it in a later process. It returns exactly what was saved, or nothing; problems are logged
 * once. Thread-safe.
 */
public interface CacheArchive<T> {
  /**
   * Loads the last saved cache, if it is intact and belongs to this informer, as far as that can be determined without
   * the server. Called once, before any other method.
   */
  CompletableFuture<Optional<SavedCache<T>>> load();

  /**
   * Returns whether the loaded cache belongs to this server, if {@link #load} could not determine it. Called when the
   * server is contacted, before the loaded cache is confirmed. Fails if the server does not answer; it is then called
   * again.
   */
  default CompletableFuture<Boolean> isOfThisServer() {
    return CompletableFuture.completedFuture(true);
  }

  /** Called when the cache has synced, to fetch what a save needs from the server. Must not block. */
  default void prepare() {}

  /**
   * Saves a new version for an unchanged cache, from which the next run can resume. May block.
   *
   * @return false if the version cannot be saved alone; the complete cache is then saved
   */
  default boolean saveVersion(String resourceVersion) throws IOException {
    return false;
  }

  /** Replaces the saved cache atomically. May block; ends early if interrupted. */
  void save(SavedCache<T> cache) throws IOException;
}

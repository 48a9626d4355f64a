package dev.informant.store;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Where a cache outlives its process. What it gives back is what was saved, or nothing: whatever is wrong with
 * it, it says so itself, once. Thread-safe.
 */
public interface CacheArchive<T> {
  /**
   * What was saved last, if it is whole and, as far as that can be known without the server, belongs here. Called
   * once, before anything else.
   */
  CompletableFuture<Optional<SavedCache<T>>> load();

  /**
   * Whether what was loaded is of this server, where that could not be known then. Asked when the server is, and before
   * anything that was loaded is taken for confirmed; fails if the server does not answer, and is then asked again.
   */
  default CompletableFuture<Boolean> isOfThisServer() {
    return CompletableFuture.completedFuture(true);
  }

  /** The cache has synced: what a save needs of the server can be asked now, when it answers. Does not block. */
  default void prepare() {}

  /**
   * What was loaded or saved last is what the cache still holds, at another version: the next run can go on from there.
   * May block.
   *
   * @return false if that cannot be kept by itself; then everything is saved
   */
  default boolean saveVersion(String resourceVersion) throws IOException {
    return false;
  }

  /** Replaces what was saved, as a whole or not at all. May block; interrupted, it gives up. */
  void save(SavedCache<T> cache) throws IOException;
}

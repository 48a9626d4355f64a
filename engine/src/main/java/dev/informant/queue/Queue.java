package dev.informant.queue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries changes from one producer (the reflector) to one consumer (the informer). Any thread may call any method;
 * concurrent producers must order their calls themselves.
 */
public interface Queue<E> extends AutoCloseable {
  void add(E object);

  void update(E object);

  void delete(E object);

  /** Queues a delete of which only the key or a possibly stale state is known. */
  void deleteFinalStateUnknown(String key, @Nullable E lastKnown);

  /** Replaces the collection with {@code objects}. */
  default void replace(List<E> objects, String resourceVersion) {
    replace(objects, resourceVersion, /* authoritative= */ false);
  }

  /**
   * Replaces the collection with {@code objects}.
   *
   * @param authoritative whether older versions replace newer ones, as after a server was restored from a backup
   */
  void replace(List<E> objects, String resourceVersion, boolean authoritative);

  /** Queues a resync: handlers are called with every object again. */
  void resync();

  /** Queues a bookmark: the stream has reached a version. Ignored by queues that do not carry bookmarks. */
  void bookmark(String resourceVersion);

  /**
   * Calls {@code consumer} with the next changes, and returns whether there were any. One consumer at a time.
   * Exceptions of the consumer are rethrown, and its changes are lost; if the queue had not synced, it needs another
   * {@link #replace} to sync.
   */
  boolean poll(Consumer<E> consumer);

  /**
   * Like {@link #poll}, but waits for changes.
   *
   * @throws QueueClosedException if the queue is closed and empty
   */
  void pop(Consumer<E> consumer) throws InterruptedException;

  /** Calls {@code signal} whenever the queue may have become non-empty; it must be cheap. */
  void onAvailable(Runnable signal);

  /** Returns whether the producer may continue. An unbounded queue always has room. */
  boolean hasRoom();

  /** Calls {@code signal} whenever there may be room again; it must be cheap. */
  void onRoom(Runnable signal);

  /** Returns whether a first {@link #replace} has been consumed without failure. Once true, it stays true. */
  boolean hasSynced();

  /**
   * Delays the sync until a list has been consumed or {@link #confirmSync} is called. For a consumer that starts with a
   * saved state.
   */
  default void holdSync() {}

  /** Confirms that the consumer's state is equivalent to a list. */
  default void confirmSync() {}

  /** Changes waiting. */
  int depth();

  /**
   * Returns the newest change of a key that is queued or being consumed; null if there is none. A list that does not
   * contain the key counts as its delete.
   */
  default Delta.@Nullable Keyed<E> latest(String key) {
    return null;
  }

  /** Closes the queue: {@link #pop} fails when the queue is empty. Idempotent. */
  @Override
  void close();

  /** Consumes the changes of a queue. */
  @FunctionalInterface
  interface Consumer<E> {
    /**
     * @param deltas oldest first, never empty
     * @param inInitialList whether they belong to the first {@link Queue#replace}
     */
    void accept(List<Delta<E>> deltas, boolean inInitialList);
  }
}

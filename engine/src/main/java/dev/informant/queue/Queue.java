package dev.informant.queue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries changes from one producer (the reflector) to one consumer (the informer). Any thread may
 * call any method; the order of concurrent producers is theirs to arrange.
 */
public interface Queue<E> extends AutoCloseable {
  void add(E object);

  void update(E object);

  void delete(E object);

  /** Deletes by key when only that is known, or with a state that may be stale. */
  void deleteFinalStateUnknown(String key, @Nullable E lastKnown);

  /** The collection is now exactly {@code objects}. */
  default void replace(List<E> objects, String resourceVersion) {
    replace(objects, resourceVersion, /* authoritative= */ false);
  }

  /**
   * The collection is now exactly {@code objects}.
   *
   * @param authoritative whether older versions replace newer ones, as after a server was restored from
   *     a backup
   */
  void replace(List<E> objects, String resourceVersion, boolean authoritative);

  /** Asks that every object be shown again. */
  void resync();

  /** The stream has reached a version. Ignored by queues that do not carry bookmarks. */
  void bookmark(String resourceVersion);

  /**
   * Hands the next changes to {@code consumer}, if there are any, and returns whether there were. One
   * consumer at a time. What the consumer throws is thrown on; the changes are gone, and if the queue had
   * not synced, only another {@link #replace} can make it so.
   */
  boolean poll(Consumer<E> consumer);

  /**
   * Like {@link #poll} but waits for changes.
   *
   * @throws QueueClosedException if the queue is closed and empty
   */
  void pop(Consumer<E> consumer) throws InterruptedException;

  /** Calls {@code signal} whenever the queue may have become non-empty; it must be cheap. */
  void onAvailable(Runnable signal);

  /** Whether the producer may go on. A queue without a bound always has room. */
  boolean hasRoom();

  /** Calls {@code signal} whenever room may have come back; it must be cheap. */
  void onRoom(Runnable signal);

  /** Whether a first {@link #replace} has been consumed without failure. Once true, it stays true. */
  boolean hasSynced();

  /**
   * What is put in from now on is not the beginning: the queue has synced only when a list has been worked off, or
   * {@link #confirmSync} says so. For a consumer that has a state from elsewhere.
   */
  default void holdSync() {}

  /** What the consumer has is as good as a list. */
  default void confirmSync() {}

  /** Changes waiting. */
  int depth();

  /**
   * The newest change of a key among those that wait and those that are with the consumer now; null if there
   * is none, for then the consumer knows all there is. A list that does not hold the key deletes it.
   */
  default Delta.@Nullable Keyed<E> latest(String key) {
    return null;
  }

  /** Nothing more will come: {@link #pop} fails once the queue is empty. Idempotent. */
  @Override
  void close();

  /** Takes changes off a queue. */
  @FunctionalInterface
  interface Consumer<E> {
    /**
     * @param deltas oldest first, never empty
     * @param inInitialList whether they belong to the first {@link Queue#replace}
     */
    void accept(List<Delta<E>> deltas, boolean inInitialList);
  }
}

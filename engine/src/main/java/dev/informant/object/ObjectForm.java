package dev.informant.object;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The form in which objects are queued in the pipeline and kept in the cache. Implementations are thread-safe. */
public interface ObjectForm<T> {
  /**
   * Creates a revision of an object. The form may keep the object itself, or only data from which an equal object can
   * be created.
   *
   * @param uid the server sent
   * @param resourceVersion the server sent
   * @param transformed the object after the transform
   * @param bytes the received bytes, which must not be changed; null if {@code transformed} differs from them
   */
  Revision<T> hold(String uid, String resourceVersion, T transformed, byte @Nullable [] bytes);

  /**
   * Whether a revision holds the object, so that reading it costs nothing. If not, index values are better computed
   * before the revision is created.
   */
  boolean holdsObjects();

  /**
   * Registers a watcher for the mutation detector. A form that does not hold its objects calls it with each object that
   * it will return more than once, before returning it. A later watcher replaces the earlier one.
   */
  default void onShared(BiConsumer<Revision<T>, T> watcher) {}

  /** Returns a form that keeps the objects themselves, shared by all readers. */
  static <T> ObjectForm<T> shared(ObjectAccessor<T> accessor) {
    return new SharedForm<>(accessor);
  }
}

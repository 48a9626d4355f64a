package dev.informant.object;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * In which form objects wait in the pipeline and are kept in the cache. Implementations are
 * thread-safe.
 */
public interface ObjectForm<T> {
  /**
   * Makes a revision of an object. The form may keep the object itself, or only what it needs to
   * make another one of it.
   *
   * @param uid the server sent
   * @param resourceVersion the server sent
   * @param transformed the object as it is to be seen
   * @param bytes what the source received, not to be changed; null unless it says exactly what
   *     {@code transformed} says
   */
  Revision<T> hold(String uid, String resourceVersion, T transformed, byte @Nullable [] bytes);

  /**
   * Whether a revision holds the object, so that asking for it costs nothing. If not, whatever is
   * asked of many objects is better asked of them before they are held.
   */
  boolean holdsObjects();

  /**
   * Has a form that does not hold its objects tell of each that it will hand out more than once, before anybody has it: for who
   * looks whether they are changed. There is one watcher; another takes its place. A form that shares nothing tells nothing.
   */
  default void onShared(BiConsumer<Revision<T>, T> watcher) {}

  /** Keeps the objects themselves, shared by all who read them. */
  static <T> ObjectForm<T> shared(ObjectAccessor<T> accessor) {
    return new SharedForm<>(accessor);
  }
}

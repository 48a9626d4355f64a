package dev.informant.queue;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One change on its way from the source to the store. Immutable. */
public sealed interface Delta<E> {
  /** Changes that concern one key. */
  sealed interface Keyed<E> extends Delta<E> {
    String key();

    /** The state of the object; null only for a delete without a known state. */
    @Nullable
    E object();
  }

  record Added<E>(String key, E object) implements Keyed<E> {}

  record Updated<E>(String key, E object) implements Keyed<E> {}

  /**
   * The object was deleted.
   *
   * @param object its last state; null if unknown
   * @param finalStateUnknown whether the delete event was missed, so that the state may be stale
   */
  record Deleted<E>(String key, @Nullable E object, boolean finalStateUnknown)
      implements Keyed<E> {}

  /**
   * The object was part of a relist.
   *
   * @param authoritative whether it replaces even a newer version
   */
  record Replaced<E>(String key, E object, boolean authoritative) implements Keyed<E> {}

  /** Handlers are called with the object again because a resync is due. */
  record Sync<E>(String key, E object) implements Keyed<E> {}

  /**
   * The complete collection at one version.
   *
   * @param authoritative whether it replaces even newer versions
   */
  record ReplacedAll<E>(String resourceVersion, List<E> objects, boolean authoritative)
      implements Delta<E> {}

  /** Handlers are called with every stored object again because a resync is due. */
  record SyncAll<E>() implements Delta<E> {}

  /** The stream has reached a version. */
  record Bookmark<E>(String resourceVersion) implements Delta<E> {}
}

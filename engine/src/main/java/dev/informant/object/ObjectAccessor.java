package dev.informant.object;

import java.util.Map;

/**
 * Reads the metadata that the engine needs from an object. The engine depends on no other part of a model, so it works
 * with a fabric8 {@code Pod}, a JSON tree or your own record. Implementations are stateless and thread-safe, and never
 * return null. If one returns null or throws, the informer skips the object and reports it; the last good state stays
 * in the cache.
 */
public interface ObjectAccessor<T> {
  /** The namespace; empty for objects of cluster scope. */
  String namespace(T object);

  /** The name; empty if the object has none. */
  String name(T object);

  /** The uid; empty if the object has none. */
  String uid(T object);

  /** The resourceVersion as the server sent it; empty if the object has none. */
  String resourceVersion(T object);

  /** The labels; empty if the object has none. */
  Map<String, String> labels(T object);

  /**
   * Returns the key of the object: {@code namespace/name}, or {@code name} alone.
   *
   * @throws KeyException if the object has no name
   */
  default String key(T object) {
    try {
      return Keys.of(namespace(object), name(object));
    } catch (KeyException withoutName) {
      throw new KeyException(String.valueOf(withoutName.getMessage()), object, withoutName);
    }
  }
}

package dev.informant.object;

import java.util.Map;

/**
 * What the engine must know of an object. It is the only thing that ties the engine to a model: a
 * fabric8 {@code Pod}, a JSON tree and a record of your own are all the same to it. Implementations
 * are stateless and thread-safe; they never return null. An informer leaves out an object for which one
 * returns null or throws, and reports it; the object keeps its last good state.
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
   * The key under which the object is known: {@code namespace/name}, or {@code name} alone.
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

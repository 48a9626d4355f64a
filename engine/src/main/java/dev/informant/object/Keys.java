package dev.informant.object;

import java.util.function.Function;

/** Keys in the form {@code namespace/name}, or {@code name} for objects of cluster scope. */
public final class Keys {
  private Keys() {}

  /** The key of an object. */
  public static String of(String namespace, String name) {
    if (name.isEmpty()) {
      throw new KeyException(
          "object has no name" + (namespace.isEmpty() ? "" : " in namespace " + namespace));
    }
    return namespace.isEmpty() ? name : namespace + '/' + name;
  }

  /**
   * The key of an object as its accessor tells it.
   *
   * @throws KeyException that carries the object, whatever the accessor throws
   */
  public static <T> String of(T object, ObjectAccessor<T> accessor) {
    try {
      return accessor.key(object);
    } catch (KeyException failure) {
      if (failure.object() != null) {
        throw failure;
      }
      throw new KeyException(String.valueOf(failure.getMessage()), object, failure);
    } catch (RuntimeException failure) {
      throw new KeyException("the key function failed", object, failure);
    }
  }

  /**
   * Keys of objects of one type by their metadata, and of whatever carries its key by that: an {@link
   * ExplicitKey}, or an object that is gone. What is neither has no key.
   */
  public static <T> Function<Object, String> function(Class<T> type, ObjectAccessor<T> accessor) {
    return object -> {
      if (object instanceof KnownKey known) {
        return known.key();
      }
      if (!type.isInstance(object)) {
        throw new KeyException(
            "a " + object.getClass().getName() + " is no " + type.getName(), object, null);
      }
      return of(type.cast(object), accessor);
    };
  }

  /** The namespace part of a key; empty if it has none. */
  public static String namespace(String key) {
    return split(key).namespace();
  }

  /** The name part of a key. */
  public static String name(String key) {
    return split(key).name();
  }

  /**
   * Takes a key apart.
   *
   * @throws KeyException if the key has more than one slash
   */
  public static ObjectName split(String key) {
    int slash = key.indexOf('/');
    if (slash < 0) {
      return new ObjectName("", key);
    }
    if (key.indexOf('/', slash + 1) >= 0) {
      throw new KeyException("unexpected key format: \"" + key + "\" has more than one slash");
    }
    return new ObjectName(key.substring(0, slash), key.substring(slash + 1));
  }
}

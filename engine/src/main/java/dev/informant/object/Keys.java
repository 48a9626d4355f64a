package dev.informant.object;

import java.util.function.Function;

/** Computes and splits keys in the form {@code namespace/name}, or {@code name} for objects of cluster scope. */
public final class Keys {
  private Keys() {}

  /** Returns the key of an object. */
  public static String of(String namespace, String name) {
    if (name.isEmpty()) {
      throw new KeyException(
          "object has no name" + (namespace.isEmpty() ? "" : " in namespace " + namespace));
    }
    return namespace.isEmpty() ? name : namespace + '/' + name;
  }

  /**
   * Returns the key of an object, from its accessor.
   *
   * @throws KeyException if the accessor throws; it carries the object
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
   * Returns a function that computes keys of objects of one type from their metadata, and returns the key of a {@link
   * KnownKey}, such as an {@link ExplicitKey} or a deleted object. It throws for other objects.
   */
  public static <T> Function<Object, String> function(Class<T> type, ObjectAccessor<T> accessor) {
    return object -> {
      if (object instanceof KnownKey known) {
        return known.key();
      }
      if (!type.isInstance(object)) {
        throw new KeyException(
            "a " + object.getClass().getName() + " is not a " + type.getName(), object, null);
      }
      return of(type.cast(object), accessor);
    };
  }

  /** Returns the namespace of a key; empty if it has none. */
  public static String namespace(String key) {
    return split(key).namespace();
  }

  /** Returns the name of a key. */
  public static String name(String key) {
    return split(key).name();
  }

  /**
   * Splits a key.
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

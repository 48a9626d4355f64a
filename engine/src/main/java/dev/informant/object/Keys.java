package dev.informant.object;

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

package dev.informant.source;

import org.jspecify.annotations.Nullable;

/** One object, decoded or not. */
public sealed interface Item<T> {
  /**
   * A decoded object.
   *
   * @param bytes the bytes it was decoded from, if the source keeps them; they belong to the receiver and are
   *     equivalent to the object
   */
  record Good<T>(T object, byte @Nullable [] bytes) implements Item<T> {
    public Good(T object) {
      this(object, null);
    }
  }

  /**
   * An object that could not be decoded or transformed. Other objects are not affected.
   *
   * @param key the object's key; empty if it could not be read
   * @param uid likewise
   * @param resourceVersion likewise
   */
  record Bad<T>(String key, String uid, String resourceVersion, RuntimeException cause)
      implements Item<T> {
    /** Null strings count as empty. */
    public Bad(
        @Nullable String key,
        @Nullable String uid,
        @Nullable String resourceVersion,
        RuntimeException cause) {
      this.key = key == null ? "" : key;
      this.uid = uid == null ? "" : uid;
      this.resourceVersion = resourceVersion == null ? "" : resourceVersion;
      this.cause = cause;
    }
  }
}

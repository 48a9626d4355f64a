package dev.informant.source;

import org.jspecify.annotations.Nullable;

/** One object as the source understood it. */
public sealed interface Item<T> {
  /**
   * It was decoded.
   *
   * @param bytes it was decoded from, if the source keeps them: then they are the receiver's and say all
   *     that the object says
   */
  record Good<T>(T object, byte @Nullable [] bytes) implements Item<T> {
    public Good(T object) {
      this(object, null);
    }
  }

  /**
   * It could not be decoded (or not transformed). Harms only itself.
   *
   * @param key the object's key as far as it could be read; empty if not even that
   * @param uid likewise
   * @param resourceVersion likewise
   */
  record Bad<T>(String key, String uid, String resourceVersion, RuntimeException cause)
      implements Item<T> {
    /** Null is as good as empty. */
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

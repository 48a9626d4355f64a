package dev.informant.source;

/** One object as the source understood it. */
public sealed interface Item<T> {
  /** It was decoded. */
  record Good<T>(T object) implements Item<T> {}

  /**
   * It could not be decoded (or not transformed). Harms only itself.
   *
   * @param key the object's key as far as it could be read; empty if not even that
   * @param uid likewise
   * @param resourceVersion likewise
   */
  record Bad<T>(String key, String uid, String resourceVersion, RuntimeException cause)
      implements Item<T> {}
}

package dev.informant.kubernetes;

/** In which form a cache keeps its objects. Both are read in the same way. */
public enum CacheForm {
  /** The objects, shared by all who read them: the fastest reads. They must not be changed. */
  OBJECTS,

  /**
   * Each object as compressed bytes: about a quarter of the heap where there are many. A read unpacks and decodes an object
   * of the reader's own (with {@link InformerOptions#recentlyRead} it may be a shared one); labels, indexes and keys are
   * answered without that.
   */
  COMPACT
}

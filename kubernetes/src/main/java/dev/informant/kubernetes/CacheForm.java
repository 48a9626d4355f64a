package dev.informant.kubernetes;

/** The form in which a cache keeps its objects. Both are read in the same way. */
public enum CacheForm {
  /** Keeps the objects, shared by all readers: the fastest reads. Do not change them. */
  OBJECTS,

  /**
   * Keeps each object as compressed bytes, with about a quarter of the heap if there are many objects. Each read
   * decodes a private copy (with {@link InformerOptions#recentlyRead} it may be a shared object). Labels, indexes and
   * keys are read without decoding.
   */
  COMPACT
}

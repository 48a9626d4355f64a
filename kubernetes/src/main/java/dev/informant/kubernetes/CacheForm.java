package dev.informant.kubernetes;

/** In which form a cache keeps its objects. Both are read in the same way. */
public enum CacheForm {
  /** The objects, shared by all who read them: the fastest reads. They must not be changed. */
  OBJECTS,

  /**
   * Each object as compressed bytes: a third of the heap or less. A read unpacks and decodes an object of the reader's
   * own; labels, indexes and keys are answered without that.
   */
  COMPACT
}

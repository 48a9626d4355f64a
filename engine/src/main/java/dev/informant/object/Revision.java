package dev.informant.object;

import java.util.Map;

/**
 * One state of one object in the pipeline and in the store: its identity, and the object on demand. Version and uid are
 * those that the server sent, even if a transform changed them in the object. Immutable and thread-safe.
 *
 * <p>In the plain form {@link #object()} returns the shared instance; a compact form decodes a private one on each
 * call, unless it is configured to keep recently read objects.
 */
public interface Revision<T> {
  /** The key under which the object is stored (after the transform). */
  String key();

  /** The uid the server sent; empty if none. */
  String uid();

  /** The resourceVersion the server sent; empty if none. */
  String resourceVersion();

  /** The resourceVersion of the object after the transform; empty if none. */
  default String storedVersion() {
    return resourceVersion();
  }

  /** The object's labels (after the transform). */
  Map<String, String> labels();

  /** The object. */
  T object();

  /** Creates a revision with the identity of the object. */
  static <T> Revision<T> of(T object, ObjectAccessor<T> accessor) {
    return new PlainRevision<>(
        Keys.of(object, accessor),
        accessor.uid(object),
        accessor.resourceVersion(object),
        object,
        accessor);
  }

  /** Creates a revision with the identity that the server sent and the transformed object. */
  static <T> Revision<T> of(
      String uid, String resourceVersion, T transformed, ObjectAccessor<T> accessor) {
    return new PlainRevision<>(
        Keys.of(transformed, accessor), uid, resourceVersion, transformed, accessor);
  }
}

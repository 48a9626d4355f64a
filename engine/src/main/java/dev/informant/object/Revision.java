package dev.informant.object;

import java.util.Map;

/**
 * One state of one object on its way through the pipeline and in the store: its identity in plain
 * form and the object on demand. The version and uid are those the server sent, whatever a
 * transform did to the object. Immutable and thread-safe.
 *
 * <p>In the plain form {@link #object()} returns the shared instance; a compact form decodes a
 * private one on each call, unless it was told to keep and share some of them.
 */
public interface Revision<T> {
  /** The key under which the object is stored (after the transform). */
  String key();

  /** The uid the server sent; empty if none. */
  String uid();

  /** The resourceVersion the server sent; empty if none. */
  String resourceVersion();

  /** The resourceVersion the object itself shows (after the transform); empty if none. */
  default String storedVersion() {
    return resourceVersion();
  }

  /** The object's labels (after the transform). */
  Map<String, String> labels();

  /** The object. */
  T object();

  /** The plain form, with identity taken from the object as it is. */
  static <T> Revision<T> of(T object, ObjectAccessor<T> accessor) {
    return new PlainRevision<>(
        Keys.of(object, accessor),
        accessor.uid(object),
        accessor.resourceVersion(object),
        object,
        accessor);
  }

  /** The plain form, with the identity the server sent and the object a transform made of it. */
  static <T> Revision<T> of(
      String uid, String resourceVersion, T transformed, ObjectAccessor<T> accessor) {
    return new PlainRevision<>(
        Keys.of(transformed, accessor), uid, resourceVersion, transformed, accessor);
  }
}

package dev.informant.kubernetes.internal.stream;

import dev.informant.kubernetes.codec.Codec;
import org.jspecify.annotations.Nullable;

/**
 * A codec that finds the end of an object while it decodes. Its objects are decoded where they lie in the answer, without
 * a search for their end before. Users implement {@link Codec}; only codecs of our own implement this.
 */
public interface InPlaceCodec<T> extends Codec<T> {
  /**
   * Decodes the object that the bytes begin with, whatever follows it. Leaves the bytes unchanged.
   *
   * @param changed whether an earlier version was probably decoded before: its unchanged parts may be reused
   * @return null if the bytes do not begin with a complete object of the expected type
   */
  @Nullable
  First<T> decodeFirst(byte[] bytes, int offset, int length, boolean changed);

  /** Whether decoded objects never have managed fields, so that they need not be cut out of the bytes before. */
  boolean leavesOutManagedFields();

  /**
   * An object and where its bytes end.
   *
   * @param end the index after its last byte
   */
  record First<T>(T object, int end) {}
}

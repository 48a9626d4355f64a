package dev.informant.kubernetes.codec;

import dev.informant.object.ObjectAccessor;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the bytes of one object to a {@code T} and gives access to its metadata. Implement it to use your own object
 * model. Implementations are immutable and thread-safe.
 */
public interface Codec<T> {
  /**
   * Decodes one object in JSON. Items of a list carry no apiVersion and kind if the kind is built in; a model with
   * these fields takes them from {@link #expected()}.
   *
   * @param bytes may be changed within the range; must not be kept
   * @throws dev.informant.kubernetes.codec.DecodeException if the bytes are not such an object; the message must not
   *     contain the object's contents
   */
  T decode(byte[] bytes, int offset, int length);

  /** Returns the accessor for the metadata of the objects. */
  ObjectAccessor<T> accessor();

  /** Returns the type that this codec decodes; {@link TypeMeta#UNKNOWN} accepts any. */
  TypeMeta expected();

  /** Returns the apiVersion and kind of an object. */
  TypeMeta typeOf(T object);

  /** Returns the representation to request from the server. */
  default Representation representation() {
    return Representation.OBJECT;
  }

  /** Returns a function that makes a deep copy; null if the model has none. Used by the mutation detector. */
  default @Nullable UnaryOperator<T> deepCopy() {
    return null;
  }

  /**
   * Returns a function that encodes an object as JSON, from which {@link #decode} creates an equal object; null if the
   * model has none. Required by the compact cache and by saved caches, unless they can keep the received bytes.
   */
  default @Nullable Function<T, byte[]> encoder() {
    return null;
  }

  /** The representation of objects to request from the server. */
  enum Representation {
    /** The object itself. */
    OBJECT,
    /** Its metadata only. */
    METADATA
  }
}

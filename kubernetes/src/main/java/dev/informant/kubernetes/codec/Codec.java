package dev.informant.kubernetes.codec;

import dev.informant.object.ObjectAccessor;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An object model: how the bytes of one object become a {@code T}, and how to look at it. To bring a
 * model of your own, implement this. Implementations are immutable and thread-safe.
 */
public interface Codec<T> {
  /**
   * Decodes one object in JSON. Items of a list carry no apiVersion and kind if the kind is built in; a
   * model that holds them fills them in from {@link #expected()}.
   *
   * @param bytes may be changed within the range, but not kept
   * @throws dev.informant.kubernetes.codec.DecodeException if the bytes are not such an object; the
   *     message holds nothing of the object's contents
   */
  T decode(byte[] bytes, int offset, int length);

  /**
   * The same for an object of which an earlier version was probably decoded here: parts that have not changed may be
   * taken over from that one.
   */
  default T decodeChanged(byte[] bytes, int offset, int length) {
    return decode(bytes, offset, length);
  }

  /**
   * Decodes the object that the bytes begin with, whatever comes after it. Null if no whole object of this model stands
   * there, or the codec cannot tell where it ends; the bytes are left as they are.
   *
   * @param changed whether it is one for {@link #decodeChanged}
   */
  default @Nullable First<T> decodeFirst(byte[] bytes, int offset, int length, boolean changed) {
    return null;
  }

  /**
   * An object and where its bytes end.
   *
   * @param end the index after its last byte
   */
  record First<T>(T object, int end) {}

  /** How the engine sees the objects. */
  ObjectAccessor<T> accessor();

  /** The type this codec decodes; {@link TypeMeta#UNKNOWN} takes any. */
  TypeMeta expected();

  /** What the object says of its type. */
  TypeMeta typeOf(T object);

  /** What to ask the server for. */
  default Representation representation() {
    return Representation.OBJECT;
  }

  /** Whether decoded objects never have managed fields, so that nobody need cut them out before. */
  default boolean leavesOutManagedFields() {
    return false;
  }

  /**
   * Whether {@link #decode} refuses whatever is not exactly one object, and changes none of the bytes. Then nobody
   * need look for the end of an object before.
   */
  default boolean isStrict() {
    return false;
  }

  /** Copies an object with everything in it; null if the model cannot. Used by tests for mutation. */
  default @Nullable UnaryOperator<T> deepCopy() {
    return null;
  }

  /**
   * Makes JSON of an object, from which {@link #decode} makes an equal one; null if the model cannot. The compact
   * cache and saved caches need it, unless they can keep the bytes the server sent.
   */
  default @Nullable Function<T, byte[]> encoder() {
    return null;
  }

  /** Which form of an object the server is asked for. */
  enum Representation {
    /** The object itself. */
    OBJECT,
    /** Its metadata only. */
    METADATA
  }
}

package dev.informant.kubernetes.internal.source;

import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.internal.stream.InPlaceCodec;
import dev.informant.kubernetes.internal.stream.ManagedFields;
import dev.informant.kubernetes.internal.stream.ObjectHead;
import dev.informant.source.Item;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes items of objects' bytes; what cannot be decoded becomes a bad one. Thread-safe. */
public final class ObjectDecoder<T> {
  private final Codec<T> codec;
  private final @Nullable InPlaceCodec<T> reusing;
  private final boolean cutManagedFields;
  private final boolean keepBytes;
  private volatile boolean confirmed;

  public ObjectDecoder(Codec<T> codec, boolean leaveOutManagedFields, boolean keepBytes) {
    this.codec = codec;
    this.reusing = codec instanceof InPlaceCodec<T> able ? able : null;
    this.cutManagedFields = leaveOutManagedFields
        && (keepBytes || reusing == null || !reusing.leavesOutManagedFields());
    this.keepBytes = keepBytes;
  }

  public Codec<T> codec() {
    return codec;
  }

  /** The codec, if it can decode objects where they lie in the answer; else null. */
  @Nullable
  InPlaceCodec<T> inPlace() {
    return cutManagedFields ? null : reusing;
  }

  boolean keepsBytes() {
    return keepBytes;
  }

  /** A list or a watch has shown an object of the right type: the collection is what we take it for. */
  void confirm() {
    if (!confirmed) {
      confirmed = true;
    }
  }

  /** Whether one of another type is but an oddity, and not what the collection holds. */
  boolean isConfirmed() {
    return confirmed;
  }

  /** What is to be done if the collection holds something else. */
  String mismatch(TypeMeta actual) {
    return "the server's objects are " + actual + ", but " + codec.expected()
        + " is configured; correct the kind of the resource, or leave it empty";
  }

  Item<T> item(byte[] bytes, int offset, int length) {
    return item(bytes, offset, length, /* changed= */ false);
  }

  /**
   * @param changed whether an earlier version of it was probably decoded before
   */
  Item<T> item(byte[] bytes, int offset, int length, boolean changed) {
    int gap = cutManagedFields ? ManagedFields.cut(bytes, offset, length) : 0;
    try {
      T object = decode(bytes, offset + gap, length - gap, changed);
      TypeMeta actual = codec.typeOf(object);
      if (!codec.expected().admits(actual)) {
        throw new WrongTypeException(codec.expected(), actual);
      }
      return new Item.Good<>(object, kept(bytes, offset + gap, offset + length));
    } catch (DecodeException | WrongTypeException undecodable) {
      return bad(bytes, offset + gap, length - gap, undecodable);
    } catch (Throwable defect) {
      if (defect instanceof VirtualMachineError error && !(error instanceof StackOverflowError)) {
        throw error; // not the object's fault
      }
      // A codec of the user's may throw anything; its message may quote the object.
      return bad(
          bytes,
          offset + gap,
          length - gap,
          new DecodeException("the codec failed with " + defect.getClass().getName()));
    }
  }

  private T decode(byte[] bytes, int offset, int length, boolean changed) {
    InPlaceCodec.First<T> first =
        changed && reusing != null ? reusing.decodeFirst(bytes, offset, length, changed) : null;
    return first != null && first.end() == offset + length
        ? first.object()
        : codec.decode(bytes, offset, length);
  }

  /** The bytes in {@code [from, to)} as an item keeps them; null if it does not. */
  byte @Nullable [] kept(byte[] bytes, int from, int to) {
    return keepBytes ? Arrays.copyOfRange(bytes, from, to) : null;
  }

  /** The type that an object says it is of, if that is another than the collection's. Nothing is decoded. */
  @Nullable
  TypeMeta mistaken(byte[] bytes, int offset, int length) {
    ObjectHead head = ObjectHead.read(bytes, offset, length);
    TypeMeta actual = new TypeMeta(head.apiVersion(), head.kind());
    return codec.expected().admits(actual) ? null : actual;
  }

  Item<T> oversized(byte[] head, int offset, int length) {
    return bad(head, offset, length, new DecodeException("larger than the limit for one object"));
  }

  private Item<T> bad(byte[] bytes, int offset, int length, RuntimeException cause) {
    ObjectHead head = ObjectHead.read(bytes, offset, length);
    TypeMeta actual = new TypeMeta(head.apiVersion(), head.kind());
    RuntimeException reported =
        codec.expected().admits(actual) ? cause : new WrongTypeException(codec.expected(), actual);
    return new Item.Bad<>(head.key(), head.uid(), head.resourceVersion(), reported);
  }

  /** An object of another kind than the collection's. */
  static final class WrongTypeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient TypeMeta actual;

    WrongTypeException(TypeMeta expected, TypeMeta actual) {
      super("expected " + expected + ", got " + actual);
      this.actual = actual;
    }

    TypeMeta actual() {
      return actual;
    }
  }
}

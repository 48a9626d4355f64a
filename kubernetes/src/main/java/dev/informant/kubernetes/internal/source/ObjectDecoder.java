package dev.informant.kubernetes.internal.source;

import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.internal.stream.ManagedFields;
import dev.informant.kubernetes.internal.stream.ObjectHead;
import dev.informant.source.Item;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes items of objects' bytes; what cannot be decoded becomes a bad one. Thread-safe. */
public final class ObjectDecoder<T> {
  private final Codec<T> codec;
  private final boolean cutManagedFields;
  private final boolean keepBytes;
  private volatile boolean confirmed;

  public ObjectDecoder(Codec<T> codec, boolean leaveOutManagedFields, boolean keepBytes) {
    this.codec = codec;
    this.cutManagedFields = leaveOutManagedFields && (keepBytes || !codec.leavesOutManagedFields());
    this.keepBytes = keepBytes;
  }

  public Codec<T> codec() {
    return codec;
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
        + " is what the resource says; correct its kind, or leave it empty";
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
      return new Item.Good<>(object, kept(bytes, offset + gap, length - gap));
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

  /** Whether {@link #exactly} makes sense. */
  boolean isStrict() {
    return codec.isStrict() && !cutManagedFields;
  }

  /** Null if the bytes are anything but one object of the right type. */
  @Nullable
  Item<T> exactly(byte[] bytes, int offset, int length, boolean changed) {
    try {
      T object = decode(bytes, offset, length, changed);
      return codec.expected().admits(codec.typeOf(object))
          ? new Item.Good<>(object, kept(bytes, offset, length))
          : null;
    } catch (RuntimeException | StackOverflowError undecodable) {
      return null;
    }
  }

  /** The object of the right type that the bytes begin with; null if there is none. For strict codecs. */
  Codec.@Nullable First<T> first(byte[] bytes, int offset, int length, boolean changed) {
    try {
      Codec.First<T> first = codec.decodeFirst(bytes, offset, length, changed);
      return first != null && codec.expected().admits(codec.typeOf(first.object())) ? first : null;
    } catch (RuntimeException | StackOverflowError undecodable) {
      return null;
    }
  }

  /** What {@link #first} found, as an item. */
  Item<T> item(Codec.First<T> first, byte[] bytes, int offset) {
    return new Item.Good<>(first.object(), kept(bytes, offset, first.end() - offset));
  }

  private T decode(byte[] bytes, int offset, int length, boolean changed) {
    return changed
        ? codec.decodeChanged(bytes, offset, length)
        : codec.decode(bytes, offset, length);
  }

  private byte @Nullable [] kept(byte[] bytes, int offset, int length) {
    return keepBytes ? Arrays.copyOfRange(bytes, offset, offset + length) : null;
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

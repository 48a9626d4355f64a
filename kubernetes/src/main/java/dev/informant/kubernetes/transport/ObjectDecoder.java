package dev.informant.kubernetes.transport;

import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.stream.DecodeException;
import dev.informant.kubernetes.stream.ManagedFields;
import dev.informant.kubernetes.stream.ObjectHead;
import dev.informant.source.Item;
import java.util.Arrays;

/** Makes items of objects' bytes; what cannot be decoded becomes a bad one. Thread-safe. */
final class ObjectDecoder<T> {
  private final Codec<T> codec;
  private final boolean cutManagedFields;
  private final boolean keepBytes;

  ObjectDecoder(Codec<T> codec, boolean leaveOutManagedFields, boolean keepBytes) {
    this.codec = codec;
    this.cutManagedFields = leaveOutManagedFields && (keepBytes || !codec.leavesOutManagedFields());
    this.keepBytes = keepBytes;
  }

  Codec<T> codec() {
    return codec;
  }

  Item<T> item(byte[] bytes, int offset, int length) {
    int gap = cutManagedFields ? ManagedFields.cut(bytes, offset, length) : 0;
    byte[] kept = keepBytes ? Arrays.copyOfRange(bytes, offset + gap, offset + length) : null;
    try {
      T object = codec.decode(bytes, offset + gap, length - gap);
      TypeMeta actual = codec.typeOf(object);
      if (!codec.expected().admits(actual)) {
        throw new WrongTypeException(codec.expected(), actual);
      }
      return new Item.Good<>(object, kept);
    } catch (DecodeException | WrongTypeException undecodable) {
      return bad(bytes, offset + gap, length - gap, undecodable);
    } catch (RuntimeException | StackOverflowError defect) {
      // A codec of the user's may throw anything; its message may quote the object.
      return bad(
          bytes,
          offset + gap,
          length - gap,
          new DecodeException("the codec failed with " + defect.getClass().getName()));
    }
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

    private final String description;

    WrongTypeException(TypeMeta expected, TypeMeta actual) {
      this("expected " + expected + ", got " + actual);
    }

    private WrongTypeException(String description) {
      super(description);
      this.description = description;
    }

    String description() {
      return description;
    }
  }
}

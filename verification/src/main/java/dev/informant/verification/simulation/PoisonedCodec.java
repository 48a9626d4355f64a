package dev.informant.verification.simulation;

import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.object.ObjectAccessor;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A codec in all its ways of decoding, but that it refuses objects which say that they are poisoned. */
record PoisonedCodec<T>(Codec<T> whole) implements Codec<T> {
  private static final byte[] POISON = "\"poison\":\"decode\"".getBytes(StandardCharsets.UTF_8);

  @Override
  public T decode(byte[] bytes, int offset, int length) {
    refuse(bytes, offset, length);
    return whole.decode(bytes, offset, length);
  }

  @Override
  public T decodeChanged(byte[] bytes, int offset, int length) {
    refuse(bytes, offset, length);
    return whole.decodeChanged(bytes, offset, length);
  }

  @Override
  public @Nullable First<T> decodeFirst(byte[] bytes, int offset, int length, boolean changed) {
    First<T> first = whole.decodeFirst(bytes, offset, length, changed);
    return first == null || isPoisoned(bytes, offset, first.end() - offset) ? null : first;
  }

  private static void refuse(byte[] bytes, int offset, int length) {
    if (isPoisoned(bytes, offset, length)) {
      throw new DecodeException("poisoned");
    }
  }

  private static boolean isPoisoned(byte[] bytes, int offset, int length) {
    int last = offset + length - POISON.length;
    for (int at = offset; at <= last; at++) {
      if (bytes[at] == '"' && bytes[at + 1] == 'p' && matches(bytes, at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(byte[] bytes, int at) {
    for (int i = 0; i < POISON.length; i++) {
      if (bytes[at + i] != POISON[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public ObjectAccessor<T> accessor() {
    return whole.accessor();
  }

  @Override
  public TypeMeta expected() {
    return whole.expected();
  }

  @Override
  public TypeMeta typeOf(T object) {
    return whole.typeOf(object);
  }

  @Override
  public Representation representation() {
    return whole.representation();
  }

  @Override
  public boolean leavesOutManagedFields() {
    return whole.leavesOutManagedFields();
  }

  @Override
  public boolean isStrict() {
    return whole.isStrict();
  }

  @Override
  public @Nullable UnaryOperator<T> deepCopy() {
    return whole.deepCopy();
  }

  @Override
  public @Nullable Function<T, byte[]> encoder() {
    return whole.encoder();
  }
}

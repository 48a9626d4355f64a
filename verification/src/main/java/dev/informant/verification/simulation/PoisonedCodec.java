package dev.informant.verification.simulation;

import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.codec.TypeMeta;
import dev.informant.kubernetes.internal.stream.InPlaceCodec;
import dev.informant.object.ObjectAccessor;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Decodes as another codec, in place if that one can, but refuses objects that are marked as poisoned. */
class PoisonedCodec<T> implements Codec<T> {
  private static final byte[] POISON = "\"poison\":\"decode\"".getBytes(StandardCharsets.UTF_8);

  private final Codec<T> whole;

  private PoisonedCodec(Codec<T> whole) {
    this.whole = whole;
  }

  static <T> Codec<T> of(Codec<T> whole) {
    return whole instanceof InPlaceCodec<T> able ? new InPlace<>(able) : new PoisonedCodec<>(whole);
  }

  private static final class InPlace<T> extends PoisonedCodec<T> implements InPlaceCodec<T> {
    private final InPlaceCodec<T> whole;

    InPlace(InPlaceCodec<T> whole) {
      super(whole);
      this.whole = whole;
    }

    @Override
    public @Nullable First<T> decodeFirst(byte[] bytes, int offset, int length, boolean changed) {
      First<T> first = whole.decodeFirst(bytes, offset, length, changed);
      return first == null || isPoisoned(bytes, offset, first.end() - offset) ? null : first;
    }

    @Override
    public boolean leavesOutManagedFields() {
      return whole.leavesOutManagedFields();
    }
  }

  @Override
  public T decode(byte[] bytes, int offset, int length) {
    refuse(bytes, offset, length);
    return whole.decode(bytes, offset, length);
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
  public @Nullable UnaryOperator<T> deepCopy() {
    return whole.deepCopy();
  }

  @Override
  public @Nullable Function<T, byte[]> encoder() {
    return whole.encoder();
  }
}

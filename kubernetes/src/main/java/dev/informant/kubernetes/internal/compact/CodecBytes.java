package dev.informant.kubernetes.internal.compact;

import dev.informant.internal.compact.ObjectBytes;
import dev.informant.kubernetes.codec.Codec;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Objects as JSON, through a codec; whether objects share parts is the codec's affair. Thread-safe. */
public record CodecBytes<T>(Codec<T> codec) implements ObjectBytes<T> {
  @Override
  public byte[] write(T object) {
    @Nullable Function<T, byte[]> encoder = codec.encoder();
    if (encoder == null) {
      throw new IllegalStateException(
          codec.getClass().getName() + " cannot encode objects: it has no encoder()");
    }
    return encoder.apply(object);
  }

  @Override
  public T read(byte[] bytes) {
    return codec.decode(bytes, 0, bytes.length);
  }
}

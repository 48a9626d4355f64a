package dev.informant.kubernetes;

import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.codec.ModelCodec;
import dev.informant.kubernetes.internal.fast.FastCodec;

/**
 * Decides what decodes the objects of an informer: the fast codec for a class that stands for one kind, else the
 * kind's own codec. Stateless.
 */
final class Decoders {
  private Decoders() {}

  /** For what the server sends, and for objects in files; parts are shared and left out as the options say. */
  static <T> Codec<T> of(Codec<T> codec, InformerOptions<T> options) {
    return decoder(codec, options.sharesEqualParts(), options.transform().leavesOutManagedFields());
  }

  /** For objects that are read from a compact cache: each belongs to its reader, and shares nothing with others. */
  static <T> Codec<T> unshared(Codec<T> codec) {
    return decoder(codec, /* sharing= */ false, /* withoutManagedFields= */ false);
  }

  @SuppressWarnings("unchecked") // the fast codec is made for the class of the slow one
  private static <T> Codec<T> decoder(
      Codec<T> codec, boolean sharing, boolean withoutManagedFields) {
    if (!(codec instanceof ModelCodec<?> model) || !model.isTyped()) {
      return codec;
    }
    FastCodec<?> fast = FastCodec.of(model.model());
    if (sharing) {
      fast = fast.sharingEqualParts();
    }
    if (withoutManagedFields) {
      fast = fast.withoutManagedFields();
    }
    return (Codec<T>) fast;
  }
}

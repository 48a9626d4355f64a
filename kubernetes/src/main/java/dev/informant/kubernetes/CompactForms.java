package dev.informant.kubernetes;

import dev.informant.internal.compact.CompactForm;
import dev.informant.internal.compact.Compression;
import dev.informant.kubernetes.codec.Codec;
import dev.informant.kubernetes.internal.compact.CodecBytes;
import dev.informant.runtime.EngineRuntime;

/** Makes the compact form of a kind. */
final class CompactForms {
  private CompactForms() {}

  /**
   * A form for one informer.
   *
   * @throws IllegalArgumentException if objects of this model cannot be written and their bytes cannot be kept
   */
  static <T> CompactForm<T> of(
      Scope scope, Codec<T> codec, InformerOptions<T> options, EngineRuntime runtime) {
    if (codec.encoder() == null && !options.transform().isDoneInBytes()) {
      throw new IllegalArgumentException("the compact cache of " + scope
          + " needs bytes of transformed objects, and " + codec.getClass().getName()
          + " has no encoder(); give it one, or use no transform but stripManagedFields()");
    }
    return form(scope, Decoders.unshared(codec), options.compressionOrBest())
        .trainer(runtime.background())
        .recentlyRead(scope.isConfidential() ? 0 : options.get(InformerOptions.RECENTLY_READ))
        .build();
  }

  /** A form in which objects are only written and read. */
  static <T> CompactForm<T> forFiles(Scope scope, Codec<T> codec, Compression compression) {
    return form(scope, codec, compression).build();
  }

  /** A dictionary is made of pieces of objects, and outlives them. */
  private static <T> CompactForm.Builder<T> form(
      Scope scope, Codec<T> codec, Compression compression) {
    return CompactForm.builder(codec.accessor(), new CodecBytes<>(codec))
        .compression(compression)
        .dictionaries(!scope.isConfidential());
  }
}

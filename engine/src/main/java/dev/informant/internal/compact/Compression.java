package dev.informant.internal.compact;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A way to compress small things that resemble each other. Implementations are thread-safe. */
public interface Compression {
  /** Tells it from others; part of what is written to disk. */
  String name();

  /** Compresses with a dictionary; with an empty one, without. */
  Coder coder(byte[] dictionary);

  /** A dictionary for things like these; null if they are too few or too different. */
  byte @Nullable [] train(List<byte[]> samples);

  /** The JDK's own. */
  static Compression deflate() {
    return DeflateCompression.INSTANCE;
  }

  /** Compresses and decompresses with one dictionary. Thread-safe. */
  interface Coder {
    byte[] dictionary();

    /** How many bytes {@code length} bytes can become at most. */
    int bound(int length);

    /**
     * Compresses all of {@code source} into {@code target} from {@code at} on, where there is room
     * for {@link #bound}.
     *
     * @return how many bytes it wrote
     */
    int compress(byte[] source, byte[] target, int at);

    /**
     * Decompresses what begins at {@code from} into {@code target}, which it fills.
     *
     * @throws IllegalStateException if the source is not what was compressed
     */
    void decompress(byte[] source, int from, byte[] target);
  }
}

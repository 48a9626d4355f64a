package dev.informant.kubernetes.internal.compact;

import dev.informant.internal.compact.Compression;
import java.lang.System.Logger.Level;

/** Which compression there is. */
public final class Compressions {
  private static final Compression BEST = best();

  private Compressions() {}

  /** zstd if {@code com.github.luben:zstd-jni} is on the class path and loads, else the JDK's deflate. */
  public static Compression available() {
    return BEST;
  }

  private static Compression best() {
    try {
      return ZstdCompression.load();
    } catch (LinkageError | RuntimeException absent) {
      System.getLogger(Compressions.class.getName())
          .log(
              Level.DEBUG,
              "compact caches use deflate; with com.github.luben:zstd-jni they are smaller and faster",
              absent);
      return Compression.deflate();
    }
  }
}

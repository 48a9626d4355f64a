package dev.informant.kubernetes.internal.compact;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdDictTrainer;
import com.github.luben.zstd.ZstdException;
import dev.informant.internal.compact.Compression;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import org.jspecify.annotations.Nullable;

/** zstd through its native library, with trained dictionaries. Thread-safe. */
/*
 * Contexts hold native memory that nobody frees but their close, so a few are kept for all kinds together and
 * the others are closed after their use. A dictionary is only referred to by a context, not copied, and goes
 * with its coder: the library frees it when the garbage collector finds it. Only those that were trained are prepared in this way: of
 * those that are an object there may be a thousand, each some ten times as large in native memory as it is, and a context reads one in
 * a few microseconds.
 *
 * Frames have no magic number, size, checksum or dictionary number: the packer knows all of that, and on a
 * thing of 600 bytes they would be two percent.
 */
final class ZstdCompression implements Compression {
  private static final int LEVEL = 3;
  private static final int DICTIONARY_SIZE = 64 << 10;
  private static final int FEWEST_SAMPLES = 8;
  private static final int KEPT = 8;
  /** What a trained dictionary begins with. */
  private static final byte[] MAGIC = {0x37, (byte) 0xA4, 0x30, (byte) 0xEC};

  private final ArrayBlockingQueue<ZstdCompressCtx> compressing = new ArrayBlockingQueue<>(KEPT);
  private final ArrayBlockingQueue<ZstdDecompressCtx> decompressing =
      new ArrayBlockingQueue<>(KEPT);

  private ZstdCompression() {}

  /** Fails with a linkage error where the library is not there or does not load. */
  static Compression load() {
    ZstdCompression zstd = new ZstdCompression();
    zstd.coder(new byte[0]).compress(new byte[1], new byte[64], 0);
    return zstd;
  }

  @Override
  public String name() {
    return "zstd";
  }

  @Override
  public Coder coder(byte[] dictionary) {
    return new ZstdCoder(dictionary);
  }

  @Override
  public byte @Nullable [] train(List<byte[]> samples) {
    if (samples.size() < FEWEST_SAMPLES) {
      return null;
    }
    int bytes = samples.stream().mapToInt(sample -> sample.length).sum();
    ZstdDictTrainer trainer = new ZstdDictTrainer(bytes, Math.min(DICTIONARY_SIZE, bytes / 4));
    samples.forEach(trainer::addSample);
    try {
      return trainer.trainSamples();
    } catch (ZstdException nothingInCommon) {
      return null;
    }
  }

  private static boolean isTrained(byte[] dictionary) {
    return dictionary.length >= MAGIC.length
        && Arrays.equals(dictionary, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  private final class ZstdCoder implements Coder {
    private final byte[] dictionary;
    private final @Nullable ZstdDictCompress forCompressing;
    private final @Nullable ZstdDictDecompress forDecompressing;

    ZstdCoder(byte[] dictionary) {
      this.dictionary = dictionary;
      boolean prepared = isTrained(dictionary);
      this.forCompressing = prepared ? new ZstdDictCompress(dictionary, LEVEL) : null;
      this.forDecompressing = prepared ? new ZstdDictDecompress(dictionary) : null;
    }

    @Override
    public byte[] dictionary() {
      return dictionary;
    }

    @Override
    public int bound(int length) {
      return Math.toIntExact(Zstd.compressBound(length));
    }

    @Override
    public int compress(byte[] source, byte[] target, int at) {
      ZstdCompressCtx waiting = compressing.poll();
      ZstdCompressCtx context = waiting == null ? new ZstdCompressCtx() : waiting;
      boolean healthy = false;
      try {
        context.reset();
        context
            .setLevel(LEVEL)
            .setMagicless(true)
            .setChecksum(false)
            .setContentSize(false)
            .setDictID(false);
        if (forCompressing != null) {
          context.loadDict(forCompressing);
        } else if (dictionary.length > 0) {
          context.loadDict(dictionary);
        }
        int length =
            context.compressByteArray(target, at, target.length - at, source, 0, source.length);
        healthy = true;
        return length;
      } finally {
        if (!healthy || !compressing.offer(context)) {
          context.close();
        }
      }
    }

    @Override
    public void decompress(byte[] source, int from, byte[] target) {
      ZstdDecompressCtx waiting = decompressing.poll();
      ZstdDecompressCtx context = waiting == null ? new ZstdDecompressCtx() : waiting;
      boolean healthy = false;
      try {
        context.reset();
        context.setMagicless(true);
        if (forDecompressing != null) {
          context.loadDict(forDecompressing);
        } else if (dictionary.length > 0) {
          context.loadDict(dictionary);
        }
        int length = context.decompressByteArray(
            target, 0, target.length, source, from, source.length - from);
        if (length != target.length) {
          throw new IllegalStateException("zstd bytes end too early");
        }
        healthy = true;
      } catch (ZstdException damaged) {
        throw new IllegalStateException("zstd bytes are damaged", damaged);
      } finally {
        if (!healthy || !decompressing.offer(context)) {
          context.close();
        }
      }
    }
  }
}

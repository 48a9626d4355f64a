package dev.informant.internal.compact;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Deflate with a preset dictionary. Thread-safe. */
/*
 * Deflaters and inflaters are dear to make (they hold memory outside of the heap), so a few wait for
 * the next use. More are made when many threads read at once; these are ended after their use.
 *
 * The dictionary has half the size of deflate's window: a deflater reads all of it for each object,
 * which soon costs more time than it saves bytes.
 */
final class DeflateCompression implements Compression {
  static final DeflateCompression INSTANCE = new DeflateCompression();

  static final int DICTIONARY_SIZE = 16 * 1024;
  private static final int KEPT = 8;

  private final ArrayBlockingQueue<Deflater> deflaters = new ArrayBlockingQueue<>(KEPT);
  private final ArrayBlockingQueue<Inflater> inflaters = new ArrayBlockingQueue<>(KEPT);

  private DeflateCompression() {}

  @Override
  public String name() {
    return "deflate";
  }

  @Override
  public Coder coder(byte[] dictionary) {
    return new DeflateCoder(dictionary);
  }

  @Override
  public byte @Nullable [] train(List<byte[]> samples) {
    byte[] dictionary = DictionaryTrainer.train(samples, DICTIONARY_SIZE);
    return dictionary.length == 0 ? null : dictionary;
  }

  private final class DeflateCoder implements Coder {
    private final byte[] dictionary;

    DeflateCoder(byte[] dictionary) {
      this.dictionary = dictionary;
    }

    @Override
    public byte[] dictionary() {
      return dictionary;
    }

    @Override
    public int bound(int length) {
      return length + (length >>> 10) + 64; // stored blocks, at worst
    }

    @Override
    public int compress(byte[] source, byte[] target, int at) {
      Deflater waiting = deflaters.poll();
      Deflater deflater = waiting == null
          ? new Deflater(Deflater.DEFAULT_COMPRESSION, /* nowrap= */ true)
          : waiting;
      try {
        if (dictionary.length > 0) {
          deflater.setDictionary(dictionary);
        }
        deflater.setInput(source);
        deflater.finish();
        int written = deflater.deflate(target, at, target.length - at);
        if (!deflater.finished()) {
          throw new IllegalStateException("the bound of " + target.length + " bytes is too small");
        }
        return written;
      } finally {
        deflater.reset();
        if (!deflaters.offer(deflater)) {
          deflater.end();
        }
      }
    }

    @Override
    public void decompress(byte[] source, int from, byte[] target) {
      Inflater waiting = inflaters.poll();
      Inflater inflater = waiting == null ? new Inflater(/* nowrap= */ true) : waiting;
      try {
        if (dictionary.length > 0) {
          inflater.setDictionary(dictionary);
        }
        inflater.setInput(source, from, source.length - from);
        int read = inflater.inflate(target);
        if (read != target.length) {
          throw new IllegalStateException("deflated bytes end too early");
        }
      } catch (DataFormatException damaged) {
        throw new IllegalStateException("deflated bytes are damaged", damaged);
      } finally {
        inflater.reset();
        if (!inflaters.offer(inflater)) {
          inflater.end();
        }
      }
    }
  }
}

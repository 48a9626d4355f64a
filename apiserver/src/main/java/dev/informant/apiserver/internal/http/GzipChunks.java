package dev.informant.apiserver.internal.http;

import java.io.ByteArrayOutputStream;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Compresses a body while it is pulled: one gzip member, the fast level. Not thread-safe. */
final class GzipChunks implements Iterator<byte[]> {
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 4, (byte) 255};

  private final Iterator<byte[]> chunks;
  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, /* nowrap= */ true);
  private final CRC32 checksum = new CRC32();
  private final byte[] buffer = new byte[16 * 1024];
  private boolean begun;
  private boolean ended;

  GzipChunks(Iterator<byte[]> chunks) {
    this.chunks = chunks;
  }

  /** One whole member. */
  static byte[] member(byte[] content) {
    GzipChunks gzip = new GzipChunks(List.of(content).iterator());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    while (gzip.hasNext()) {
      out.writeBytes(gzip.next());
    }
    return out.toByteArray();
  }

  @Override
  public boolean hasNext() {
    return !ended;
  }

  @Override
  public byte[] next() {
    if (ended) {
      throw new NoSuchElementException();
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (!begun) {
      begun = true;
      out.writeBytes(HEADER);
    }
    while (out.size() < 8 * 1024) {
      if (!chunks.hasNext()) {
        finish(out);
        break;
      }
      byte[] chunk = chunks.next();
      checksum.update(chunk);
      deflater.setInput(chunk);
      while (!deflater.needsInput()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
    }
    return out.toByteArray();
  }

  private void finish(ByteArrayOutputStream out) {
    deflater.finish();
    while (!deflater.finished()) {
      out.write(buffer, 0, deflater.deflate(buffer));
    }
    littleEndian(out, checksum.getValue());
    littleEndian(out, deflater.getBytesRead());
    deflater.end();
    ended = true;
  }

  private static void littleEndian(ByteArrayOutputStream out, long value) {
    for (int shift = 0; shift < 32; shift += 8) {
      out.write((int) (value >>> shift));
    }
  }

  /** Gives the native memory back if the body is not pulled to its end. */
  void abandon() {
    if (!ended) {
      ended = true;
      deflater.end();
    }
  }
}

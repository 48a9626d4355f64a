package dev.informant.internal.archive;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * The numbers, bytes and texts of a file, one after the other. A length that cannot be is refused before room is made for it.
 * Used by one thread.
 */
final class ArchiveBytes {
  private final FileChannel file;
  private final long size;
  private long checksum;

  /** What has been read of the file and not yet asked for, between position and limit. */
  private final ByteBuffer window = ByteBuffer.allocate(1 << 16);

  ArchiveBytes(FileChannel file) throws IOException {
    this.file = file;
    this.size = file.size();
    window.flip();
  }

  /**
   * The checksum of all but the last eight bytes, and these; then it begins anew.
   *
   * @throws EOFException if the file is shorter than it was
   */
  boolean hasRightChecksum() throws IOException {
    CRC32C sum = new CRC32C();
    long left = size - Long.BYTES;
    while (left > 0) {
      window.clear().limit((int) Math.min(left, window.capacity()));
      int read = file.read(window);
      if (read < 0) {
        throw new EOFException();
      }
      sum.update(window.flip());
      left -= read;
    }
    window.clear().flip();
    checksum = longNumber();
    boolean right = checksum == sum.getValue();
    file.position(0);
    window.clear().flip();
    return right;
  }

  /** The one at the end of the file. Only after it has been compared. */
  long checksum() {
    return checksum;
  }

  int oneByte() throws IOException {
    need(1);
    return window.get();
  }

  int number() throws IOException {
    need(Integer.BYTES);
    return window.getInt();
  }

  long longNumber() throws IOException {
    need(Long.BYTES);
    return window.getLong();
  }

  /** A length or a number of things, each of which takes a byte at least. */
  int count() throws IOException {
    int count = number();
    if (count < 0 || count > size) {
      throw new UnusableFileException("it is damaged");
    }
    return count;
  }

  byte[] bytes() throws IOException {
    byte[] bytes = new byte[count()];
    int at = 0;
    while (at < bytes.length) {
      if (!window.hasRemaining()) {
        need(1);
      }
      int part = Math.min(bytes.length - at, window.remaining());
      window.get(bytes, at, part);
      at += part;
    }
    return bytes;
  }

  String text() throws IOException {
    int length = count();
    if (length > window.capacity()) {
      window.position(window.position() - Integer.BYTES);
      return new String(bytes(), StandardCharsets.UTF_8);
    }
    need(length);
    String text = new String(window.array(), window.position(), length, StandardCharsets.UTF_8);
    window.position(window.position() + length);
    return text;
  }

  private void need(int bytes) throws IOException {
    if (window.remaining() >= bytes) {
      return;
    }
    window.compact();
    while (window.position() < bytes) {
      if (file.read(window) < 0) {
        throw new EOFException();
      }
    }
    window.flip();
  }
}

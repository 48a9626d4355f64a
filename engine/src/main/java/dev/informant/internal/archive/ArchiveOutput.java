package dev.informant.internal.archive;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * Writes the numbers, bytes and texts that {@link ArchiveBytes} reads, and at the end their checksum. Used by one thread.
 */
final class ArchiveOutput {
  private final CRC32C checksum = new CRC32C();
  private final DataOutputStream out;

  ArchiveOutput(OutputStream out) {
    this.out = new DataOutputStream(
        new CheckedOutputStream(new BufferedOutputStream(out, 1 << 16), checksum));
  }

  void oneByte(int value) throws IOException {
    out.writeByte(value);
  }

  void number(int value) throws IOException {
    out.writeInt(value);
  }

  void longNumber(long value) throws IOException {
    out.writeLong(value);
  }

  void bytes(byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  void text(String text) throws IOException {
    bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes the checksum of all before it, and returns it. */
  long end() throws IOException {
    long written = checksum.getValue();
    out.writeLong(written);
    out.flush();
    return written;
  }
}

package dev.informant.apiserver.internal.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/**
 * Indents compact JSON while it passes, two blanks a level, in pieces: a large list is not held as text, nor is a deep
 * object, most of which becomes indentation. Empty objects and arrays stay closed. Not thread-safe.
 */
final class JsonIndenter implements Iterator<byte[]> {
  /** A piece is not much larger. */
  private static final int PIECE = 64 * 1024;

  private final Iterator<byte[]> chunks;
  private byte[] chunk = {};
  private int at;
  private int depth;
  private boolean inString;
  private boolean escaped;
  private boolean justOpened;

  JsonIndenter(Iterator<byte[]> chunks) {
    this.chunks = chunks;
  }

  @Override
  public boolean hasNext() {
    return at < chunk.length || chunks.hasNext();
  }

  @Override
  public byte[] next() {
    if (at == chunk.length) {
      chunk = chunks.next();
      at = 0;
    }
    ByteArrayOutputStream out =
        new ByteArrayOutputStream(Math.min((chunk.length - at) * 3 / 2 + 16, PIECE));
    while (at < chunk.length && out.size() < PIECE) {
      write(chunk[at++], out);
    }
    return out.toByteArray();
  }

  private void write(byte b, ByteArrayOutputStream out) {
    if (inString) {
      out.write(b);
      if (escaped) {
        escaped = false;
      } else if (b == '\\') {
        escaped = true;
      } else if (b == '"') {
        inString = false;
      }
    } else if (b > ' ' || b < 0) {
      structure(b, out);
    }
  }

  private void structure(byte b, ByteArrayOutputStream out) {
    switch (b) {
      case '{', '[' -> {
        value(out);
        out.write(b);
        depth++;
        justOpened = true;
      }
      case '}', ']' -> {
        depth--;
        if (!justOpened) {
          newLine(out);
        }
        justOpened = false;
        out.write(b);
      }
      case ',' -> {
        out.write(b);
        newLine(out);
      }
      case ':' -> {
        out.write(b);
        out.write(' ');
      }
      default -> {
        value(out);
        out.write(b);
        inString = b == '"';
      }
    }
  }

  private void value(ByteArrayOutputStream out) {
    if (justOpened) {
      newLine(out);
      justOpened = false;
    }
  }

  private void newLine(ByteArrayOutputStream out) {
    out.writeBytes(("\n" + "  ".repeat(depth)).getBytes(StandardCharsets.US_ASCII));
  }
}

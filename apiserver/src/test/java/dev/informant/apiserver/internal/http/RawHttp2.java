package dev.informant.apiserver.internal.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;

/**
 * The frames of one HTTP/2 connection without TLS as they are, for what client libraries do not show. For one thread.
 */
public final class RawHttp2 implements AutoCloseable {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GO_AWAY = 7;
  private static final int WINDOW_UPDATE = 8;
  private static final int MAX_CONCURRENT_STREAMS = 3;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int ACK = 1;

  /** One frame of the server. */
  record Frame(int type, int flags, int stream, byte[] payload) {
    boolean isHeaders(int of) {
      return type == HEADERS && stream == of;
    }

    boolean endsStream(int of) {
      return (type == DATA || type == HEADERS) && stream == of && (flags & END_STREAM) != 0;
    }

    boolean isReset(int of) {
      return type == RST_STREAM && stream == of;
    }

    boolean isGoAway() {
      return type == GO_AWAY;
    }

    int lastStream() {
      return ByteBuffer.wrap(payload).getInt(0);
    }

    int error() {
      return ByteBuffer.wrap(payload).getInt(4);
    }

    String text(int of) {
      if (type != DATA || stream != of) {
        throw new AssertionError("no data of stream " + of + ": " + this);
      }
      return new String(payload, ISO_8859_1);
    }
  }

  private final Socket socket;
  private final OutputStream out;
  private final DataInputStream in;

  public RawHttp2(Socket socket) throws IOException {
    this.socket = socket;
    out = socket.getOutputStream();
    in = new DataInputStream(socket.getInputStream());
    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(ISO_8859_1));
    send(SETTINGS, 0, 0, new byte[0]);
  }

  /** How many streams the server allows; to be asked first. */
  public int maxStreams() throws IOException {
    ByteBuffer settings = ByteBuffer.wrap(read().payload());
    while (settings.hasRemaining()) {
      short name = settings.getShort();
      int value = settings.getInt();
      if (name == MAX_CONCURRENT_STREAMS) {
        return value;
      }
    }
    throw new AssertionError("the first frame does not say how many streams are allowed");
  }

  /** A GET with everything in one frame; names by their index in HPACK's static table. */
  void get(int stream, String path, String authorization) throws IOException {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(0x82); // :method GET
    block.write(0x86); // :scheme http
    literal(block, new byte[] {0x04}, path);
    literal(block, new byte[] {0x01}, "127.0.0.1");
    if (authorization != null) {
      literal(block, new byte[] {0x0f, 23 - 15}, authorization);
    }
    send(HEADERS, END_STREAM | END_HEADERS, stream, block.toByteArray());
  }

  private static void literal(ByteArrayOutputStream block, byte[] name, String value) {
    block.writeBytes(name);
    block.write(value.length());
    block.writeBytes(value.getBytes(ISO_8859_1));
  }

  private void send(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
    frame.putInt(payload.length << 8 | type).put((byte) flags).putInt(stream).put(payload);
    out.write(frame.array());
    out.flush();
  }

  /** The next frame that is about a stream, or the farewell; settings are acknowledged on the way. */
  Frame next() throws IOException {
    while (true) {
      Frame frame = read();
      if (frame.type() == SETTINGS && (frame.flags() & ACK) == 0) {
        send(SETTINGS, ACK, 0, new byte[0]);
      } else if (frame.type() != SETTINGS
          && frame.type() != PING
          && frame.type() != WINDOW_UPDATE) {
        return frame;
      }
    }
  }

  private Frame read() throws IOException {
    int lengthAndType = in.readInt();
    int flags = in.readUnsignedByte();
    int stream = in.readInt() & Integer.MAX_VALUE;
    byte[] payload = new byte[lengthAndType >>> 8];
    in.readFully(payload);
    return new Frame(lengthAndType & 0xff, flags, stream, payload);
  }

  /** Whether the server has closed the connection, or does so now; another farewell may come before. */
  boolean isAtEnd() throws IOException {
    try {
      while (true) {
        if (!next().isGoAway()) {
          return false;
        }
      }
    } catch (EOFException end) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

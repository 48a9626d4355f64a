package dev.informant.verification.scripted;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One client connection, HTTP/1.1. Its own thread reads; the script's thread writes, through {@link Exchange}.
 */
/*
 * The reader takes one request, hands its exchange over, and goes on reading: the next byte is either the end
 * (the client has gone) or the beginning of the next request, which is kept until the present exchange is over.
 * So a client that leaves is noticed at once although nothing is written.
 */
final class ScriptedConnection implements Runnable {
  private static final int LINE_LIMIT = 64 * 1024;

  private final Socket socket;
  private final Consumer<Exchange> requests;
  private final Consumer<ScriptedConnection> ended;

  ScriptedConnection(
      Socket socket, Consumer<Exchange> requests, Consumer<ScriptedConnection> ended) {
    this.socket = socket;
    this.requests = requests;
    this.ended = ended;
  }

  /** A request waiting for its answer, or being answered. Written to by one thread. */
  static final class Exchange {
    final RecordedRequest request;
    private final Socket socket;
    private final OutputStream out;

    /** Completes when the client has closed the connection, or we have. */
    final CompletableFuture<Void> gone = new CompletableFuture<>();

    /** Completes when the response is complete and the connection may be used again. */
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    Exchange(RecordedRequest request, Socket socket) throws IOException {
      this.request = request;
      this.socket = socket;
      this.out = socket.getOutputStream();
    }

    /** Writes the head and a body; {@code sent} of the bytes are really sent. */
    void respond(int code, String contentType, int retryAfter, byte[] body, int sent) {
      String head = "HTTP/1.1 " + code + " " + reason(code) + "\r\nContent-Type: " + contentType
          + "\r\nContent-Length: " + body.length
          + (retryAfter > 0 ? "\r\nRetry-After: " + retryAfter : "") + "\r\n\r\n";
      write(head.getBytes(StandardCharsets.UTF_8), java.util.Arrays.copyOf(body, sent));
      if (sent == body.length) {
        over.complete(null);
      } else {
        cut();
      }
    }

    void openStream() {
      write(("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n")
          .getBytes(StandardCharsets.UTF_8));
    }

    /** Whether the chunk was handed to a client that had not closed before. */
    boolean writeChunk(byte[] content) {
      if (gone.isDone()) {
        return false;
      }
      if (content.length == 0) {
        return true; // an empty chunk would be the end of the stream
      }
      write(
          (Integer.toHexString(content.length) + "\r\n").getBytes(StandardCharsets.UTF_8),
          content,
          "\r\n".getBytes(StandardCharsets.UTF_8));
      return true;
    }

    void endStream() {
      write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
      over.complete(null);
    }

    void cut() {
      closeQuietly(socket);
    }

    void reset() {
      try {
        socket.setSoLinger(true, 0);
      } catch (IOException alreadyClosed) {
        // then it is gone as it should be
      }
      closeQuietly(socket);
    }

    private void write(byte[]... parts) {
      try {
        out.write(joined(parts));
        out.flush();
      } catch (IOException clientGone) {
        gone.complete(null);
      }
    }

    private static String reason(int code) {
      return code < 300 ? "OK" : code < 500 ? "Refused" : "Failed";
    }
  }

  @Override
  public void run() {
    Exchange current = null;
    try (socket) {
      PushbackInputStream in =
          new PushbackInputStream(new BufferedInputStream(socket.getInputStream()));
      while (true) {
        int first = in.read();
        if (first < 0) {
          return;
        }
        in.unread(first);
        if (current != null) {
          current.over.join();
        }
        current = new Exchange(readRequest(in), socket);
        requests.accept(current);
      }
    } catch (IOException closed) {
      // the client, the script or a malformed request: the connection ends
    } finally {
      if (current != null) {
        current.gone.complete(null);
        current.over.complete(null);
      }
      ended.accept(this);
    }
  }

  void close() {
    closeQuietly(socket);
  }

  private static RecordedRequest readRequest(PushbackInputStream in) throws IOException {
    String[] start = line(in).split(" ");
    if (start.length != 3) {
      throw new IOException("not an HTTP request");
    }
    long body = 0;
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        try {
          body = Long.parseLong(lower.substring("content-length:".length()).trim());
        } catch (NumberFormatException malformed) {
          throw new IOException("malformed Content-Length", malformed);
        }
      }
    }
    in.skipNBytes(Math.max(0, body));
    return RecordedRequest.of(start[0], start[1]);
  }

  private static String line(PushbackInputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      int next = in.read();
      if (next < 0 || line.length() > LINE_LIMIT) {
        throw new EOFException("the request ended early");
      }
      if (next == '\n') {
        int end = line.length();
        return end > 0 && line.charAt(end - 1) == '\r'
            ? line.substring(0, end - 1)
            : line.toString();
      }
      line.append((char) next);
    }
  }

  private static byte[] joined(byte[]... parts) {
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException ignored) {
      // nothing is lost: the script wanted it closed
    }
  }
}

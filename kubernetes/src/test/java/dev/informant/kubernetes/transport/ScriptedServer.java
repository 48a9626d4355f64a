package dev.informant.kubernetes.transport;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An HTTP/1.1 server on a raw socket that answers byte for byte what a test says. */
public final class ScriptedServer implements AutoCloseable {
  /** Writes an answer, head and all. */
  @FunctionalInterface
  public interface Answer {
    void write(Request request, OutputStream out) throws IOException, InterruptedException;
  }

  /** What was asked. Header names are in lower case. */
  public record Request(String method, String target, Map<String, String> headers) {
    public String path() {
      int query = target.indexOf('?');
      return query < 0 ? target : target.substring(0, query);
    }

    public boolean isWatch() {
      return target.contains("watch=true");
    }
  }

  private final ServerSocket socket;
  private final Answer answer;
  private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final List<Socket> open = new ArrayList<>();

  public ScriptedServer(Answer answer) {
    this.answer = answer;
    try {
      socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    start(this::accept);
  }

  public String url() {
    return "http://127.0.0.1:" + socket.getLocalPort();
  }

  public Request takeRequest() throws InterruptedException {
    Request request = requests.poll(60, TimeUnit.SECONDS);
    if (request == null) {
      throw new AssertionError("no request came");
    }
    return request;
  }

  public int requestsNotTaken() {
    return requests.size();
  }

  /** A whole answer with its length. */
  public static void answer(OutputStream out, int code, String headers, byte[] body)
      throws IOException {
    String head = "HTTP/1.1 " + code + " X\r\nContent-Type: application/json\r\n" + headers
        + "Content-Length: " + body.length + "\r\n\r\n";
    out.write(head.getBytes(StandardCharsets.UTF_8));
    out.write(body);
    out.flush();
  }

  public static void answer(OutputStream out, int code, String body) throws IOException {
    answer(out, code, "", body.getBytes(StandardCharsets.UTF_8));
  }

  /** The head of an answer in chunks. */
  public static void beginChunks(OutputStream out) throws IOException {
    out.write(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            .getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  public static void chunk(OutputStream out, byte[] bytes) throws IOException {
    out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.UTF_8));
    out.write(bytes);
    out.write("\r\n".getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  public static void chunk(OutputStream out, String text) throws IOException {
    chunk(out, text.getBytes(StandardCharsets.UTF_8));
  }

  public static void endChunks(OutputStream out) throws IOException {
    out.write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        synchronized (open) {
          open.add(connection);
        }
        start(() -> serve(connection));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      InputStream in = new BufferedInputStream(connection.getInputStream());
      OutputStream out = connection.getOutputStream();
      while (true) {
        Request request = read(in);
        if (request == null) {
          return;
        }
        requests.add(request);
        answer.write(request, out);
      }
    } catch (IOException | InterruptedException over) {
      // The test closes the connection, here or there.
    }
  }

  private static Request read(InputStream in) throws IOException {
    String first = line(in);
    if (first.isEmpty()) {
      return null;
    }
    String[] parts = first.split(" ");
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT),
          line.substring(colon + 1).trim());
    }
    return new Request(parts[0], parts[1], headers);
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      socket.close();
      synchronized (open) {
        for (Socket connection : open) {
          connection.close();
        }
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}

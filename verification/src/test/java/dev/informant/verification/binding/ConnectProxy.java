package dev.informant.verification.binding;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP proxy that knows CONNECT and nothing else, and remembers what it was asked. Thread-safe. */
final class ConnectProxy implements AutoCloseable {
  private final ServerSocket listening;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<Socket> open = new CopyOnWriteArrayList<>();

  ConnectProxy() {
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    daemon(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + listening.getLocalPort();
  }

  /** The heads of the requests so far. */
  List<String> asked() {
    return asked;
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        open.add(client);
        daemon(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try {
      String head = head(client.getInputStream());
      asked.add(head);
      String target = head.split(" ")[1];
      int colon = target.lastIndexOf(':');
      Socket server =
          new Socket(target.substring(0, colon), Integer.parseInt(target.substring(colon + 1)));
      open.add(server);
      client
          .getOutputStream()
          .write("HTTP/1.1 200 Connection established\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      daemon(() -> copy(server, client));
      copy(client, server);
    } catch (IOException ended) {
      closeQuietly(client);
    }
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("no request");
      }
      head.append((char) next);
    }
    return head.toString();
  }

  private static void copy(Socket from, Socket to) {
    byte[] buffer = new byte[16 << 10];
    try (from;
        to) {
      OutputStream out = to.getOutputStream();
      InputStream in = from.getInputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
        out.flush();
      }
    } catch (IOException ended) {
      // One side is gone; the other is closed with it.
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException ignored) {
      // It is gone either way.
    }
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "connect-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    open.forEach(ConnectProxy::closeQuietly);
  }
}

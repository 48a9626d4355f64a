package dev.informant.verification.binding;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The line between a client and any server, which a test can cut. Thread-safe. */
final class TcpProxy implements AutoCloseable {
  private final ServerSocket listening;
  private final InetSocketAddress target;
  private final List<Socket> open = new ArrayList<>(); // guarded by itself
  private final AtomicInteger accepted = new AtomicInteger();
  private volatile boolean cut;

  TcpProxy(String host, int port) {
    this("127.0.0.1", host, port);
  }

  /**
   * @param here the address to listen on
   */
  TcpProxy(String here, String host, int port) {
    target = new InetSocketAddress(host, port);
    try {
      listening = new ServerSocket(0, 50, InetAddress.getByName(here));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    daemon(this::accept);
  }

  /** How many connections there have been. */
  int accepted() {
    return accepted.get();
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Ends every connection, and every new one at once, until {@link #mend()}. */
  void cut() {
    cut = true;
    synchronized (open) {
      open.forEach(TcpProxy::closeQuietly);
      open.clear();
    }
  }

  void mend() {
    cut = false;
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        accepted.incrementAndGet();
        if (cut) {
          client.close();
          continue;
        }
        Socket server = new Socket();
        server.connect(target, 5_000);
        synchronized (open) {
          open.add(client);
          open.add(server);
        }
        if (cut) {
          cut();
        }
        daemon(() -> copy(client, server));
        daemon(() -> copy(server, client));
      } catch (IOException refused) {
        // The test closes it, or the server is away: the client sees its connection end.
      }
    }
  }

  private static void copy(Socket from, Socket to) {
    byte[] buffer = new byte[16 << 10];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
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
    Thread thread = new Thread(task, "tcp-proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    cut();
  }
}

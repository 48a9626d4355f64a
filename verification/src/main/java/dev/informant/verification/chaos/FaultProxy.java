package dev.informant.verification.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The line between clients and a server on this machine. It knows nothing of what goes over it; it can end
 * connections, refuse new ones, hold all bytes back, delay and throttle them. Thread-safe.
 */
public final class FaultProxy implements AutoCloseable {
  private static final int BUFFER = 16 * 1024;

  private final ServerSocket listening;
  private final List<Connection> open = new ArrayList<>(); // guarded by itself
  private final AtomicLong accepted = new AtomicLong();
  private final Object gate = new Object();
  private volatile InetSocketAddress target;
  private volatile boolean refusing;
  private volatile boolean stalled; // written under gate
  private volatile long delayMillis;
  private volatile long bytesPerSecond = Long.MAX_VALUE;

  /** Both ends of one connection. */
  private record Connection(Socket client, Socket server) {
    void end() {
      closeQuietly(client);
      closeQuietly(server);
    }
  }

  public FaultProxy(String host, int port) throws IOException {
    this(InetAddress.getLoopbackAddress(), host, port);
  }

  /** Listens at an address of this machine. */
  public FaultProxy(InetAddress here, String host, int port) throws IOException {
    target = new InetSocketAddress(host, port);
    listening = new ServerSocket(0, 200, here);
    daemon("fault proxy", this::accept);
  }

  public int port() {
    return listening.getLocalPort();
  }

  /** How many connections clients have opened. */
  public long accepted() {
    return accepted.get();
  }

  /** New connections go there; those that are open stay. */
  public void switchTo(String host, int port) {
    target = new InetSocketAddress(host, port);
  }

  /** Ends every connection. */
  public void cutAll() {
    take(1, new Random(0)).forEach(Connection::end);
  }

  /** Ends about one in {@code oneIn} connections. */
  public void cutSome(int oneIn, Random random) {
    take(oneIn, random).forEach(Connection::end);
  }

  private List<Connection> take(int oneIn, Random random) {
    List<Connection> taken = new ArrayList<>();
    synchronized (open) {
      open.removeIf(connection -> random.nextInt(oneIn) == 0 && taken.add(connection));
    }
    return taken;
  }

  /** Ends every connection, and every new one at once, until {@link #mend()}. */
  public void cut() {
    refuse(true);
    cutAll();
  }

  /** While refusing, a new connection ends at once. */
  public void refuse(boolean value) {
    refusing = value;
  }

  /** While stalled, no byte passes and no connection ends. */
  public void stall(boolean value) {
    synchronized (gate) {
      stalled = value;
      gate.notifyAll();
    }
  }

  /** Adds so much to the way of every chunk of bytes; zero for none. */
  public void delay(long millis) {
    delayMillis = millis;
  }

  /** The rate of each connection and direction; {@link Long#MAX_VALUE} for no limit. */
  public void throttle(long limit) {
    bytesPerSecond = limit;
  }

  /** Ends all faults that last. */
  public void mend() {
    refuse(false);
    stall(false);
    delay(0);
    throttle(Long.MAX_VALUE);
  }

  private void accept() {
    while (!listening.isClosed()) {
      Socket client = null;
      try {
        client = listening.accept();
        accepted.incrementAndGet();
        if (refusing) {
          client.close();
          continue;
        }
        Socket server = new Socket();
        server.connect(target, 5_000);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        Connection connection = new Connection(client, server);
        synchronized (open) {
          open.add(connection);
        }
        if (refusing) { // since it was asked before
          connection.end();
        }
        daemon("fault proxy up", () -> copy(connection.client(), connection.server(), connection));
        daemon(
            "fault proxy down", () -> copy(connection.server(), connection.client(), connection));
      } catch (IOException away) {
        // Closed, or the server is away: the client sees its connection end.
        if (client != null) {
          closeQuietly(client);
        }
      }
    }
  }

  private void copy(Socket from, Socket to, Connection connection) {
    byte[] buffer = new byte[BUFFER];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        hold(count);
        out.write(buffer, 0, count);
      }
    } catch (IOException ended) {
      // One end is gone; so is the other now.
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    connection.end();
    synchronized (open) {
      open.remove(connection);
    }
  }

  private void hold(int count) throws InterruptedException {
    long delay = delayMillis;
    if (delay > 0) {
      Thread.sleep(delay);
    }
    long limit = bytesPerSecond;
    if (limit != Long.MAX_VALUE) {
      Thread.sleep(Math.max(1, count * 1000L / limit));
    }
    if (stalled) {
      synchronized (gate) {
        while (stalled) {
          gate.wait();
        }
      }
    }
  }

  private static void daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      // that is what was wanted
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    mend();
    cutAll();
  }
}

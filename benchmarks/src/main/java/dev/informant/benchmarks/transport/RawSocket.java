package dev.informant.benchmarks.transport;

import dev.informant.benchmarks.peers.Trusting;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A watch in HTTP/1.1 by hand: a request is written, and what comes is read and counted on a thread of its own. */
final class RawSocket implements Runnable {
  private static final int AT_ONCE = 64 << 10;

  private final Socket socket;
  private final Received received;

  private RawSocket(Socket socket, Received received) {
    this.socket = socket;
    this.received = received;
  }

  static void open(URI server, String path, Received received) throws Exception {
    Socket socket = server.getScheme().equals("https")
        ? Trusting.context().getSocketFactory().createSocket(server.getHost(), server.getPort())
        : new Socket(server.getHost(), server.getPort());
    String request = "GET /" + path + " HTTP/1.1\r\nHost: " + server.getAuthority()
        + "\r\nAccept: application/json\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    Thread thread = new Thread(new RawSocket(socket, received), "watch");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    byte[] buffer = new byte[AT_ONCE];
    try {
      InputStream in = socket.getInputStream();
      int length = in.read(buffer); // the head
      received.opened.increment();
      while (length >= 0) {
        received.piece(length);
        length = in.read(buffer);
      }
      throw new IOException("a watch was closed");
    } catch (IOException cause) {
      Received.failed(cause);
    }
  }
}

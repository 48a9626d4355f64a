package dev.informant.verification.security;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Answers every request, on a connection of its own, with whatever a test wants to send. */
final class HostileServer implements AutoCloseable {
  /** Writes an answer, head and all; it may go on until the client hangs up. */
  interface Answer {
    void write(String target, OutputStream out) throws IOException;
  }

  private final ServerSocket listening;
  private final Answer answer;

  HostileServer(Answer answer) throws IOException {
    this.answer = answer;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + listening.getLocalPort();
  }

  static void head(OutputStream out, String status, String... headers) throws IOException {
    out.write(("HTTP/1.1 " + status + "\r\nConnection: close\r\n").getBytes(US_ASCII));
    for (String header : headers) {
      out.write((header + "\r\n").getBytes(US_ASCII));
    }
    out.write("\r\n".getBytes(US_ASCII));
  }

  static void json(OutputStream out) throws IOException {
    head(out, "200 OK", "Content-Type: application/json");
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        daemon(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      StringBuilder request = new StringBuilder();
      while (request.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          return;
        }
        request.append((char) next);
      }
      OutputStream out = socket.getOutputStream();
      answer.write(request.substring(4, request.indexOf(" ", 4)), out);
      out.flush();
    } catch (IOException hungUp) {
      // what a client should do
    }
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "hostile server");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}

package dev.informant.verification.controlplane;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;

/**
 * Ports nobody listens on, below those that outgoing connections get: the port of a server that is away, to be
 * started again, must not become theirs. Thread-safe.
 */
final class FreePorts {
  private static final int FIRST = 12_000;
  private static final int LAST = 32_000;
  private static final int TRIES = 100;
  private static final SecureRandom RANDOM = new SecureRandom();

  private FreePorts() {}

  /** One of them. It may be taken before it is used. */
  static int next() throws IOException {
    for (int tries = 0; tries < TRIES; tries++) {
      int port = FIRST + RANDOM.nextInt(LAST - FIRST);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException taken) {
        // another one
      }
    }
    throw new IOException("no free port between " + FIRST + " and " + LAST);
  }
}

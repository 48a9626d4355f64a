package dev.informant.apiserver.http;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;

/** What is done to the connection under a request, against the rules of HTTP. */
final class Connections {
  /** An end that a fault rule asked for. */
  static final class Planned extends IOException {
    Planned() {
      super("the response was cut by a fault rule");
    }
  }

  private final boolean shared;
  private final EndPoint endPoint;

  /** May be used after the request has ended, too. */
  Connections(Request request) {
    shared = request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
    endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
  }

  boolean isShared() {
    return shared;
  }

  /** Writes below the protocol. Nothing else may be writing. */
  void write(ByteBuffer bytes, Callback callback) {
    endPoint.write(callback, bytes);
  }

  /** Ends the connection now. A shared one is left alone: there the failed response resets its stream. */
  void cut(boolean reset) {
    if (shared) {
      return;
    }
    EndPoint lowest = endPoint;
    while (lowest instanceof EndPoint.Wrapper wrapper) {
      lowest = wrapper.unwrap();
    }
    if (reset && lowest.getTransport() instanceof SocketChannel channel) {
      try {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      } catch (IOException | UnsupportedOperationException alreadyClosed) {
        // Closed is what we want.
      }
    }
    lowest.close();
  }
}

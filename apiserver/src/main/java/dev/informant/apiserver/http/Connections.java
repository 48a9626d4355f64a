package dev.informant.apiserver.http;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;

/** What is done to the connection under a request, against the rules of HTTP. */
final class Connections {
  /** An end that a fault rule asked for. */
  static final class Planned extends IOException {
    Planned() {
      super("the response was cut by a fault rule");
    }
  }

  private final Request request;

  Connections(Request request) {
    this.request = request;
  }

  boolean isShared() {
    return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
  }

  /** Ends the connection now. A shared one is left alone: there the failed response resets its stream. */
  void cut(boolean reset) {
    if (isShared()) {
      return;
    }
    EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
    while (endPoint instanceof EndPoint.Wrapper wrapper) {
      endPoint = wrapper.unwrap();
    }
    if (reset && endPoint.getTransport() instanceof SocketChannel channel) {
      try {
        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      } catch (IOException | UnsupportedOperationException alreadyClosed) {
        // Closed is what we want.
      }
    }
    endPoint.close();
  }
}

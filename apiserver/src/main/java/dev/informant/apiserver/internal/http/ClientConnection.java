package dev.informant.apiserver.internal.http;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/** What is done to the connection under a request. */
final class ClientConnection {
  /** An end that a fault rule asked for. */
  static final class Planned extends IOException {
    Planned() {
      super("the response was cut by a fault rule");
    }
  }

  /** As the real server: the client may close first. */
  private static final long AFTER_LAST_STREAM = 1000;

  private final boolean shared;
  private final Connection connection;
  private final int stream; // of HTTP/2
  private final EndPoint endPoint;

  /** May be used after the request has ended, too. */
  ClientConnection(Request request) {
    shared = request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
    connection = request.getConnectionMetaData().getConnection();
    stream = shared ? Integer.parseInt(request.getId()) : 0;
    endPoint = connection.getEndPoint();
  }

  boolean isShared() {
    return shared;
  }

  /**
   * Ends a shared connection with GOAWAY if that is wanted: it takes no more streams once {@code request} is answered, those
   * it has go on, and it is closed a moment after the last of them. To be called for every request, wanted or not.
   */
  void goAwayAfter(Request request, boolean wanted) {
    if (connection instanceof HTTP2Connection http2) {
      HTTP2Session session = http2.getSession();
      Scheduler scheduler = request.getComponents().getScheduler();
      Request.addCompletionListener(request, failure -> {
        if (wanted) {
          goAway();
        }
        if (session.isClosed()) {
          scheduler.schedule(() -> closeUnused(session), AFTER_LAST_STREAM, TimeUnit.MILLISECONDS);
        }
      });
    }
  }

  /** Ends a shared connection with GOAWAY at once: it takes no more streams. */
  void goAway() {
    if (connection instanceof HTTP2Connection http2) {
      // it would end the other streams, too, however quiet they may be
      endPoint.setIdleTimeout(0);
      http2.getSession().close(ErrorCode.NO_ERROR.code, null, Callback.NOOP);
    }
  }

  private static void closeUnused(HTTP2Session session) {
    if (session.getStreams().isEmpty()) {
      session.disconnect();
    }
  }

  /** Runs {@code task} when the connection that the request has been upgraded to is closed, at once if it is. */
  void whenUpgradedCloses(Runnable task) {
    Connection upgraded = endPoint.getConnection();
    upgraded.addEventListener(new Connection.Listener() {
      @Override
      public void onClosed(Connection closed) {
        task.run();
      }
    });
    if (!endPoint.isOpen()) {
      task.run();
    }
  }

  /** Writes below the protocol. Nothing else may be writing. */
  void write(ByteBuffer bytes, Callback callback) {
    endPoint.write(callback, bytes);
  }

  /** Ends the connection now; of a shared one, the request's stream. */
  void cut(boolean reset) {
    if (connection instanceof HTTP2Connection http2) {
      Stream own = http2.getSession().getStream(stream);
      if (own != null) {
        own.reset(new ResetFrame(stream, ErrorCode.INTERNAL_ERROR.code), Callback.NOOP);
      }
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

package dev.informant.apiserver.internal.http;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * Notices that the client of an endless HTTP/1.1 response has closed its connection, which otherwise shows
 * only at the next write. On HTTP/2 the connection itself reads and tells.
 */
/*
 * While a response is being written, the HTTP/1.1 connection has no interest in reading; we register ours. It
 * must be gone before the response ends, because the connection then registers its own for the next request:
 * stop() fails ours, which removes it. Bytes that a client sends during its watch (a pipelined request)
 * cannot be given back: they are dropped and the connection is closed after the watch, which HTTP allows.
 */
final class PeerGone implements Callback {
  private static final class Stopped extends Exception {
    Stopped() {
      super("stopped", null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    }
  }

  private final Consumer<Throwable> gone;
  private final @org.jspecify.annotations.Nullable AbstractEndPoint endPoint;
  private volatile boolean stopped;
  private volatile boolean dropped;

  PeerGone(Request request, Consumer<Throwable> gone) {
    this.gone = gone;
    this.endPoint = !new ClientConnection(request).isShared()
            && request.getConnectionMetaData().getConnection().getEndPoint()
                instanceof AbstractEndPoint plain
        ? plain
        : null;
  }

  void start() {
    AbstractEndPoint reading = endPoint;
    if (reading != null && !stopped) {
      reading.tryFillInterested(this);
      if (stopped) {
        stop();
      }
    }
  }

  void stop() {
    stopped = true;
    AbstractEndPoint reading = endPoint;
    if (reading != null) {
      reading.getFillInterest().onFail(new Stopped());
      if (dropped) {
        reading.shutdownOutput();
      }
    }
  }

  @Override
  public InvocationType getInvocationType() {
    return InvocationType.NON_BLOCKING;
  }

  @Override
  public void succeeded() {
    AbstractEndPoint reading = endPoint;
    if (stopped || reading == null) {
      return;
    }
    ByteBuffer buffer = BufferUtil.allocate(4096);
    try {
      while (true) {
        int filled = reading.fill(buffer);
        if (filled < 0) {
          gone.accept(new EOFException("the client closed its watch"));
          return;
        }
        if (filled == 0) {
          break;
        }
        dropped = true;
        BufferUtil.clear(buffer);
      }
    } catch (IOException failure) {
      gone.accept(failure);
      return;
    }
    start();
  }

  @Override
  public void failed(Throwable failure) {
    if (stopped || failure instanceof Stopped) {
      return;
    }
    if (failure instanceof TimeoutException) {
      start();
    } else {
      gone.accept(failure);
    }
  }
}

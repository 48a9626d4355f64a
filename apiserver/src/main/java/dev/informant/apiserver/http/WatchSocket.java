package dev.informant.apiserver.http;

import dev.informant.apiserver.core.WatchStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * A watch over WebSocket: one text message per JSON event, one binary message per protobuf event. Public
 * only because the WebSocket implementation demands it.
 */
/*
 * `work` counts reasons to look at the stream. Whoever moves it from 0 sends until there is nothing to
 * send or a message is out; the message's completion goes on from there. So one message is out at a time and no
 * signal is lost.
 */
public final class WatchSocket implements Session.Listener.AutoDemanding {
  /** Gives the socket up if its client does not take what is sent. */
  private final StalledWrites.Writer sending = new StalledWrites.Writer() {
    @Override
    public long writingSince() {
      return writingSince;
    }

    @Override
    public void giveUp(TimeoutException timeout) {
      leave();
      Session open = session;
      if (open != null) {
        open.disconnect();
      }
    }
  };

  private static final int LENGTH_PREFIX = 4;

  private final WatchStream stream;
  private final boolean binary;
  private final StalledWrites stalled;
  private final AtomicInteger work = new AtomicInteger();
  private volatile long writingSince;
  private volatile @Nullable Session session;
  private long left;

  WatchSocket(WatchStream stream, boolean binary, Cut cut, StalledWrites stalled) {
    this.stream = stream;
    this.stalled = stalled;
    this.binary = binary;
    this.left = cut.afterBytes();
  }

  @Override
  public void onWebSocketOpen(Session opened) {
    opened.setIdleTimeout(Duration.ZERO);
    session = opened;
    stalled.add(sending);
    stream.onReadable(this::signal);
    signal();
  }

  @Override
  public void onWebSocketClose(int code, String reason, Callback callback) {
    leave();
    callback.succeed();
  }

  @Override
  public void onWebSocketError(Throwable failure) {
    leave();
  }

  private void leave() {
    stalled.remove(sending);
    stream.close();
  }

  private void signal() {
    if (work.getAndIncrement() == 0) {
      sendNext();
    }
  }

  /** Called by the one that owns {@code work}. */
  private void sendNext() {
    Session open = session;
    if (open == null) {
      return;
    }
    writingSince = 0;
    while (true) {
      int seen = work.get();
      byte[] frame = stream.poll();
      if (frame != null) {
        send(open, frame);
        return;
      }
      if (stream.ended()) {
        stalled.remove(sending);
        open.close(StatusCode.NORMAL, null, Callback.NOOP);
        return;
      }
      if (work.addAndGet(-seen) == 0) {
        return;
      }
    }
  }

  private void send(Session open, byte[] frame) {
    left -= frame.length;
    if (left < 0) {
      leave();
      open.disconnect();
      return;
    }
    writingSince = StalledWrites.now();
    Callback next = Callback.from(this::sendNext, failure -> leave());
    if (binary) {
      int length = frame.length - LENGTH_PREFIX;
      open.sendBinary(ByteBuffer.wrap(frame, LENGTH_PREFIX, length), next);
    } else {
      int length = frame.length;
      while (length > 0 && frame[length - 1] == '\n') {
        length--;
      }
      open.sendText(new String(frame, 0, length, StandardCharsets.UTF_8), next);
    }
  }
}

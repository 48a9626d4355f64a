package dev.informant.apiserver.internal.http;

import dev.informant.apiserver.internal.core.WatchStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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
 *
 * A WebSocket has no idle time, for a quiet watch is fine. So nothing but `sending` ends a connection whose client does not
 * do its part: it takes no message, or has not answered a Close, or does not take the answer to its own. Therefore it
 * is watched over until the connection is closed, not until the watch has ended.
 */
public final class WatchSocket implements Session.Listener.AutoDemanding {
  /** Gives the socket up if its client does not take what is sent, or does not let it end. */
  private final StalledWrites.Writer sending = new StalledWrites.Writer() {
    @Override
    public long writingSince() {
      long since = endingSince.get();
      return since == 0 ? writingSince : since;
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
  private static final int LONGEST_HEADER = 10;
  private static final int FINAL = 0x80;
  private static final byte SIZE_IN_TWO_BYTES = 126;
  private static final byte SIZE_IN_EIGHT_BYTES = 127;
  private static final byte TEXT = 1;
  private static final byte BINARY = 2;

  private final WatchStream stream;
  private final boolean binary;
  private final Cut cut;
  private final ClientConnection connection;
  private final StalledWrites stalled;
  private final AtomicInteger work = new AtomicInteger();
  private final AtomicLong endingSince = new AtomicLong();
  private volatile long writingSince;
  private volatile @Nullable Session session;
  private long left;

  WatchSocket(
      WatchStream stream,
      boolean binary,
      Cut cut,
      ClientConnection connection,
      StalledWrites stalled) {
    this.stream = stream;
    this.stalled = stalled;
    this.binary = binary;
    this.cut = cut;
    this.connection = connection;
    this.left = cut.afterBytes();
  }

  @Override
  public void onWebSocketOpen(Session opened) {
    opened.setIdleTimeout(Duration.ZERO);
    session = opened;
    stalled.add(sending);
    connection.whenUpgradedCloses(() -> stalled.remove(sending));
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
    ending();
    stream.close();
  }

  /** From now on the connection is to close. */
  private void ending() {
    endingSince.compareAndSet(0, StalledWrites.now());
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
    try {
      sendNext(open);
    } catch (RuntimeException failure) {
      // Nobody else will send: a socket that cannot go on must not stay open and silent.
      leave();
      open.disconnect();
      throw failure;
    }
  }

  private void sendNext(Session open) {
    writingSince = 0;
    if (left <= 0) {
      cut();
      return;
    }
    while (true) {
      int seen = work.get();
      byte[] frame = stream.poll();
      if (frame != null) {
        send(open, payload(frame));
        return;
      }
      if (stream.ended()) {
        ending();
        open.close(StatusCode.NORMAL, null, Callback.NOOP);
        return;
      }
      if (work.addAndGet(-seen) == 0) {
        return;
      }
    }
  }

  /** A line with its end, as from the real server; of protobuf the message without its length. */
  private ByteBuffer payload(byte[] frame) {
    // A fault may have put in bytes that are no frame: they are sent as they are.
    boolean prefixed = binary
        && frame.length >= LENGTH_PREFIX
        && ByteBuffer.wrap(frame).getInt() == frame.length - LENGTH_PREFIX;
    int start = prefixed ? LENGTH_PREFIX : 0;
    return ByteBuffer.wrap(frame, start, frame.length - start);
  }

  private void send(Session open, ByteBuffer payload) {
    int size = payload.remaining();
    writingSince = StalledWrites.now();
    if (size > left) {
      ByteBuffer part = truncated(payload, (int) left, binary);
      connection.write(
          part, org.eclipse.jetty.util.Callback.from(this::cut, failure -> this.cut()));
      return;
    }
    left = cut.isNone() ? left : left - size;
    Callback next = Callback.from(this::sendNext, failure -> leave());
    if (binary) {
      open.sendBinary(payload, next);
    } else {
      open.sendText(StandardCharsets.UTF_8.decode(payload).toString(), next);
    }
  }

  private void cut() {
    leave();
    connection.cut(cut.reset());
  }

  /** A message as it stands on the wire, up to so many bytes of its payload. */
  private static ByteBuffer truncated(ByteBuffer payload, int bytes, boolean binary) {
    int size = payload.remaining();
    ByteBuffer wire = ByteBuffer.allocate(LONGEST_HEADER + bytes);
    wire.put((byte) (FINAL | (binary ? BINARY : TEXT)));
    if (size < SIZE_IN_TWO_BYTES) {
      wire.put((byte) size);
    } else if (size <= 0xffff) {
      wire.put(SIZE_IN_TWO_BYTES).putShort((short) size);
    } else {
      wire.put(SIZE_IN_EIGHT_BYTES).putLong(size);
    }
    return wire.put(payload.slice().limit(bytes)).flip();
  }
}

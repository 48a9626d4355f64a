package dev.informant.apiserver.http;

import dev.informant.apiserver.core.WatchStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;

/**
 * Writes the events of one watch. It holds no thread: it runs when the stream signals and when a write has
 * gone out.
 */
/*
 * IteratingCallback gives the two guarantees needed. At most one process() runs, and after it has begun a
 * write it is not entered again before that write has ended: one outstanding write per response. A signal
 * (iterate) that comes while process() runs or a write is out is remembered, and process() runs once more
 * afterwards, so an event that arrives between the last poll and the return of IDLE is not forgotten.
 *
 * What has piled up while a write was out goes with the next one, up to BATCH bytes, so a burst costs few
 * writes and a lone event is flushed at once. The first write carries no event: it sends the headers.
 *
 * A client that does not read leaves the write pending. Its events pile up in the stream, whose owner ends
 * it at its limit; the response is given up when the write has made no progress for the idle time.
 */
final class WatchWriter extends IteratingCallback implements StalledWrites.Writer {
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0).asReadOnlyBuffer();
  private static final int BATCH = 32 * 1024;

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final WatchStream stream;
  private final Cut cut;
  private final boolean compress;
  private final StalledWrites stalled;
  private final PeerGone peer;
  private long left;
  private boolean begun;
  private boolean last;
  private volatile long writingSince;
  private final AtomicBoolean finished = new AtomicBoolean();

  WatchWriter(
      Request request,
      Response response,
      Callback callback,
      WatchStream stream,
      Cut cut,
      boolean compress,
      StalledWrites stalled) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.stream = stream;
    this.cut = cut;
    this.compress = compress;
    this.stalled = stalled;
    this.left = cut.afterBytes();
    this.peer = new PeerGone(request, this::abort);
  }

  void start() {
    // A quiet watch is fine for ever. (A write that makes no progress fails by itself, on HTTP/2 by
    // `stalled`.)
    request.addIdleTimeoutListener(timeout -> false);
    stalled.add(this);
    request.addFailureListener(this::abort);
    iterate();
    peer.start();
    stream.onReadable(this::iterate);
  }

  @Override
  public InvocationType getInvocationType() {
    return InvocationType.NON_BLOCKING;
  }

  @Override
  protected Action process() {
    writingSince = 0;
    if (last) {
      return Action.SUCCEEDED;
    }
    if (!begun) {
      begun = true;
      return write(EMPTY);
    }
    if (left <= 0) {
      new ClientConnection(request).cut(cut.reset());
      throw new IllegalStateException(new ClientConnection.Planned());
    }
    byte[] batch = batch();
    if (batch == null) {
      if (!stream.ended()) {
        return Action.IDLE;
      }
      last = true;
      peer.stop();
      return write(EMPTY);
    }
    byte[] wire = compress ? GzipChunks.member(batch) : batch;
    int length = (int) Math.min(wire.length, left);
    left = cut.isNone() ? left : left - length;
    return write(ByteBuffer.wrap(wire, 0, length));
  }

  private Action write(ByteBuffer buffer) {
    writingSince = StalledWrites.now();
    response.write(last, buffer, this);
    return Action.SCHEDULED;
  }

  private byte @org.jspecify.annotations.Nullable [] batch() {
    byte[] first = stream.poll();
    if (first == null || first.length >= BATCH) {
      return first;
    }
    ByteArrayOutputStream joined = null;
    int size = first.length;
    while (size < BATCH) {
      byte[] next = stream.poll();
      if (next == null) {
        break;
      }
      if (joined == null) {
        joined = new ByteArrayOutputStream(Math.max(BATCH, first.length + next.length));
        joined.writeBytes(first);
      }
      joined.writeBytes(next);
      size += next.length;
    }
    return joined == null ? first : joined.toByteArray();
  }

  @Override
  public long writingSince() {
    return writingSince;
  }

  @Override
  public void giveUp(TimeoutException timeout) {
    abort(timeout);
  }

  @Override
  protected void onCompleteSuccess() {
    if (finish()) {
      callback.succeeded();
    }
  }

  @Override
  protected void onAborted(Throwable failure) {
    fail(failure);
  }

  @Override
  protected void onCompleteFailure(Throwable failure) {
    fail(failure);
  }

  private void fail(Throwable failure) {
    if (finish()) {
      peer.stop();
      callback.failed(failure);
    }
  }

  private boolean finish() {
    stream.close();
    stalled.remove(this);
    return finished.compareAndSet(false, true);
  }
}

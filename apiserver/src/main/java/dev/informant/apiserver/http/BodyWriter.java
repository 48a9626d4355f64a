package dev.informant.apiserver.http;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;

/**
 * Writes a body chunk by chunk, pulling the next one when the last has gone out. A chunk that fails to be
 * made ends the body early, which the client sees as a truncated answer.
 */
final class BodyWriter extends IteratingCallback implements StalledWrites.Writer {
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final Iterator<byte[]> chunks;
  private final Cut cut;
  private final StalledWrites stalled;
  private final AtomicBoolean finished = new AtomicBoolean();
  private volatile long writingSince;
  private long left;
  private boolean last;

  BodyWriter(
      Request request,
      Response response,
      Callback callback,
      Iterator<byte[]> chunks,
      Cut cut,
      StalledWrites stalled) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.chunks = chunks;
    this.cut = cut;
    this.left = cut.afterBytes();
    this.stalled = stalled;
  }

  void start() {
    stalled.add(this);
    iterate();
  }

  @Override
  protected Action process() {
    writingSince = 0;
    if (last) {
      return Action.SUCCEEDED;
    }
    if (left <= 0) {
      new ClientConnection(request).cut(cut.reset());
      throw new IllegalStateException(new ClientConnection.Planned());
    }
    byte[] chunk = chunks.hasNext() ? chunks.next() : new byte[0];
    int length = (int) Math.min(chunk.length, left);
    left = cut.isNone() ? left : left - length;
    last = !chunks.hasNext() && (cut.isNone() || left > 0);
    writingSince = StalledWrites.now();
    response.write(last, length == 0 ? EMPTY : ByteBuffer.wrap(chunk, 0, length), this);
    return Action.SCHEDULED;
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
    // The write is still out; failing the exchange ends it, and then onCompleteFailure cleans up.
    if (finish()) {
      callback.failed(failure);
    }
  }

  @Override
  protected void onCompleteFailure(Throwable failure) {
    if (chunks instanceof GzipChunks gzip) {
      gzip.abandon();
    }
    if (finish()) {
      callback.failed(failure);
    }
  }

  private boolean finish() {
    stalled.remove(this);
    return finished.compareAndSet(false, true);
  }
}

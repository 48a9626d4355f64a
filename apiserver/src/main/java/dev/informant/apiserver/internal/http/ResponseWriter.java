package dev.informant.apiserver.internal.http;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;

/**
 * Writes an answer piece by piece with one write out at a time, ends it at the byte of its cut, and is given up when a
 * write makes no progress. Its callback is called once.
 */
abstract class ResponseWriter extends IteratingCallback implements StalledWrites.Writer {
  static final ByteBuffer EMPTY = ByteBuffer.allocate(0).asReadOnlyBuffer();

  final Request request;
  private final Response response;
  private final Callback callback;
  private final Cut cut;
  private final StalledWrites stalled;
  private final AtomicBoolean finished = new AtomicBoolean();
  private volatile long writingSince;
  private long left;
  private boolean last;

  ResponseWriter(
      Request request, Response response, Callback callback, Cut cut, StalledWrites stalled) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.cut = cut;
    this.left = cut.afterBytes();
    this.stalled = stalled;
  }

  /** Begins the next write, or says that there is nothing to write yet. */
  abstract Action next();

  void start() {
    stalled.add(this);
    iterate();
  }

  @Override
  protected final Action process() {
    writingSince = 0;
    return last ? Action.SUCCEEDED : next();
  }

  /** Breaks the connection off if everything up to the cut has gone out. */
  final void cutIfDue() {
    if (left <= 0) {
      new ClientConnection(request).cut(cut.reset());
      throw new IllegalStateException(new ClientConnection.Planned());
    }
  }

  /** As much of it as stands before the cut. */
  final ByteBuffer uncut(byte[] bytes) {
    int length = (int) Math.min(bytes.length, left);
    left = cut.isNone() ? left : left - length;
    return length == 0 ? EMPTY : ByteBuffer.wrap(bytes, 0, length);
  }

  /** Whether nothing of the body goes out, but the headers do. */
  final boolean isCutAtFirstByte() {
    return cut.afterBytes() == 0;
  }

  /** Whether all that may go out has been written, and the cut comes next. */
  final boolean isCutNext() {
    return !cut.isNone() && left <= 0;
  }

  final Action write(ByteBuffer buffer, boolean isLast) {
    last = isLast;
    writingSince = StalledWrites.now();
    response.write(isLast, buffer, this);
    return Action.SCHEDULED;
  }

  @Override
  public final long writingSince() {
    return writingSince;
  }

  @Override
  public final void giveUp(TimeoutException timeout) {
    abort(timeout);
  }

  @Override
  protected final void onCompleteSuccess() {
    if (finish()) {
      callback.succeeded();
    }
  }

  /** The write may still be out; failing the exchange ends it. */
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
      broken();
      callback.failed(failure);
    }
  }

  /** Called once, before the callback, if the answer does not come to its end. */
  void broken() {}

  /** Lets go of what it holds; true the first time. */
  boolean finish() {
    stalled.remove(this);
    return finished.compareAndSet(false, true);
  }
}

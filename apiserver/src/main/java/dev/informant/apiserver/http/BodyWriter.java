package dev.informant.apiserver.http;

import java.nio.ByteBuffer;
import java.util.Iterator;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;

/**
 * Writes a body chunk by chunk, pulling the next one when the last has gone out. A chunk that fails to be
 * made ends the body early, which the client sees as a truncated answer.
 */
final class BodyWriter extends IteratingCallback {
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final Iterator<byte[]> chunks;
  private final Cut cut;
  private long left;
  private boolean last;

  BodyWriter(
      Request request, Response response, Callback callback, Iterator<byte[]> chunks, Cut cut) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.chunks = chunks;
    this.cut = cut;
    this.left = cut.afterBytes();
  }

  @Override
  protected Action process() {
    if (last) {
      return Action.SUCCEEDED;
    }
    if (left <= 0) {
      new Connections(request).cut(cut.reset());
      throw new IllegalStateException(new Connections.Planned());
    }
    byte[] chunk = chunks.hasNext() ? chunks.next() : new byte[0];
    int length = (int) Math.min(chunk.length, left);
    left = cut.isNone() ? left : left - length;
    last = !chunks.hasNext() && (cut.isNone() || left > 0);
    response.write(last, length == 0 ? EMPTY : ByteBuffer.wrap(chunk, 0, length), this);
    return Action.SCHEDULED;
  }

  @Override
  protected void onCompleteSuccess() {
    callback.succeeded();
  }

  @Override
  protected void onCompleteFailure(Throwable failure) {
    if (chunks instanceof GzipChunks gzip) {
      gzip.abandon();
    }
    callback.failed(failure);
  }
}

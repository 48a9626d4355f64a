package dev.informant.apiserver.internal.http;

import java.nio.ByteBuffer;
import java.util.Iterator;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Writes a body chunk by chunk, pulling the next one when the last has gone out. A chunk that fails to be
 * made ends the body early, which the client sees as a truncated answer.
 */
final class BodyWriter extends ResponseWriter {
  private final Iterator<byte[]> chunks;
  private boolean begun;

  BodyWriter(
      Request request,
      Response response,
      Callback callback,
      Iterator<byte[]> chunks,
      Cut cut,
      StalledWrites stalled) {
    super(request, response, callback, cut, stalled);
    this.chunks = chunks;
  }

  @Override
  Action next() {
    if (!begun && isCutAtFirstByte()) {
      begun = true;
      return write(EMPTY, /* isLast= */ false); // the headers go out before
    }
    cutIfDue();
    ByteBuffer chunk = uncut(chunks.hasNext() ? chunks.next() : new byte[0]);
    return write(chunk, !chunks.hasNext() && !isCutNext());
  }

  @Override
  protected void onCompleteFailure(Throwable failure) {
    if (chunks instanceof GzipChunks gzip) {
      gzip.abandon();
    }
    super.onCompleteFailure(failure);
  }
}

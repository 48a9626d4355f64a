package dev.informant.apiserver.internal.http;

import dev.informant.apiserver.internal.core.WatchStream;
import java.io.ByteArrayOutputStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

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
final class WatchWriter extends ResponseWriter {
  private static final int BATCH = 32 * 1024;

  private final WatchStream stream;
  private final boolean compress;
  private final Runnable onHeaders;
  private final PeerGone peer;
  private boolean begun;
  private boolean told;

  /** {@code onHeaders} is run once, when the headers have gone out. */
  WatchWriter(
      Request request,
      Response response,
      Callback callback,
      WatchStream stream,
      Cut cut,
      boolean compress,
      Runnable onHeaders,
      StalledWrites stalled) {
    super(request, response, callback, cut, stalled);
    this.stream = stream;
    this.compress = compress;
    this.onHeaders = onHeaders;
    this.peer = new PeerGone(request, this::abort);
  }

  @Override
  void start() {
    // A quiet watch is fine for ever; a write that makes no progress is given up as one that has
    // stalled.
    request.addIdleTimeoutListener(timeout -> false);
    request.addFailureListener(this::abort);
    super.start();
    peer.start();
    stream.onReadable(this::iterate);
  }

  @Override
  public InvocationType getInvocationType() {
    return InvocationType.NON_BLOCKING;
  }

  @Override
  Action next() {
    if (!begun) {
      begun = true;
      return write(EMPTY, /* isLast= */ false);
    }
    if (!told) {
      told = true;
      onHeaders.run();
    }
    cutIfDue();
    byte[] batch = batch();
    if (batch == null) {
      if (!stream.ended()) {
        return Action.IDLE;
      }
      peer.stop();
      return write(EMPTY, /* isLast= */ true);
    }
    return write(uncut(compress ? GzipChunks.member(batch) : batch), /* isLast= */ false);
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
  boolean finish() {
    stream.close();
    return super.finish();
  }

  @Override
  void broken() {
    peer.stop();
  }
}

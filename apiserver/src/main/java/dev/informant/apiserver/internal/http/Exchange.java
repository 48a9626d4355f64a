package dev.informant.apiserver.internal.http;

import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.InitialEvents;
import dev.informant.apiserver.internal.core.JoinedPieces;
import dev.informant.apiserver.internal.core.JsonBodies;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Sends one answer: decides on indenting and compression, then hands the body to its writer. After a 401 an HTTP/2
 * connection takes no more requests, nor does one over TLS after a request of nobody in particular: as with a real
 * server, which guards itself against floods of them. Of a watch that is said when it begins.
 */
final class Exchange {
  private final Request request;
  private final Response response;
  private final Callback callback;
  private final HttpOptions options;
  private final StalledWrites stalled;
  private final ApiRequest read;

  /** An exchange whose request was not read to its end. */
  Exchange(
      Request request,
      Response response,
      Callback callback,
      HttpOptions options,
      StalledWrites stalled) {
    this(
        request,
        response,
        callback,
        options,
        stalled,
        new ApiRequest("GET", "/", Map.of(), Map.of(), new byte[0], "", List.of()));
  }

  Exchange(
      Request request,
      Response response,
      Callback callback,
      HttpOptions options,
      StalledWrites stalled,
      ApiRequest read) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.options = options;
    this.stalled = stalled;
    this.read = read;
  }

  void send(Backend.Answer answer) {
    ClientConnection connection = new ClientConnection(request);
    if (answer.cut().afterBytes() < 0) {
      if (answer.response() instanceof ApiResponse.Watch watch) {
        watch.stream().close();
      }
      connection.cut(answer.cut().reset());
      callback.failed(new ClientConnection.Planned());
      return;
    }
    ApiResponse plan = answer.response();
    boolean unknown = request.isSecure() && read.user().equals(Identity.ANONYMOUS.user());
    boolean last = unknown || plan.status() == HttpStatus.UNAUTHORIZED_401;
    connection.goAwayAfter(request, last && !(plan instanceof ApiResponse.Watch));
    response.setStatus(plan.status());
    ApiHandler.copy(plan.headers(), response.getHeaders());
    if (plan instanceof ApiResponse.Watch watch) {
      boolean compress = options.compressWatches()
          && InitialEvents.marked(read)
          && AnswerCompression.named(read.header("accept-encoding"));
      if (compress) {
        markCompressed();
      }
      Runnable begun = last ? connection::goAway : () -> {};
      new WatchWriter(
              request, response, callback, watch.stream(), answer.cut(), compress, begun, stalled)
          .start();
    } else if (plan instanceof ApiResponse.Complete complete) {
      body(List.of(complete.body()).iterator(), answer.cut());
    } else if (plan instanceof ApiResponse.Chunked chunked) {
      body(chunked.chunks(), answer.cut());
    }
  }

  private void body(Iterator<byte[]> chunks, Cut cut) {
    HttpFields.Mutable headers = response.getHeaders();
    String type = headers.get(HttpHeader.CONTENT_TYPE);
    if (type != null && type.startsWith("application/json") && JsonBodies.pretty(read)) {
      chunks = new JsonIndenter(chunks);
    }
    AnswerCompression compression = AnswerCompression.of(read);
    int threshold = compression.takenBy(read.header("accept-encoding"))
        ? compression.threshold
        : AnswerCompression.LARGE.threshold;
    // Small bodies are sent whole, with their length; a large one is not held.
    List<byte[]> head = new ArrayList<>();
    long size = 0;
    while (size <= threshold && chunks.hasNext()) {
      byte[] chunk = chunks.next();
      size += chunk.length;
      head.add(chunk);
    }
    Iterator<byte[]> all =
        chunks.hasNext() ? new JoinedPieces(head.iterator(), chunks) : head.iterator();
    if (size > threshold && compression.takenBy(read.header("accept-encoding"))) {
      markCompressed();
      all = new GzipChunks(all);
    } else if (!chunks.hasNext()) {
      headers.put(HttpHeader.CONTENT_LENGTH, size);
    }
    new BodyWriter(request, response, callback, all, cut, stalled).start();
  }

  private void markCompressed() {
    response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
    if (!response.getHeaders().contains(HttpHeader.VARY, "Accept-Encoding")) {
      response.getHeaders().add(HttpHeader.VARY, "Accept-Encoding");
    }
  }
}

package dev.informant.apiserver.internal.http;

import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Answers what never becomes a request, in the plain words of Go's HTTP server: no page, no trace. The connection is
 * closed. Thread-safe.
 */
final class PlainErrors implements Request.Handler {
  private static final Answer HTTP_VERSION = new Answer(505, "unsupported protocol version");

  /** What Go answers where Jetty says something with these words. */
  private static final Map<String, Answer> SAID = Map.of(
      "No Host", new Answer(400, "missing required Host header"),
      "Unknown Version", HTTP_VERSION,
      "Unsupported Version", HTTP_VERSION,
      "Upgrade", HTTP_VERSION);

  /** What Go answers where Jetty has another status. */
  private static final Map<Integer, Answer> CODES =
      Map.of(414, new Answer(431, ""), 426, HTTP_VERSION, 505, new Answer(400, ""));

  private record Answer(int code, String detail) {
    String text() {
      return code + " " + GoPhrases.of(code) + (detail.isEmpty() ? "" : ": " + detail);
    }
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Object said = request.getAttribute(ErrorHandler.ERROR_MESSAGE);
    Answer usual = CODES.getOrDefault(response.getStatus(), new Answer(response.getStatus(), ""));
    Answer answer = SAID.entrySet().stream()
        .filter(entry -> said instanceof String text && text.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(usual);
    write(request, response, callback, answer);
    return true;
  }

  /** A request target that is none. */
  static void badRequest(Request request, Response response, Callback callback) {
    write(request, response, callback, new Answer(HttpStatus.BAD_REQUEST_400, ""));
  }

  private static void write(Request request, Response response, Callback callback, Answer answer) {
    response.setStatus(answer.code());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
    if (request.getConnectionMetaData().getHttpVersion() != HttpVersion.HTTP_2
        || answer.equals(HTTP_VERSION)) {
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
    Content.Sink.write(response, /* last= */ true, answer.text(), callback);
  }
}

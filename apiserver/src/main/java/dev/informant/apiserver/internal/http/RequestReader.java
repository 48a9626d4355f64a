package dev.informant.apiserver.internal.http;

import dev.informant.apiserver.internal.core.ApiRequest;
import java.io.ByteArrayOutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Turns a request of the wire into one of the core, reading its body without holding a thread. Of a body that is too
 * large the rest is read and dropped, within reason: a client that is still sending when its answer comes and the
 * connection closes may never see the answer.
 */
final class RequestReader implements Runnable {
  /** The body is larger than allowed. */
  static final class TooLarge extends Exception {
    TooLarge(int limit) {
      super("Request entity too large: limit is " + limit);
    }
  }

  /** The client has stopped in the middle of its body. */
  static final class TooSlow extends Exception {
    TooSlow(Throwable cause) {
      super("Timeout: the body of the request did not come to its end", cause);
    }
  }

  private static final int DROPPED_LIMITS = 4;

  private final Request request;
  private final String path;
  private final Identity identity;
  private final int limit;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
  private final CompletableFuture<ApiRequest> result = new CompletableFuture<>();
  private long received;

  private RequestReader(Request request, String path, Identity identity, int limit) {
    this.request = request;
    this.path = path;
    this.identity = identity;
    this.limit = limit;
  }

  /** {@code path} is that of the request, without escapes. */
  static CompletableFuture<ApiRequest> read(
      Request request, String path, Identity identity, int limit) {
    RequestReader reader = new RequestReader(request, path, identity, limit);
    if (request.getLength() > reader.most()) {
      reader.result.completeExceptionally(new TooLarge(limit));
    } else {
      reader.run();
    }
    return reader.result;
  }

  private long most() {
    return (long) limit * (1 + DROPPED_LIMITS);
  }

  @Override
  public void run() {
    while (true) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this);
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        Throwable failure = chunk.getFailure();
        result.completeExceptionally(
            failure instanceof TimeoutException ? new TooSlow(failure) : failure);
        return;
      }
      received += chunk.remaining();
      if (received <= limit) {
        byte[] bytes = new byte[chunk.remaining()];
        chunk.getByteBuffer().get(bytes);
        body.writeBytes(bytes);
      }
      chunk.release();
      if (received > limit && (chunk.isLast() || received > most())) {
        result.completeExceptionally(new TooLarge(limit));
        return;
      }
      if (chunk.isLast()) {
        result.complete(build());
        return;
      }
    }
  }

  private ApiRequest build() {
    Map<String, String> headers = new LinkedHashMap<>();
    for (HttpField field : request.getHeaders()) {
      String name = field.getName().toLowerCase(Locale.ROOT);
      String value = field.getValue() == null ? "" : field.getValue();
      boolean several = name.equals("impersonate-group") || name.startsWith("impersonate-extra-");
      headers.merge(name, value, (first, next) -> several ? first + "\n" + next : first);
    }
    // Accept may come in several fields; the order of its clauses matters and is kept.
    List<String> accepts = request.getHeaders().getValuesList("Accept");
    if (accepts.size() > 1) {
      headers.put("accept", String.join(",", accepts));
    }
    return new ApiRequest(
        request.getMethod(),
        path,
        query(request.getHttpURI().getQuery()),
        headers,
        body.toByteArray(),
        identity.user(),
        identity.groups(),
        identity.uid(),
        Map.of());
  }

  static Map<String, List<String>> query(@Nullable String raw) {
    Map<String, List<String>> query = new LinkedHashMap<>();
    if (raw == null) {
      return query;
    }
    for (String pair : raw.split("&", -1)) {
      // As Go does: a pair with a semicolon or a bad escape is dropped, the others count.
      if (pair.isEmpty() || pair.contains(";")) {
        continue;
      }
      int equals = pair.indexOf('=');
      try {
        String name = URLDecoder.decode(
            equals < 0 ? pair : pair.substring(0, equals), StandardCharsets.UTF_8);
        String value =
            equals < 0 ? "" : URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
        query.computeIfAbsent(name, ignored -> new ArrayList<>()).add(value);
      } catch (IllegalArgumentException badEscape) {
        continue;
      }
    }
    return query;
  }
}

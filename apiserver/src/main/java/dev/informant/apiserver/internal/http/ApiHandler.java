package dev.informant.apiserver.internal.http;

import dev.informant.apiserver.internal.core.AnsweredText;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.WatchStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.jspecify.annotations.Nullable;

/** Takes each request through identification, body, backend and answer. Thread-safe. */
final class ApiHandler extends Handler.Abstract {
  private static final Logger LOG = System.getLogger(ApiHandler.class.getName());
  private static final String SPACED =
      "299 - \"the provided Authorization header contains extra space before the bearer token, and is"
          + " ignored\"";

  private final HttpOptions options;
  private final Identity.Source identities;
  private final Backend backend;
  private final ServerWebSocketContainer webSockets;
  private final StalledWrites stalled;

  ApiHandler(
      HttpOptions options,
      Identity.Source identities,
      Backend backend,
      ServerWebSocketContainer webSockets,
      StalledWrites stalled) {
    this.options = options;
    this.identities = identities;
    this.backend = backend;
    this.webSockets = webSockets;
    this.stalled = stalled;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    String path = PathText.decoded(request.getHttpURI().getPath());
    if (path == null) {
      PlainErrors.badRequest(request, response, callback);
      return true;
    }
    HttpFields.Mutable headers = response.getHeaders();
    String audit = request.getHeaders().get("Audit-Id");
    headers.put("Audit-Id", audit == null ? UUID.randomUUID().toString() : AnsweredText.cut(audit));
    headers.put(HttpHeader.CACHE_CONTROL, "no-cache, private");
    headers.put(HttpHeader.DATE, getServer().getDateField().getValue());
    if (spaced(request.getHeaders().get(HttpHeader.AUTHORIZATION))) {
      headers.add("Warning", SPACED);
    }
    Sender sender = sender(request);
    if (sender == null) {
      ApiResponse refusal = inForm(request, StatusResponse.of(401, "Unauthorized", "Unauthorized"));
      new Exchange(request, response, callback, options, stalled).send(new Backend.Answer(refusal));
      return true;
    }
    RequestReader.read(request, path, sender.identity(), options.bodyLimit())
        .thenCompose(read -> answer(read, sender.protocols(), request, response, callback))
        .whenComplete((done, failure) -> {
          if (failure != null) {
            fail(request, response, callback, failure);
          }
        });
    return true;
  }

  /**
   * Who asks.
   *
   * @param protocols what is left to choose from if it asks for a WebSocket; empty if there is nothing to choose
   */
  private record Sender(Identity identity, List<String> protocols) {}

  /** Null if it is to be refused. The protocols of a WebSocket are looked into last, as by the real server. */
  private @Nullable Sender sender(Request request) {
    Identity identity = identities.identify(
        request.getHeaders().get(HttpHeader.AUTHORIZATION), certificates(request));
    if (!isWebSocket(request.getHeaders().get(HttpHeader.UPGRADE))) {
      return identity == null ? null : new Sender(identity, List.of());
    }
    List<String> headers = request.getHeaders().getValuesList("Sec-WebSocket-Protocol");
    SocketProtocols offered = SocketProtocols.of(headers);
    boolean known = identity != null && !identity.equals(Identity.ANONYMOUS);
    if (known || !offered.offersToken()) {
      return identity == null ? null : new Sender(identity, offered.all());
    }
    String token = offered.token();
    Identity bearer = token == null ? null : identities.identify("Bearer " + token, List.of());
    return bearer == null ? null : new Sender(bearer, offered.others());
  }

  /** Whether more than one space stands before a bearer token, which then counts for nothing. */
  private static boolean spaced(@Nullable String authorization) {
    return authorization != null
        && authorization.strip().regionMatches(true, 0, "Bearer  ", 0, "Bearer  ".length());
  }

  private static boolean isWebSocket(@Nullable String upgrade) {
    return "websocket".equalsIgnoreCase(upgrade);
  }

  private CompletableFuture<Void> answer(
      ApiRequest read,
      List<String> protocols,
      Request request,
      Response response,
      Callback callback) {
    return backend.answer(read).thenAccept(answer -> {
      boolean webSocket = isWebSocket(read.header("upgrade"));
      Exchange exchange = new Exchange(request, response, callback, options, stalled, read);
      if (webSocket
          && answer.cut().afterBytes() >= 0
          && answer.response() instanceof ApiResponse.Watch watch) {
        ApiResponse refusal = refusal(read, protocols);
        if (refusal == null) {
          upgrade(watch, protocols, exchange, answer.cut(), request, response, callback);
        } else {
          watch.stream().close();
          exchange.send(new Backend.Answer(refusal));
        }
      } else {
        exchange.send(answer);
      }
    });
  }

  /** What the real server says to a handshake that it does not take; null for a sound one. */
  private static @Nullable ApiResponse refusal(ApiRequest read, List<String> protocols) {
    String key = read.header("sec-websocket-key");
    if (key == null || key.isEmpty()) {
      return badHandshake();
    }
    if (!"13".equals(read.header("sec-websocket-version"))) {
      return new ApiResponse.Complete(
          400,
          Map.of("Sec-WebSocket-Version", "13"),
          "missing or bad WebSocket Version".getBytes(StandardCharsets.UTF_8));
    }
    if (!hasOrigin(read)) {
      return new ApiResponse.Complete(403, Map.of(), new byte[0]);
    }
    // It knows none of them: one it gives back, from more it cannot choose.
    return protocols.isEmpty() || protocols.size() == 1 && AnsweredText.fits(protocols.get(0))
        ? null
        : new ApiResponse.Complete(400, Map.of(), new byte[0]);
  }

  private static ApiResponse badHandshake() {
    return new ApiResponse.Complete(
        400, Map.of(), "mismatch challenge/response".getBytes(StandardCharsets.UTF_8));
  }

  /** The real server refuses a handshake without one, though it takes any. */
  private static boolean hasOrigin(ApiRequest read) {
    String origin = read.header("origin");
    try {
      return origin != null && new URI(origin).isAbsolute();
    } catch (URISyntaxException malformed) {
      return false;
    }
  }

  private void upgrade(
      ApiResponse.Watch watch,
      List<String> protocols,
      Exchange exchange,
      Cut cut,
      Request request,
      Response response,
      Callback callback) {
    boolean binary =
        watch.headers().getOrDefault("Content-Type", "").contains("vnd.kubernetes.protobuf");
    WatchStream stream = watch.stream();
    WatchSocket socket =
        new WatchSocket(stream, binary, cut, new ClientConnection(request), stalled);
    // The answer to a handshake has no header but its own.
    HttpFields.Mutable headers = response.getHeaders();
    HttpFields usual = HttpFields.build(headers).asImmutable();
    headers.clear();
    boolean upgraded;
    try {
      upgraded = webSockets.upgrade(
          (upgradeRequest, upgradeResponse, failed) -> {
            upgradeResponse.setExtensions(List.of());
            // A client that offers protocols must get one of them back.
            if (!protocols.isEmpty()) {
              upgradeResponse.setAcceptedSubProtocol(protocols.get(0));
            }
            return socket;
          },
          request,
          response,
          Callback.from(callback::succeeded, failure -> {
            stream.close();
            callback.failed(failure);
          }));
    } catch (RuntimeException malformed) {
      stream.close();
      if (response.isCommitted()) {
        throw malformed;
      }
      headers.add(usual);
      exchange.send(new Backend.Answer(badHandshake()));
      return;
    }
    if (!upgraded) {
      headers.add(usual);
      // Not a sound handshake: a watch over plain HTTP, as fabric8's fall-back expects.
      exchange.send(new Backend.Answer(watch, cut));
    }
  }

  private void fail(Request request, Response response, Callback callback, Throwable failure) {
    Throwable cause = failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
    if (response.isCommitted()) {
      callback.failed(cause);
      return;
    }
    ApiResponse answer;
    if (cause instanceof RequestReader.TooLarge) {
      answer = StatusResponse.of(413, "RequestEntityTooLarge", String.valueOf(cause.getMessage()));
    } else if (cause instanceof RequestReader.TooSlow) {
      if (!new ClientConnection(request).isShared()) {
        response
            .getHeaders()
            .put(HttpHeader.CONNECTION, "close"); // what may still come is no request
      }
      answer = StatusResponse.of(408, "Timeout", String.valueOf(cause.getMessage()));
    } else if (cause instanceof java.io.IOException) {
      callback.failed(cause); // the client went away while it sent its body
      return;
    } else {
      LOG.log(
          Level.ERROR,
          "answering " + request.getMethod() + " " + request.getHttpURI().getPath() + " failed",
          cause);
      answer = StatusResponse.of(
          500, "InternalError", "Internal error occurred: " + cause.getClass().getSimpleName());
    }
    new Exchange(request, response, callback, options, stalled)
        .send(new Backend.Answer(inForm(request, answer)));
  }

  /** A refusal in the form that Accept asks for; nothing else has been read of the request. */
  private ApiResponse inForm(Request request, ApiResponse refusal) {
    String accept = String.join(",", request.getHeaders().getValuesList(HttpHeader.ACCEPT));
    return backend.inForm(
        new ApiRequest("GET", "/", Map.of(), Map.of("accept", accept), new byte[0], "", List.of()),
        refusal);
  }

  private static List<X509Certificate> certificates(Request request) {
    if (request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE)
        instanceof EndPoint.SslSessionData session) {
      X509Certificate[] peer = session.peerCertificates();
      return peer == null ? List.of() : List.of(peer);
    }
    return List.of();
  }

  /** Headers of the core replace the front's defaults. */
  static void copy(Map<String, String> from, HttpFields.Mutable to) {
    from.forEach((name, value) -> {
      if (name.equals("Warning")) {
        // The front may have said one already. Headers are bytes: those of Go are UTF-8.
        to.add(
            name, new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
      } else {
        to.put(name, value);
      }
    });
  }
}

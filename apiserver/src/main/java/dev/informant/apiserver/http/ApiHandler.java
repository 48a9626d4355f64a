package dev.informant.apiserver.http;

import dev.informant.apiserver.core.ApiRequest;
import dev.informant.apiserver.core.ApiResponse;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.URISyntaxException;
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

/** Takes each request through identification, body, backend and answer. Thread-safe. */
final class ApiHandler extends Handler.Abstract {
  private static final Logger LOG = System.getLogger(ApiHandler.class.getName());

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
    headers.put("Audit-Id", audit == null ? UUID.randomUUID().toString() : audit);
    headers.put(HttpHeader.CACHE_CONTROL, "no-cache, private");
    Identity identity = identities.identify(
        request.getHeaders().get(HttpHeader.AUTHORIZATION), certificates(request));
    if (identity == null) {
      ApiResponse refusal = StatusResponse.of(401, "Unauthorized", "Unauthorized");
      new Exchange(request, response, callback, options, stalled).send(new Backend.Answer(refusal));
      return true;
    }
    RequestReader.read(request, path, identity, options.bodyLimit())
        .thenCompose(read -> answer(read, request, response, callback))
        .whenComplete((done, failure) -> {
          if (failure != null) {
            fail(request, response, callback, failure);
          }
        });
    return true;
  }

  private CompletableFuture<Void> answer(
      ApiRequest read, Request request, Response response, Callback callback) {
    return backend.answer(read).thenAccept(answer -> {
      boolean webSocket = "websocket".equalsIgnoreCase(read.header("upgrade"));
      if (webSocket && answer.response() instanceof ApiResponse.Watch watch) {
        if (!hasOrigin(read)) {
          watch.stream().close();
          new Exchange(request, response, callback, options, stalled, read)
              .send(new Backend.Answer(new ApiResponse.Complete(403, Map.of(), new byte[0])));
          return;
        }
        upgrade(watch, read, answer.cut(), request, response, callback);
      } else {
        new Exchange(request, response, callback, options, stalled, read).send(answer);
      }
    });
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
      ApiRequest read,
      Cut cut,
      Request request,
      Response response,
      Callback callback) {
    boolean binary =
        watch.headers().getOrDefault("Content-Type", "").contains("vnd.kubernetes.protobuf");
    WatchSocket socket = new WatchSocket(watch.stream(), binary, cut, stalled);
    boolean upgraded = webSockets.upgrade(
        (upgradeRequest, upgradeResponse, failed) -> {
          // A client that offers protocols must get one of them back.
          List<String> offered = upgradeRequest.getSubProtocols();
          if (!offered.isEmpty()) {
            upgradeResponse.setAcceptedSubProtocol(offered.get(0));
          }
          return socket;
        },
        request,
        response,
        callback);
    if (!upgraded) {
      // Not a sound handshake: a watch over plain HTTP, as fabric8's fall-back expects.
      new Exchange(request, response, callback, options, stalled, read)
          .send(new Backend.Answer(watch, cut));
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
    new Exchange(request, response, callback, options, stalled).send(new Backend.Answer(answer));
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
    from.forEach(to::put);
  }
}

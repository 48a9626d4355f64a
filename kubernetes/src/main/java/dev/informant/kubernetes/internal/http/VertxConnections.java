package dev.informant.kubernetes.internal.http;

import dev.informant.kubernetes.internal.model.Fabric8;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientBuilder;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.net.HttpURLConnection;
import java.util.concurrent.TimeUnit;

/**
 * fabric8's client on a Vert.x of its own, whose requests can be given up before they are answered:
 * {@link PendingRequest} hears of each. Stateless.
 */
/*
 * fabric8's SPI gives a hold on an exchange only once its head has arrived; cancelling before that waits
 * for the answer. A request that a server leaves hanging would outlive its informer. So the Vert.x client that
 * fabric8 builds is wrapped: when a request has got its connection, whoever sent it (the sender calls into
 * here on its own thread) is handed the means to reset it.
 *
 * The pool may hand out a connection that is being closed at that moment. Such a request fails before anything of
 * it was sent; it says nothing about the server, so it is asked for again, on another connection.
 *
 * Connections with TLS offer HTTP/2 (Http2Offer), and requests wait for one to share (ConnectionGate).
 */
final class VertxConnections {
  private static final String NO_RESOLVER = "vertx.disableDnsResolver";
  private static final long CHECK_BLOCKED_HOURS = 24;
  static final int POOLED_TRIES = 3;

  /** As much as is read from a socket at once, in one buffer; Vert.x would hand it on in pieces of 8 KiB. */
  private static final int MOST_AT_ONCE = 64 << 10;

  private VertxConnections() {}

  /** A client and what ends it. */
  record Opened(HttpClient http, Runnable close) {}

  static boolean isUsedBy(HttpClient.Factory factory) {
    return factory.getClass() == VertxHttpClientFactory.class;
  }

  static Opened open(Config config) {
    Vertx vertx = vertx();
    String configured = Fabric8.tlsServerName(config);
    String serverName = configured == null ? "" : configured;
    boolean tls = config.getMasterUrl().startsWith("https:");
    HttpClient.Factory factory = new Builders(wrapped(vertx, tls, serverName));
    // fabric8 would only log that it does not support the server name; see named()
    HttpClient http = Fabric8.withoutTlsServerName(factory.newBuilder(config)).build();
    return new Opened(http, () -> {
      http.close();
      vertx.close();
    });
  }

  /** fabric8's own factory takes no Vert.x before 7.1. */
  private record Builders(Vertx vertx) implements HttpClient.Factory {
    @Override
    public VertxHttpClientBuilder<Builders> newBuilder() {
      return new VertxHttpClientBuilder<>(this, vertx);
    }
  }

  /** As fabric8 makes its own: daemon threads, the JDK's resolver, no files. */
  private static Vertx vertx() {
    String before = System.getProperty(NO_RESOLVER);
    System.setProperty(NO_RESOLVER, "true");
    try {
      return Vertx.vertx(new VertxOptions()
          .setUseDaemonThread(true)
          .setBlockedThreadCheckInterval(CHECK_BLOCKED_HOURS)
          .setBlockedThreadCheckIntervalUnit(TimeUnit.HOURS)
          .setFileSystemOptions(new FileSystemOptions()
              .setFileCachingEnabled(false)
              .setClassPathResolvingEnabled(false)));
    } finally {
      if (before == null) {
        System.clearProperty(NO_RESOLVER);
      } else {
        System.setProperty(NO_RESOLVER, before);
      }
    }
  }

  private static Vertx wrapped(Vertx vertx, boolean tls, String serverName) {
    return Proxies.of(Vertx.class, (proxy, method, arguments) -> {
      if (arguments != null && arguments[0] instanceof HttpClientOptions options) {
        options.setMaxChunkSize(MOST_AT_ONCE);
        if (tls) {
          Http2Offer.apply(options);
        }
      }
      Object result = Proxies.call(vertx, method, arguments);
      ConnectionGate gate =
          new ConnectionGate(vertx, ConnectionGate.PING_EVERY, ConnectionGate.PONG_WITHIN);
      return result instanceof io.vertx.core.http.HttpClient client
          ? wrapped(client, gate, serverName)
          : result;
    });
  }

  private static io.vertx.core.http.HttpClient wrapped(
      io.vertx.core.http.HttpClient client, ConnectionGate gate, String serverName) {
    return Proxies.of(io.vertx.core.http.HttpClient.class, (proxy, method, arguments) -> {
      if (!method.getName().equals("request") || arguments.length != 1) {
        return Proxies.call(client, method, arguments);
      }
      RequestOptions asked = (RequestOptions) arguments[0];
      HostAndPort authority = HostAndPort.create(asked.getHost(), asked.getPort());
      PendingRequest sender = PendingRequest.CURRENT.get();
      Future<HttpClientRequest> opened =
          gate.pass(() -> opened(client, named(asked, serverName), POOLED_TRIES));
      opened =
          opened.onSuccess(sent -> sent.response().onSuccess(VertxConnections::leaveIfRefused));
      if (!serverName.isEmpty()) {
        opened = opened.onSuccess(sent -> sent.authority(authority));
      }
      return sender == null
          ? opened
          : opened.map(sent -> {
            sent.exceptionHandler(aborted -> {}); // the answer fails, too; else it would be logged
            sender.canBeAborted(sent::reset);
            return UncopiedBodies.of(sent);
          });
    });
  }

  /** A server ends a shared connection after a 401; whoever asks again at once must not be caught by that. */
  private static void leaveIfRefused(HttpClientResponse head) {
    if (head.statusCode() == HttpURLConnection.HTTP_UNAUTHORIZED
        && head.version() == HttpVersion.HTTP_2) {
      head.request().connection().goAway(0);
    }
  }

  /** The same request, in which TLS asks for and checks another name than the address it goes to. */
  private static RequestOptions named(RequestOptions asked, String serverName) {
    if (serverName.isEmpty() || !Boolean.TRUE.equals(asked.isSsl())) {
      return asked;
    }
    return new RequestOptions(asked)
        .setServer(SocketAddress.inetSocketAddress(asked.getPort(), asked.getHost()))
        .setHost(serverName);
  }

  static Future<HttpClientRequest> opened(
      io.vertx.core.http.HttpClient client, RequestOptions asked, int tries) {
    return client
        .request(asked)
        .recover(failure -> tries > 1 && failure instanceof HttpClosedException
            ? opened(client, asked, tries - 1)
            : Future.failedFuture(failure));
  }
}

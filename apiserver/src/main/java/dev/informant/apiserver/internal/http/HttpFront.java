package dev.informant.apiserver.internal.http;

import java.io.IOException;
import java.net.BindException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.WindowRateControl;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.jspecify.annotations.Nullable;

/**
 * Listens, and passes requests to a {@link Backend}. One port speaks HTTP/1.1, HTTP/2 and WebSocket. Its
 * methods may be called from any thread, but not from one of its own callbacks.
 */
public final class HttpFront implements AutoCloseable {
  private static final int MAX_THREADS = 64;
  private static final int HEADER_LIMIT = 1024 * 1024;

  /** For warnings, in which quotes double, and what a request wants back. The largest buffer that is pooled. */
  private static final int ANSWERED_HEADER_LIMIT = 64 * 1024;

  private static final Duration LAST_WRITES = Duration.ofMillis(500);
  private static final int LISTEN_TRIES = 200;
  private static final long LISTEN_PAUSE_MILLIS = 100;
  private static final Duration FOREVER = Duration.ofDays(3650);
  private static final int UNFAVOURABLE_FRAMES_PER_SECOND = 10_000;

  private final HttpOptions options;
  private final Server server;
  private final ServerConnector connector;
  private final StalledWrites stalled;
  /** Held by whoever opens or closes the port. */
  private final Object lifecycle = new Object();

  private volatile boolean closed;

  public HttpFront(HttpOptions options, Identity.Source identities, Backend backend) {
    this.options = options;
    QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 2);
    threads.setName("informant-apiserver");
    threads.setDaemon(true);
    server = new Server(threads);
    server.setStopTimeout(0);
    // No acceptor thread: one that is blocked in accept() while its socket is closed may still take
    // a connection that a client opens just then, and nobody would ever answer or close it.
    connector =
        new ServerConnector(server, /* acceptors= */ 0, /* selectors= */ 1, factories(options));
    connector.setHost(options.host());
    connector.setPort(options.port());
    connector.setIdleTimeout(options.idleTimeout().toMillis());
    connector.setAcceptQueueSize(1024);
    server.addConnector(connector);
    ServerWebSocketContainer webSockets = ServerWebSocketContainer.ensure(server);
    stalled = new StalledWrites(server.getScheduler(), options.idleTimeout().toMillis());
    server.addBean(stalled);
    server.setErrorHandler(new PlainErrors());
    server.setHandler(new ApiHandler(options, identities, backend, webSockets, stalled));
  }

  private static ConnectionFactory[] factories(HttpOptions options) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    // Handshakes of WebSockets and what never becomes a request are answered without one.
    http.setSendDateHeader(false);
    http.setRequestHeaderSize(HEADER_LIMIT);
    http.setResponseHeaderSize(ANSWERED_HEADER_LIMIT);
    http.setOutputAggregationSize(0);
    // Jetty would make "gzip" of GZIP: the real server tells them apart.
    http.setHeaderCacheCaseSensitive(true);
    // Paths are texts that clients make up; what is odd about one is the core's business.
    http.setUriCompliance(UriCompliance.UNSAFE);
    List<ConnectionFactory> factories = new ArrayList<>();
    SSLContext tls = options.tls();
    if (tls == null) {
      factories.add(new GoPhrases(http));
      factories.add(limited(new CarefulUpgrade(http), options));
    } else {
      // Tests use the server as localhost, 127.0.0.1 and through tunnels: no check of the SNI name.
      http.addCustomizer(new SecureRequestCustomizer(/* sniHostCheck= */ false));
      SslContextFactory.Server ssl = new SslContextFactory.Server();
      ssl.setSslContext(tls);
      ssl.setWantClientAuth(true);
      ssl.setIncludeProtocols("TLSv1.2", "TLSv1.3");
      ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory("h2", "http/1.1");
      alpn.setDefaultProtocol("http/1.1");
      factories.add(new SslConnectionFactory(ssl, alpn.getProtocol()));
      factories.add(alpn);
      factories.add(limited(new HTTP2ServerConnectionFactory(http), options));
      factories.add(new GoPhrases(http));
    }
    return factories.toArray(ConnectionFactory[]::new);
  }

  private static ConnectionFactory limited(
      AbstractHTTP2ServerConnectionFactory http2, HttpOptions options) {
    http2.setMaxConcurrentStreams(options.maxStreams());
    http2.setConnectProtocolEnabled(false);
    // A quiet watch must live; writes that make no progress are StalledWrites' business.
    http2.setStreamIdleTimeout(FOREVER.toMillis());
    // Clients that open and close watches quickly reset many streams; that is no attack here.
    http2.setRateControlFactory(new WindowRateControl.Factory(UNFAVOURABLE_FRAMES_PER_SECOND));
    return http2;
  }

  /**
   * HTTP/2 without TLS, by prior knowledge or by upgrade. A request that brings a body or opens a watch stays on
   * HTTP/1.1: Jetty loses the body of an upgrading request and does not notice when its stream is cancelled.
   */
  private static final class CarefulUpgrade extends HTTP2CServerConnectionFactory {
    CarefulUpgrade(HttpConfiguration http) {
      super(http);
    }

    @Override
    public @Nullable Connection upgradeConnection(
        Connector connector,
        EndPoint endPoint,
        MetaData.Request request,
        HttpFields.Mutable response) {
      String query = request.getHttpURI().getQuery();
      boolean plain = request.getHttpFields().contains(HttpHeader.TRANSFER_ENCODING)
          || request.getHttpFields().getLongField(HttpHeader.CONTENT_LENGTH) > 0
          || (query != null && query.contains("watch"));
      return plain ? null : super.upgradeConnection(connector, endPoint, request, response);
    }
  }

  /** Starts to listen. */
  public void start() throws IOException {
    run("start on " + options.host() + ":" + options.port(), server::start);
    // A later stopListening and listen must find the same port again.
    connector.setPort(connector.getLocalPort());
  }

  /** The port that is, or was last, listened on. */
  public int port() {
    return connector.getPort();
  }

  /** Closes the port and every connection: clients are refused until {@link #listen}. Idempotent. */
  public void stopListening() throws IOException {
    run("stop listening", () -> {
      synchronized (lifecycle) {
        connector.stop();
      }
    });
  }

  /**
   * Listens again on the same port. A client that tried it meanwhile may have been given it as its own end of a
   * connection; that is waited for. Idempotent; does nothing after {@link #close}.
   */
  public void listen() throws IOException {
    run("listen on " + options.host() + ":" + port(), () -> {
      for (int tries = 1; ; tries++) {
        try {
          synchronized (lifecycle) {
            if (!closed) {
              connector.start();
            }
          }
          return;
        } catch (IOException failure) {
          if (!(failure.getCause() instanceof BindException) || tries == LISTEN_TRIES) {
            throw failure;
          }
          TimeUnit.MILLISECONDS.sleep(LISTEN_PAUSE_MILLIS);
        }
      }
    });
  }

  /** Stops. Responses that are at their end may still reach it; endless ones are cut. Idempotent, and for good. */
  @Override
  public void close() {
    closed = true;
    try {
      run("stop", () -> {
        stalled.awaitNone(LAST_WRITES);
        synchronized (lifecycle) {
          server.stop();
        }
      });
    } catch (IOException failure) {
      throw new java.io.UncheckedIOException(failure);
    }
  }

  private interface Action {
    void run() throws Exception;
  }

  private static void run(String what, Action action) throws IOException {
    try {
      action.run();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted: could not " + what, interrupted);
    } catch (Exception failure) {
      throw new IOException("could not " + what + ": " + failure.getMessage(), failure);
    }
  }
}

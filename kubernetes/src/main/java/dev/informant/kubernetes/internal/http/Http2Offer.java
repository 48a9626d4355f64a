package dev.informant.kubernetes.internal.http;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.net.SSLEngineOptions;
import io.vertx.core.spi.tls.SslContextFactory;
import java.util.List;
import javax.net.ssl.SSLException;

/**
 * Makes a Vert.x client that speaks TLS offer HTTP/2, which fabric8's does not: with its own keys and trust, but
 * with ALPN. Servers that do not take it are spoken to in HTTP/1.1. Stateless.
 */
final class Http2Offer {
  /** As large as Go's: a list must not wait for window updates, and one stream must not starve another. */
  private static final int STREAM_WINDOW = 4 << 20;

  private static final int CONNECTION_WINDOW = 1 << 30;

  /** Servers allow 100 to 250 streams on a connection; further informers get further connections. */
  private static final int CONNECTIONS = 64;

  private Http2Offer() {}

  static void apply(HttpClientOptions options) {
    SSLEngineOptions engine = options.getSslEngineOptions();
    if (engine == null) {
      return;
    }
    options
        .setUseAlpn(true)
        .setProtocolVersion(HttpVersion.HTTP_2)
        .setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1))
        .setHttp2MaxPoolSize(CONNECTIONS)
        .setHttp2ConnectionWindowSize(CONNECTION_WINDOW)
        .setInitialSettings(new Http2Settings().setInitialWindowSize(STREAM_WINDOW))
        .setSslEngineOptions(new Engine(engine));
  }

  /** The engine options of fabric8, with ALPN where Vert.x asks for it. */
  private static final class Engine extends JdkSSLEngineOptions {
    private final SSLEngineOptions plain;

    Engine(SSLEngineOptions plain) {
      this.plain = plain;
    }

    @Override
    public JdkSSLEngineOptions copy() {
      return this;
    }

    @Override
    public SslContextFactory sslContextFactory() {
      return new Negotiating(plain.sslContextFactory());
    }
  }

  /** Wraps the same keys and trust in a context that offers protocols. Confined to one call of Vert.x. */
  private static final class Negotiating implements SslContextFactory {
    private final SslContextFactory plain;
    private boolean alpn;
    private List<String> protocols = List.of();

    Negotiating(SslContextFactory plain) {
      this.plain = plain;
    }

    @Override
    public SslContextFactory useAlpn(boolean wanted) {
      alpn = wanted;
      return this;
    }

    @Override
    public SslContextFactory applicationProtocols(List<String> names) {
      protocols = names == null ? List.of() : names;
      return this;
    }

    @Override
    public SslContext create() throws SSLException {
      SslContext made = plain.create();
      if (!alpn || protocols.isEmpty() || !(made instanceof JdkSslContext jdk)) {
        return made;
      }
      return new JdkSslContext(
          jdk.context(),
          /* isClient= */ true,
          /* ciphers= */ null,
          IdentityCipherSuiteFilter.INSTANCE,
          new ApplicationProtocolConfig(
              ApplicationProtocolConfig.Protocol.ALPN,
              ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
              ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
              protocols),
          ClientAuth.NONE,
          /* protocols= */ null,
          /* startTls= */ false);
    }
  }
}

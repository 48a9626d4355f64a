package dev.informant.apiserver.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** The TLS side of a server: its certificate, and client certificates asked for but not judged here. */
public final class ServerTls {
  private ServerTls() {}

  /**
   * A context that presents {@code server}. It takes any client certificate, as a kube-apiserver's handshake
   * does; whoever reads the peer's chain must verify it.
   */
  public static SSLContext context(KeyAndCertificate server, CertificateAuthority authority) {
    try {
      char[] none = new char[0];
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, none);
      Certificate[] chain = {server.certificate(), authority.certificate().certificate()};
      store.setKeyEntry("server", server.key(), none, chain);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, none);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          keys.getKeyManagers(), new TrustManager[] {new Unjudged(authority)}, new SecureRandom());
      return context;
    } catch (GeneralSecurityException | IOException failure) {
      throw new IllegalStateException("the JDK could not set up TLS", failure);
    }
  }

  private static final class Unjudged extends X509ExtendedTrustManager {
    private final CertificateAuthority authority;

    Unjudged(CertificateAuthority authority) {
      this.authority = authority;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {
      throw new UnsupportedOperationException("a server's context");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
      checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
      checkServerTrusted(chain, type);
    }

    /** Tells clients which certificates are worth sending. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[] {authority.certificate().certificate()};
    }
  }
}

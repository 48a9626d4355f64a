package dev.informant.apiserver.internal.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** The TLS side of a server: its certificate, and client certificates asked for but not judged here. */
public final class ServerTls {
  private ServerTls() {}

  /**
   * A context that presents {@code server}. It takes any client certificate, as a kube-apiserver's handshake
   * does; callers that read the peer's chain must verify it.
   */
  public static SSLContext context(KeyAndCertificate server, CertificateAuthority authority) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          new KeyManager[] {new OneKey(server, authority)},
          new TrustManager[] {new Unjudged(authority)},
          new SecureRandom());
      return context;
    } catch (GeneralSecurityException failure) {
      throw new IllegalStateException("the JDK could not set up TLS", failure);
    }
  }

  /** The one key there is. A key store would encrypt it first, which takes longer than the rest of TLS. */
  private static final class OneKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "server";

    private final PrivateKey key;
    private final X509Certificate[] chain;

    OneKey(KeyAndCertificate server, CertificateAuthority authority) {
      this.key = server.key();
      this.chain =
          new X509Certificate[] {server.certificate(), authority.certificate().certificate()};
    }

    private @Nullable String alias(String keyType) {
      return keyType.equals(key.getAlgorithm()) ? ALIAS : null;
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
      return alias(keyType) == null ? null : new String[] {ALIAS};
    }

    @Override
    public @Nullable String chooseServerAlias(
        String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return alias(keyType);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
        String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
      return alias(keyType);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return chain.clone();
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return key;
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
      return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
        String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
      return null;
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

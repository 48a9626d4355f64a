package dev.informant.apiserver.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.internal.core.CoreAccess;
import java.io.ByteArrayInputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A connection of HTTP/2 over TLS is kept for those who say who they are. */
@Timeout(60)
class AnonymousHttp2Test {
  private static Socket connect(ApiServer server) throws Exception {
    String pem = Objects.requireNonNull(server.certificateAuthorityPem());
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    trusted.setCertificateEntry(
        "authority",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(
                new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII))));
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    URI url = URI.create(server.url());
    SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(url.getHost(), url.getPort());
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"h2"});
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  @Test
  void requestOfNobodyInParticularIsTheLastOfItsConnection() throws Exception {
    try (ApiServer server = ApiServer.builder().start();
        RawHttp2 client = new RawHttp2(connect(server))) {
      client.get(1, "/version", null);
      assertThat(client.next().isHeaders(1)).isTrue();
      RawHttp2.Frame frame = client.next();
      while (!frame.isGoAway()) {
        frame = client.next();
      }
      assertThat(frame.lastStream()).isEqualTo(1);
      assertThat(frame.error()).isZero();
    }
  }

  @Test
  void watchOfNobodyInParticularSaysSoWhenItBegins() throws Exception {
    try (ApiServer server = ApiServer.builder().start();
        RawHttp2 client = new RawHttp2(connect(server))) {
      client.get(1, "/api/v1/namespaces?watch=1", null);
      assertThat(client.next().isHeaders(1)).isTrue();
      RawHttp2.Frame frame = client.next();
      while (!frame.isGoAway()) {
        assertThat(frame.endsStream(1)).isFalse();
        frame = client.next();
      }
      assertThat(frame.lastStream()).isEqualTo(1);
      assertThat(frame.error()).isZero();
      ObjectNode later = JsonNodeFactory.instance.objectNode();
      later.putObject("metadata").put("name", "later");
      CoreAccess.of(server)
          .seed(
              Objects.requireNonNull(CoreAccess.of(server).registry().find("", "v1", "namespaces")),
              later);
      StringBuilder events = new StringBuilder();
      while (events.indexOf("\"later\"") < 0) {
        events.append(client.next().text(1));
      }
    }
  }

  @Test
  void requestWithATokenIsNot() throws Exception {
    try (ApiServer server = ApiServer.builder().start();
        RawHttp2 client = new RawHttp2(connect(server))) {
      for (int stream = 1; stream <= 5; stream += 2) {
        client.get(stream, "/version", "Bearer " + server.token());
        RawHttp2.Frame frame = client.next();
        while (!frame.endsStream(stream)) {
          assertThat(frame.isGoAway()).isFalse();
          frame = client.next();
        }
      }
    }
  }
}

package dev.informant.apiserver.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.tls.CertificateAuthority;
import dev.informant.apiserver.internal.tls.ServerTls;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The port, and TLS on it. */
class ListeningTest extends ServedFront {
  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void tlsOffersBothVersionsWithACertificateTheAuthorityVouchesFor(HttpClient.Version version)
      throws Exception {
    CertificateAuthority authority = CertificateAuthority.create("test-ca", Instant.now());
    start(
        Duration.ofSeconds(90),
        ServerTls.context(
            authority.issueServer("server", List.of("localhost", "127.0.0.1", "::1")), authority),
        false);
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("ca", authority.certificate().certificate());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    HttpClient client =
        HttpClient.newBuilder().sslContext(context).version(version).build();
    for (String host : List.of("localhost", "127.0.0.1")) {
      HttpResponse<String> response = client.send(
          HttpRequest.newBuilder(URI.create("https://" + host + ":" + front.port() + "/"))
              .build(),
          BodyHandlers.ofString());
      assertThat(response.version()).isEqualTo(version);
      assertThat(response.statusCode()).isEqualTo(200);
    }
    // plain HTTP on the TLS port must end, not hang
    try (Socket socket = connect()) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
      try {
        socket.getInputStream().readAllBytes();
      } catch (SocketException reset) {
        assertThat(reset).hasMessageContaining("reset");
      }
    }
    // and a TLS watch's leaving client is noticed; an unknown one's connection would get GOAWAY,
    // at which the JDK's client gives its streams up
    answer = new Backend.Answer(new ApiResponse.Watch(200, JSON, stream));
    InputStream body = client
        .send(
            HttpRequest.newBuilder(URI.create("https://localhost:" + front.port() + "/"))
                .header("Authorization", "Bearer known")
                .build(),
            BodyHandlers.ofInputStream())
        .body();
    stream.send("x");
    assertThat(body.read()).isEqualTo('x');
    body.close();
    stream.closed.get(60, TimeUnit.SECONDS);
  }

  @Test
  void stoppedFrontRefusesAndListensAgainOnTheSamePort() throws Exception {
    start();
    int port = front.port();
    front.stopListening();
    assertThatThrownBy(() -> new Socket("127.0.0.1", port)).isInstanceOf(ConnectException.class);
    front.listen();
    assertThat(front.port()).isEqualTo(port);
    assertThat(client(HttpClient.Version.HTTP_2)
            .send(get("/").build(), BodyHandlers.ofString())
            .statusCode())
        .isEqualTo(200);
  }

  @Test
  void closedFrontListensNoMore() throws Exception {
    start();
    front.close();
    front.listen();
    assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
    front.stopListening();
    front.close();
  }

  @Test
  void portStaysShutThoughARestartMeetsTheClose() throws Exception {
    for (int i = 0; i < 10; i++) {
      start();
      HttpFront closing = front;
      CompletableFuture<Void> restarts = CompletableFuture.runAsync(() -> {
        try {
          for (int j = 0; j < 20; j++) {
            closing.stopListening();
            closing.listen();
          }
        } catch (IOException failure) {
          throw new UncheckedIOException(failure);
        }
      });
      closing.close();
      restarts.get(60, TimeUnit.SECONDS);
      assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void aPortThatSomebodyHasTakenMeanwhileIsWaitedFor() throws Exception {
    start();
    front.stopListening();
    CompletableFuture<Void> listening;
    try (ServerSocket other = taken(front.port())) {
      listening = CompletableFuture.runAsync(() -> {
        try {
          front.listen();
        } catch (IOException failure) {
          throw new UncheckedIOException(failure);
        }
      });
      assertThat(other.isBound()).isTrue();
      assertThat(listening).isNotDone();
    }
    listening.get(60, TimeUnit.SECONDS);
    assertThat(client(HttpClient.Version.HTTP_1_1)
            .send(get("/").build(), BodyHandlers.ofString())
            .statusCode())
        .isEqualTo(200);
  }

  /** The port of a listener that has just been closed may not be free at once. */
  private static ServerSocket taken(int port) throws Exception {
    for (int tries = 1; ; tries++) {
      ServerSocket socket = new ServerSocket();
      try {
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
      } catch (BindException stillInUse) {
        socket.close();
        assertThat(tries).isLessThan(600);
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
  }
}

package dev.informant.apiserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.core.ApiRequest;
import dev.informant.apiserver.core.ApiResponse;
import dev.informant.apiserver.http.RawHttp2;
import dev.informant.testing.VirtualRuntime;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That each limit and option of the builder reaches what it is about. What they do there has tests of its own. */
@Timeout(60)
class ApiServerBuilderTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String EVENTS = "/api/v1/namespaces/default/events";

  private static Socket connect(ApiServer server) throws Exception {
    Socket socket = new Socket("127.0.0.1", server.port());
    socket.setSoTimeout(30_000);
    return socket;
  }

  private static void assertRefused(Consumer<ApiServerBuilder> choice, String message) {
    assertThatThrownBy(() -> choice.accept(ApiServer.builder()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void valuesThatMakeNoSenseAreRefusedByTheNameOfTheirOption() {
    assertRefused(builder -> builder.port(-1), "port: must be from 0 to 65535; it is -1");
    assertRefused(builder -> builder.port(65536), "port: must be from 0 to 65535; it is 65536");
    assertRefused(builder -> builder.bodyLimit(-1), "bodyLimit: must be at least 0; it is -1");
    assertRefused(builder -> builder.watchBuffer(-5), "watchBuffer: must be at least 1; it is -5");
    assertRefused(builder -> builder.maxStreams(0), "maxStreams: must be at least 1; it is 0");
    assertRefused(
        builder -> builder.idleTimeout(Duration.ofSeconds(-1)),
        "idleTimeout: must be a millisecond or longer; it is PT-1S");
    assertRefused(
        builder -> builder.eventLifetime(Duration.ZERO),
        "eventLifetime: must be a millisecond or longer; it is PT0S");
    assertRefused(
        builder -> builder.watchWindow(5, 4),
        "watchWindow: must be two numbers of which the first is not negative and the second not"
            + " smaller; it is 5, 4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1.36.0", "v1", "v1.36", "latest", "v1.36.x"})
  void versionThatIsNoneIsRefused(String version) {
    assertRefused(
        builder -> builder.version(version),
        "version: must be like v1.36.0; it is \"" + version + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1.36.0", "v1.37.0-alpha.1+0123abc", "v1.30.2+k3s1"})
  void versionMayBeAnyThatServersHave(String version) {
    assertThat(ApiServer.builder().version(version).version).isEqualTo(version);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nope/v9", "batch", "", "batch/v1beta1/", "Batch/v1"})
  void groupVersionThatNobodyKnowsIsRefused(String groupVersion) {
    assertThatThrownBy(() -> ApiServer.builder().serve(groupVersion))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("serve: must be one of admissionregistration.k8s.io/v1, ")
        .hasMessageContaining(" batch/v1beta1, ")
        .hasMessageEndingWith("; it is \"" + groupVersion + "\"");
  }

  @Test
  void groupVersionThatIsKnownIsServed() throws Exception {
    try (ApiServer server =
        ApiServer.builder().plainHttp().serve("batch/v1beta1").start()) {
      assertThat(new TestClient(server).get("/apis/batch/v1beta1", "*/*").statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void anotherAddressTakesAnonymousBackUnlessItIsSaidAfterwards() {
    assertThat(ApiServer.builder().anonymous(true).host("0.0.0.0").anonymous).isFalse();
    assertThat(ApiServer.builder().host("0.0.0.0").anonymous(true).anonymous).isTrue();
  }

  @Test
  void bodyLimit() throws Exception {
    try (ApiServer server = ApiServer.builder().plainHttp().bodyLimit(1000).start()) {
      byte[] body = ("{\"data\":{\"k\":\"" + "x".repeat(1000) + "\"}}").getBytes(UTF_8);
      HttpResponse<byte[]> answer = new TestClient(server).post(MAPS, "application/json", body);
      assertThat(answer.statusCode()).isEqualTo(413);
      assertThat(new String(answer.body(), UTF_8)).contains("limit is 1000");
    }
  }

  @Test
  void maxStreams() throws Exception {
    try (ApiServer usual = ApiServer.builder().plainHttp().start();
        ApiServer server = ApiServer.builder().plainHttp().maxStreams(7).start();
        RawHttp2 first = new RawHttp2(connect(usual));
        RawHttp2 second = new RawHttp2(connect(server))) {
      assertThat(first.maxStreams()).as("as a real server").isEqualTo(100);
      assertThat(second.maxStreams()).isEqualTo(7);
    }
  }

  @Test
  void idleTimeout() throws Exception {
    try (ApiServer server =
            ApiServer.builder().plainHttp().idleTimeout(Duration.ofMillis(300)).start();
        Socket socket = connect(server)) {
      assertThat(socket.getInputStream().read()).as("closed").isEqualTo(-1);
    }
  }

  @Test
  void compressWatches() throws Exception {
    for (boolean on : List.of(true, false)) {
      try (ApiServer server =
          ApiServer.builder().plainHttp().compressWatches(on).start()) {
        TestClient client = new TestClient(server);
        HttpResponse<InputStream> watch = client.http.send(
            client
                .request(MAPS + "?watch=1&allowWatchBookmarks=true")
                .header("Accept-Encoding", "gzip")
                .build(),
            BodyHandlers.ofInputStream());
        assertThat(watch.headers().firstValue("Content-Encoding").isPresent()).isEqualTo(on);
        watch.body().close();
      }
    }
  }

  @Test
  void watchBuffer() {
    VirtualRuntime runtime = VirtualRuntime.inOrder(1);
    try (ApiServer server =
        ApiServer.builder().plainHttp().runtime(runtime).watchBuffer(2).start()) {
      server
          .core()
          .handle(new ApiRequest(
              "GET",
              MAPS,
              Map.of("watch", List.of("1")),
              Map.of(),
              new byte[0],
              "test",
              List.of()));
      for (String name : List.of("a", "b")) {
        ask(server, runtime, "POST", MAPS, "{\"metadata\":{\"name\":\"" + name + "\"}}");
        assertThat(server.faults().openWatches("configmaps")).isEqualTo(1);
      }
      ask(server, runtime, "POST", MAPS, "{\"metadata\":{\"name\":\"c\"}}");
      assertThat(server.faults().openWatches("configmaps")).as("cut off").isZero();
    }
  }

  @Test
  void alsoKnownAs() throws Exception {
    try (ApiServer server = ApiServer.builder().alsoKnownAs("api.example").start()) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      trusted.setCertificateEntry(
          "ca",
          CertificateFactory.getInstance("X.509")
              .generateCertificate(
                  new ByteArrayInputStream(server.certificateAuthorityPem().getBytes(UTF_8))));
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      try (SSLSocket socket =
          (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port())) {
        socket.startHandshake();
        X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
        assertThat(shown.getSubjectAlternativeNames())
            .anySatisfy(name -> assertThat(name.get(1)).isEqualTo("api.example"));
      }
    }
  }

  @Test
  void eventLifetime() {
    VirtualRuntime runtime = VirtualRuntime.inOrder(1);
    try (ApiServer server = ApiServer.builder()
        .plainHttp()
        .runtime(runtime)
        .eventLifetime(Duration.ofMinutes(1))
        .start()) {
      String event =
          "{\"metadata\":{\"name\":\"e\"},\"involvedObject\":{\"namespace\":\"default\"}}";
      assertThat(ask(server, runtime, "POST", EVENTS, event)).contains("\"uid\"");
      runtime.advance(Duration.ofSeconds(50));
      assertThat(ask(server, runtime, "GET", EVENTS, "")).contains("\"name\":\"e\"");
      runtime.advance(Duration.ofSeconds(20));
      assertThat(ask(server, runtime, "GET", EVENTS, "")).doesNotContain("\"name\":\"e\"");
    }
  }

  private static String ask(
      ApiServer server, VirtualRuntime runtime, String method, String path, String body) {
    CompletableFuture<ApiResponse> answer = server
        .core()
        .handle(new ApiRequest(
            method, path, Map.of(), Map.of(), body.getBytes(UTF_8), "test", List.of()));
    runtime.runUntilIdle();
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    ApiResponse response = answer.join();
    if (response instanceof ApiResponse.Complete complete) {
      text.writeBytes(complete.body());
    } else if (response instanceof ApiResponse.Chunked chunked) {
      chunked.chunks().forEachRemaining(text::writeBytes);
    }
    return text.toString(UTF_8);
  }
}

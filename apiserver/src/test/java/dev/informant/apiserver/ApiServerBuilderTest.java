package dev.informant.apiserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.faults.Fault;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.CoreAccess;
import dev.informant.apiserver.internal.http.RawHttp2;
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
import java.util.ArrayList;
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
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * That each limit and option of the builder reaches what it is about; host, credentials and authorizer do in {@link
 * ApiServerTest}, the admin endpoint in {@code AdminEndpointTest}. What they do there has tests of its own.
 */
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
  @NullSource
  @ValueSource(strings = {"", " ", "a b", "h\u00e4", "a/b"})
  void hostThatIsNoneIsRefused(String name) {
    String shown = "; it is " + (name == null ? "null" : "\"" + name + "\"");
    assertRefused(
        builder -> builder.host(name), "host: must be the name or the address of a host" + shown);
    assertRefused(
        builder -> builder.alsoKnownAs(name),
        "alsoKnownAs: must be the name or the address of a host" + shown);
  }

  @Test
  void tokenWithoutATextOrAUserIsRefused() {
    String nothing = "token: must be a text that is not empty; it is ";
    assertRefused(builder -> builder.token(null, "alice"), nothing + "null");
    assertRefused(builder -> builder.token("", "alice"), nothing + "\"\"");
    assertRefused(builder -> builder.token("t", null), nothing + "null");
    assertRefused(builder -> builder.token("t", "alice", (String) null), nothing + "null");
  }

  @Test
  void timesThatNobodyLivesToSeeAreRefused() {
    Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
    assertRefused(
        builder -> builder.eventLifetime(endless), "eventLifetime: must be at most 100 years");
    assertRefused(
        builder -> builder.idleTimeout(endless), "idleTimeout: must be at most 100 years");
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
        .hasMessageContaining(" networking.k8s.io/v1beta1, ")
        .hasMessageEndingWith("; it is \"" + groupVersion + "\"");
  }

  @Test
  void groupVersionThatIsKnownIsServed() throws Exception {
    try (ApiServer server =
        ApiServer.builder().plainHttp().serve("networking.k8s.io/v1beta1").start()) {
      assertThat(new TestClient(server)
              .get("/apis/networking.k8s.io/v1beta1", "*/*")
              .statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void anotherAddressTakesAnonymousBackUnlessItIsSaidAfterwards() {
    assertThat(ApiServer.builder().anonymous(true).host("0.0.0.0").anonymous).isFalse();
    assertThat(ApiServer.builder().host("0.0.0.0").anonymous(true).anonymous).isTrue();
  }

  @Test
  void bodyBeyondTheLimitIsRefused() throws Exception {
    try (ApiServer server = ApiServer.builder().plainHttp().bodyLimit(1000).start()) {
      byte[] body = ("{\"data\":{\"k\":\"" + "x".repeat(1000) + "\"}}").getBytes(UTF_8);
      HttpResponse<byte[]> answer = new TestClient(server).post(MAPS, "application/json", body);
      assertThat(answer.statusCode()).isEqualTo(413);
      assertThat(new String(answer.body(), UTF_8)).contains("limit is 1000");
    }
  }

  @Test
  void connectionOffersAsManyStreamsAsChosen() throws Exception {
    try (ApiServer usual = ApiServer.builder().plainHttp().start();
        ApiServer server = ApiServer.builder().plainHttp().maxStreams(7).start();
        RawHttp2 first = new RawHttp2(connect(usual));
        RawHttp2 second = new RawHttp2(connect(server))) {
      assertThat(first.maxStreams()).as("as a real server").isEqualTo(100);
      assertThat(second.maxStreams()).isEqualTo(7);
    }
  }

  @Test
  void connectionThatDoesNothingIsClosedAfterTheTimeChosen() throws Exception {
    try (ApiServer server =
            ApiServer.builder().plainHttp().idleTimeout(Duration.ofMillis(300)).start();
        Socket socket = connect(server)) {
      assertThat(socket.getInputStream().read()).as("closed").isEqualTo(-1);
    }
  }

  @Test
  void watchesAreCompressedIfThatIsChosen() throws Exception {
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
  void watchFurtherBehindThanItsBufferIsCutOff() {
    VirtualRuntime runtime = VirtualRuntime.inOrder(1);
    try (ApiServer server =
        ApiServer.builder().plainHttp().runtime(runtime).watchBuffer(2).start()) {
      CoreAccess.of(server)
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
  void watchFromBeforeTheWindowIsExpired() throws Exception {
    try (ApiServer server = ApiServer.builder().plainHttp().watchWindow(1, 2).start()) {
      TestClient client = new TestClient(server);
      client.configMap("a");
      String version = client.json(MAPS).at("/metadata/resourceVersion").asText();
      for (String name : List.of("b", "c", "d")) {
        client.configMap(name);
      }
      try (TestClient.Watching watch = client.watch(MAPS + "?watch=1&resourceVersion=" + version)) {
        assertThat(watch.next().at("/object/code").asInt()).isEqualTo(410);
      }
    }
  }

  @Test
  void watchListIsOfferedUnlessItIsTurnedOff() throws Exception {
    String watchList = MAPS + "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
        + "&timeoutSeconds=1";
    try (ApiServer usual = ApiServer.builder().plainHttp().start();
        ApiServer old = ApiServer.builder().plainHttp().watchList(false).start()) {
      assertThat(new TestClient(usual).get(watchList, "*/*").statusCode()).isEqualTo(200);
      assertThat(new TestClient(old).get(watchList, "*/*").statusCode()).isEqualTo(422);
    }
  }

  @Test
  void seedDecidesForFaultsWithAProbability() throws Exception {
    List<List<Integer>> runs = new ArrayList<>();
    for (long seed : new long[] {7, 7, 8}) {
      try (ApiServer server = ApiServer.builder().plainHttp().seed(seed).start()) {
        server.faults().add(Fault.status(500).probability(0.5));
        TestClient client = new TestClient(server);
        List<Integer> codes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
          codes.add(client.get(MAPS, "*/*").statusCode());
        }
        runs.add(codes);
      }
    }
    assertThat(runs.get(1)).isEqualTo(runs.get(0)).isNotEqualTo(runs.get(2));
  }

  @Test
  void versionIsWhatTheServerSaysOfItself() throws Exception {
    try (ApiServer server =
        ApiServer.builder().plainHttp().version("v1.30.2+k3s1").start()) {
      assertThat(new TestClient(server).json("/version").path("gitVersion").asText())
          .isEqualTo("v1.30.2+k3s1");
    }
  }

  @Test
  void portIsTheOneChosenOrTheServerDoesNotStart() {
    try (ApiServer first = ApiServer.builder().plainHttp().start()) {
      ApiServerBuilder second = ApiServer.builder().plainHttp().port(first.port());
      assertThatThrownBy(second::start).hasMessageContaining(Integer.toString(first.port()));
    }
  }

  @Test
  void certificateIsForTheFurtherNameToo() throws Exception {
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
  void eventIsGoneAfterTheLifetimeChosen() {
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
    CompletableFuture<ApiResponse> answer = CoreAccess.of(server)
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

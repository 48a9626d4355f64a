package dev.informant.apiserver.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.TestClient;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class FaultsTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String WATCH_LIST = MAPS
      + "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";

  private ApiServer server;
  private Faults faults;
  private TestClient client;

  @BeforeEach
  void start() throws Exception {
    server = ApiServer.builder().plainHttp().adminEndpoint(true).start();
    faults = server.faults();
    client = new TestClient(server);
    client.configMap("a");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private int status(String path) throws Exception {
    return client.get(path, "application/json").statusCode();
  }

  @Test
  void nthAndTimesAndVerbAndResourceNarrowAFault() throws Exception {
    faults.add(Fault.status(500).verb("list").resource("configmaps").nth(2));
    assertThat(status(MAPS)).isEqualTo(200);
    assertThat(status(MAPS + "/a")).isEqualTo(200);
    assertThat(status("/api/v1/pods")).isEqualTo(200);
    assertThat(status(MAPS)).isEqualTo(500);
    assertThat(status(MAPS)).isEqualTo(200);
    faults.add(Fault.status(503).times(3));
    assertThat(List.of(status(MAPS), status("/version"), status(MAPS), status(MAPS)))
        .containsExactly(503, 503, 503, 200);
    assertThat(faults.hits()).isEqualTo(4);
  }

  @Test
  void closedHandleTakesItsFaultAwayAndNoOther() throws Exception {
    Faults.Handle lists = faults.add(Fault.status(503).verb("list"));
    faults.add(Fault.status(500).verb("get"));
    assertThat(status(MAPS)).isEqualTo(503);
    lists.close();
    lists.close();
    assertThat(status(MAPS)).isEqualTo(200);
    assertThat(status(MAPS + "/a")).isEqualTo(500);
    assertThat(faults.inPlace()).containsExactly(Fault.status(500).verb("get"));
  }

  @Test
  void probabilityIsAFunctionOfTheSeed() throws Exception {
    faults.add(Fault.status(500).probability(0.5));
    List<List<Integer>> runs = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      faults.seed(7);
      List<Integer> codes = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        codes.add(status(MAPS));
      }
      runs.add(codes);
    }
    assertThat(runs.get(0)).isEqualTo(runs.get(1)).contains(200, 500);
  }

  @Test
  void retryAfterAndPlainTextAreSent() throws Exception {
    faults.add(Fault.status(429, 7).nth(1));
    HttpResponse<byte[]> status = client.get(MAPS, "*/*");
    assertThat(status.headers().firstValue("Retry-After")).contains("7");
    assertThat(new String(status.body())).contains("\"retryAfterSeconds\":7", "TooManyRequests");
    faults.add(Fault.overloaded(1).nth(1));
    HttpResponse<byte[]> text = client.get(MAPS, "*/*");
    assertThat(text.statusCode()).isEqualTo(429);
    assertThat(text.headers().firstValue("Retry-After")).contains("1");
    assertThat(new String(text.body())).startsWith("Too many requests");
  }

  @RepeatedTest(20) // closing a port races whoever accepts on it
  void connectionsAreCutAndRefused() throws Exception {
    faults.add(Fault.truncateAfter(10).nth(1));
    assertThatThrownBy(() -> client.json(MAPS)).isInstanceOf(IOException.class);
    faults.add(Fault.resetAfter(10).nth(1));
    assertThatThrownBy(() -> client.json(MAPS)).isInstanceOf(IOException.class);
    faults.refuseConnections();
    assertThatThrownBy(() -> client.json(MAPS)).isInstanceOf(ConnectException.class);
    faults.acceptConnections();
    assertThat(status(MAPS)).isEqualTo(200);
  }

  @Test
  void delayedAnswerStillComes() throws Exception {
    faults.add(Fault.delay(Duration.ofMillis(50)).nth(1));
    assertThat(status(MAPS)).isEqualTo(200);
    assertThat(faults.hits()).isEqualTo(1);
  }

  @Test
  void stalledWatchStaysOpenAndSilent() throws Exception {
    faults.add(Fault.stallWatchAfter(1));
    try (TestClient.Watching watch = client.watch(WATCH_LIST)) {
      assertThat(watch.next().path("type").asText()).isEqualTo("ADDED");
      client.configMap("b");
      // nothing more may come: the next thing the client sees is the end
      server.close();
      assertThatThrownBy(watch::line).isInstanceOf(IOException.class);
    }
  }

  @Test
  void stalledWatchSaysWhatItKeptBackAndEndsWhenItIsClosed() throws Exception {
    faults.add(Fault.stallWatch());
    try (TestClient.Watching watch = client.watch(MAPS + "?watch=1")) {
      assertThat(faults.closeWatches("configmaps")).isEqualTo(1);
      assertThat(watch.next().path("type").asText()).isEqualTo("ADDED");
      assertThat(watch.line()).isNull();
    }
  }

  @Test
  void watchEndsAtOnce() throws Exception {
    faults.add(Fault.endWatchAtOnce());
    try (TestClient.Watching watch = client.watch(WATCH_LIST)) {
      assertThat(watch.response.statusCode()).isEqualTo(200);
      assertThat(watch.line()).isNull();
    }
  }

  @Test
  void endBookmarkIsDroppedIgnoredOrRefused() throws Exception {
    for (Fault fault :
        List.of(Fault.dropEndBookmark(), Fault.dropBookmarks(), Fault.ignoreInitialEvents())) {
      faults.add(fault.nth(1));
      try (TestClient.Watching watch = client.watch(WATCH_LIST)) {
        assertThat(watch.next().path("type").asText()).isEqualTo("ADDED");
        client.create(MAPS, "{\"metadata\":{\"generateName\":\"later-\"}}");
        JsonNode event = watch.next();
        while (!event.at("/object/metadata/name").asText().startsWith("later-")) {
          assertThat(event.path("type").asText()).isNotEqualTo("BOOKMARK");
          event = watch.next();
        }
        assertThat(event.path("type").asText()).isEqualTo("ADDED");
      }
    }
    faults.add(Fault.refuseInitialEvents());
    HttpResponse<byte[]> refused = client.get(WATCH_LIST, "application/json");
    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(new String(refused.body()))
        .contains("sendInitialEvents is forbidden for watch unless the WatchList feature gate");
    try (TestClient.Watching watch = client.watch(MAPS + "?watch=1&allowWatchBookmarks=true")) {
      JsonNode event = watch.next();
      client.configMap("after-all");
      while (!event.at("/object/metadata/name").asText().equals("after-all")) {
        assertThat(event.path("type").asText()).isEqualTo("ADDED");
        event = watch.next();
      }
    }
  }

  @Test
  void strangeEventsAreSent() throws Exception {
    try (TestClient.Watching watch = client.watch(MAPS + "?watch=1")) {
      assertThat(watch.next().path("type").asText()).isEqualTo("ADDED");
      assertThat(faults.sendUnknownEventType("configmaps")).isEqualTo(1);
      assertThat(watch.next().path("type").asText()).isEqualTo("SURPRISE");
      faults.sendUndecodableObject("configmaps", "default", "a");
      JsonNode broken = watch.next().path("object");
      assertThat(broken.path("kind").asText()).isEqualTo("ConfigMap");
      assertThat(broken.path("data").isNumber()).isTrue();
      faults.sendOtherKind("configmaps");
      assertThat(watch.next().at("/object/kind").asText()).isEqualTo("Stranger");
    }
  }

  @Test
  void strangeEventsHaveTheFormOfTheWatch() throws Exception {
    String metadata = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    try (TestClient.Watching partial = client.watch(MAPS + "?watch=1", metadata);
        TestClient.Watching protobuf =
            client.watch(MAPS + "?watch=1", "application/vnd.kubernetes.protobuf;stream=watch")) {
      DataInputStream frames = new DataInputStream(protobuf.response.body());
      assertThat(frame(frames)).contains("ADDED", "ConfigMap");
      assertThat(partial.next().path("type").asText()).isEqualTo("ADDED");
      assertThat(faults.sendUnknownEventType("configmaps")).isEqualTo(2);
      assertThat(frame(frames)).contains("SURPRISE", "k8s\0", "ConfigMap", "surprise");
      JsonNode surprise = partial.next();
      assertThat(surprise.path("type").asText()).isEqualTo("SURPRISE");
      assertThat(surprise.at("/object/kind").asText()).isEqualTo("PartialObjectMetadata");
      faults.sendUndecodableObject("configmaps", "default", "broken");
      assertThat(frame(frames)).contains("MODIFIED", "k8s\0", "broken", "undecodable");
      JsonNode sound = partial.next().path("object");
      assertThat(sound.path("kind").asText()).isEqualTo("PartialObjectMetadata");
      assertThat(sound.at("/metadata/name").asText()).isEqualTo("broken");
      faults.sendOtherKind("configmaps");
      assertThat(frame(frames)).contains("MODIFIED", "k8s\0", "Stranger", "elsewhere.example/v1");
      assertThat(partial.next().at("/object/kind").asText()).isEqualTo("Stranger");
    }
  }

  /** The next event of a watch in protobuf, as text. */
  private static String frame(DataInputStream frames) throws IOException {
    return new String(frames.readNBytes(frames.readInt()), StandardCharsets.ISO_8859_1);
  }

  @Test
  void compactionExpiresOldVersionsAndContinueTokens() throws Exception {
    client.configMap("b");
    JsonNode page = client.json(MAPS + "?limit=1");
    String version = page.at("/metadata/resourceVersion").asText();
    String token = page.at("/metadata/continue").asText();
    client.configMap("c");
    faults.compact();
    assertThat(status(MAPS + "?limit=1&continue=" + token)).isEqualTo(410);
    try (TestClient.Watching watch = client.watch(MAPS + "?watch=1&resourceVersion=" + version)) {
      assertThat(watch.next().at("/object/code").asInt()).isEqualTo(410);
    }
  }

  @Test
  void restartKeepsObjectsAndOtherHistoryBeginsAgain() throws Exception {
    faults.jumpResourceVersion(5000);
    long before = client.json(MAPS).at("/metadata/resourceVersion").asLong();
    assertThat(before).isGreaterThan(5000);
    try (TestClient.Watching watch = client.watch(MAPS + "?watch=1")) {
      watch.next();
      faults.restart();
      assertThatThrownBy(watch::line).isInstanceOf(IOException.class);
    }
    assertThat(client.json(MAPS).path("items")).hasSize(1);
    faults.restartWithOtherHistory(10);
    assertThat(client.json(MAPS).at("/metadata/resourceVersion").asLong()).isLessThan(1000);
  }

  @Test
  void frozenCacheIsStaleUntilThawed() throws Exception {
    faults.freezeWatchCache();
    client.configMap("b");
    assertThat(client.json(MAPS + "?resourceVersion=0").path("items")).hasSize(1);
    faults.thawWatchCache();
    assertThat(client.json(MAPS).path("items")).hasSize(2);
  }

  @Test
  void frozenCacheIsStaleForResourcesNobodyHasAskedForYet() throws Exception {
    faults.freezeWatchCache();
    client.create("/api/v1/namespaces/default/secrets", "{\"metadata\":{\"name\":\"s\"}}");
    assertThat(client.json("/api/v1/secrets?resourceVersion=0").path("items")).isEmpty();
    try (TestClient.Watching watch = client.watch("/api/v1/secrets?watch=1")) {
      faults.thawWatchCache();
      assertThat(watch.next().path("type").asText()).isEqualTo("ADDED");
    }
    assertThat(client.json("/api/v1/secrets?resourceVersion=0").path("items")).hasSize(1);
  }

  @Test
  void closedServerStaysClosedWhateverIsCleared() {
    server.close();
    faults.clear();
    faults.acceptConnections();
    assertThatThrownBy(() -> new Socket("127.0.0.1", server.port()).close())
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void resourceVersionDoesNotRunOutOfNumbers() throws Exception {
    assertThatThrownBy(() -> faults.jumpResourceVersion(Long.MAX_VALUE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot jump by");
    assertThat(client.json(MAPS).at("/metadata/resourceVersion").asLong()).isPositive();
  }

  @Test
  void knobsCanBeTurnedOverHttp() throws Exception {
    String fault = "{\"effect\":\"status\",\"code\":503,\"verb\":\"list\",\"count\":1}";
    assertThat(client
            .post("/informant/faults", "application/json", fault.getBytes())
            .statusCode())
        .isEqualTo(201);
    assertThat(status(MAPS)).isEqualTo(503);
    assertThat(status(MAPS)).isEqualTo(200);
    assertThat(client.json("/informant").path("hits").asInt()).isEqualTo(1);
    for (String wrong : List.of("{\"effect\":\"x\"}", "{\"efect\":\"delay\"}", "nonsense")) {
      assertThat(client
              .post("/informant/faults", "application/json", wrong.getBytes())
              .statusCode())
          .isEqualTo(400);
    }
    try (TestClient.Watching watch = client.watch(MAPS + "?watch=1")) {
      watch.next();
      client.post("/informant/actions/closeWatches", "application/json", new byte[0]);
      assertThat(watch.line()).isNull();
    }
  }

  @Test
  void adminEndpointIsOffByDefault() throws Exception {
    try (ApiServer plain = ApiServer.builder().plainHttp().start()) {
      assertThat(new TestClient(plain).get("/informant", "*/*").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void restartExpiresWatchesButNotPagesAndExactLists() throws Exception {
    client.configMap("b");
    JsonNode page = client.json(MAPS + "?limit=1");
    String version = page.at("/metadata/resourceVersion").asText();
    client.configMap("c");
    faults.restart();
    JsonNode rest =
        client.json(MAPS + "?continue=" + page.at("/metadata/continue").asText());
    assertThat(rest.path("items")).hasSize(1);
    assertThat(client
            .json(MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + version)
            .path("items"))
        .hasSize(2);
    try (TestClient.Watching watch = client.watch(MAPS + "?watch=1&resourceVersion=" + version)) {
      assertThat(watch.next().at("/object/code").asInt()).isEqualTo(410);
    }
  }

  @Test
  void bodyThatIsCutAtItsFirstByteHasHeaders() throws Exception {
    for (Fault fault : List.of(Fault.resetAfter(0), Fault.truncateAfter(0))) {
      faults.add(fault.nth(1));
      try (Socket socket = new Socket("localhost", server.port())) {
        socket
            .getOutputStream()
            .write(("GET " + MAPS + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        byte[] line = new byte["HTTP/1.1 200 OK".length()];
        new DataInputStream(socket.getInputStream()).readFully(line);
        assertThat(new String(line, StandardCharsets.UTF_8)).isEqualTo("HTTP/1.1 200 OK");
      }
    }
  }

  @Test
  void strangeEventsComeInTheWatchesTheyAreMeantFor() throws Exception {
    faults.add(Fault.sendUnknownEventType().resource("configmaps").nth(2));
    faults.add(Fault.sendUndecodableObjectAfter(2, "default", "broken").nth(2));
    faults.add(Fault.sendOtherKindAfter(3).nth(2));
    client.configMap("b");
    try (TestClient.Watching first = client.watch(MAPS + "?watch=1")) {
      assertThat(first.next().path("type").asText()).isEqualTo("ADDED");
    }
    try (TestClient.Watching second = client.watch(MAPS + "?watch=1")) {
      assertThat(second.next().path("type").asText()).isEqualTo("SURPRISE");
      JsonNode added = second.next();
      assertThat(added.path("type").asText()).isEqualTo("ADDED");
      JsonNode broken = second.next();
      assertThat(broken.at("/object/metadata/name").asText()).isEqualTo("broken");
      assertThat(broken.at("/object/metadata/resourceVersion"))
          .isEqualTo(added.at("/object/metadata/resourceVersion"));
      assertThat(second.next().at("/object/kind").asText()).isEqualTo("Stranger");
      assertThat(second.next().path("type").asText()).isEqualTo("ADDED");
    }
  }

  @Test
  void cachesOfOtherResourcesAndEventsGoOnWhenOneIsFrozen() throws Exception {
    faults.freezeWatchCache("configmaps");
    client.configMap("b");
    client.create("/api/v1/namespaces/default/secrets", "{\"metadata\":{\"name\":\"s\"}}");
    assertThat(client.json(MAPS + "?resourceVersion=0").path("items")).hasSize(1);
    assertThat(client.json("/api/v1/secrets?resourceVersion=0").path("items")).hasSize(1);
    faults.freezeWatchCache();
    client.create(
        "/api/v1/namespaces/default/events",
        "{\"metadata\":{\"name\":\"e\"},\"involvedObject\":{\"namespace\":\"default\"}}");
    assertThat(client.json("/api/v1/events?resourceVersion=0").path("items")).hasSize(1);
  }

  @Test
  void whatMakesNoSenseIsRefusedByName() {
    assertThatThrownBy(() -> Fault.status(99)).hasMessageContaining("400 to 599: 99");
    assertThatThrownBy(() -> Fault.status(204)).hasMessageContaining("400 to 599: 204");
    assertThatThrownBy(() -> Fault.status(500, -1)).hasMessageContaining("retryAfterSeconds");
    assertThatThrownBy(() -> Fault.delay(Duration.ofMillis(-1))).hasMessageContaining("delay");
    assertThatThrownBy(() -> Fault.status(500).verb("LIST"))
        .hasMessage(
            "verb: must be one of get, list, watch, create, update, patch, delete, deletecollection; it is LIST");
    assertThatThrownBy(() -> Fault.stallWatch().verb("list")).hasMessageContaining("watches");
    for (long first : new long[] {-5, 0, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> faults.restartWithOtherHistory(first))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(Long.toString(first));
    }
    server.close();
    assertThatThrownBy(faults::restart).hasMessage("the server is closed");
  }
}

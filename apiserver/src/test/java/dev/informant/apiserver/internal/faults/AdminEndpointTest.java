package dev.informant.apiserver.internal.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.TestClient;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every knob can be turned from another process; that none is missing is shown in {@link KnobPagesTest}, what each does in
 * detail in {@link FaultsTest}.
 */
@Timeout(180)
class AdminEndpointTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String WATCH_LIST = MAPS
      + "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";

  private ApiServer server;
  private TestClient client;

  @BeforeEach
  void start() throws Exception {
    server = ApiServer.builder().plainHttp().adminEndpoint(true).start();
    client = new TestClient(server);
    client.configMap("a");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void fault(String json) throws Exception {
    HttpResponse<byte[]> answer =
        client.post("/informant/faults", "application/json", json.getBytes(UTF_8));
    assertThat(answer.statusCode()).as(new String(answer.body(), UTF_8)).isEqualTo(201);
  }

  private JsonNode act(String action, String json) throws Exception {
    HttpResponse<byte[]> answer =
        client.post("/informant/actions/" + action, "application/json", json.getBytes(UTF_8));
    assertThat(answer.statusCode()).as(new String(answer.body(), UTF_8)).isEqualTo(200);
    return new ObjectMapper().readTree(answer.body());
  }

  private int status(String path) throws Exception {
    return client.get(path, "application/json").statusCode();
  }

  @ParameterizedTest
  @CsvSource({"429", "500", "503", "504"})
  void statusIsAnsweredWithItsRetryAfter(int code) throws Exception {
    fault("{\"effect\":\"status\",\"code\":" + code + ",\"retryAfterSeconds\":7,\"count\":1,"
        + "\"verb\":\"list\",\"resource\":\"configmaps\"}");
    HttpResponse<byte[]> answer = client.get(MAPS, "application/json");
    assertThat(answer.statusCode()).isEqualTo(code);
    assertThat(answer.headers().firstValue("Retry-After")).contains("7");
    assertThat(status(MAPS)).isEqualTo(200);
  }

  @Test
  void textAndDelayAndProbabilityAndNthAreTaken() throws Exception {
    fault("{\"effect\":\"text\",\"code\":429,\"text\":\"slow down\",\"first\":2,\"count\":1}");
    fault("{\"effect\":\"delay\",\"millis\":20,\"count\":1}");
    fault("{\"effect\":\"status\",\"code\":500,\"probability\":0.0}");
    assertThat(status(MAPS)).isEqualTo(200);
    assertThat(new String(client.get(MAPS, "*/*").body(), UTF_8)).isEqualTo("slow down");
    assertThat(client.json("/informant").path("faults")).isNotEmpty();
    delete("/informant/faults");
    assertThat(client.json("/informant").path("faults")).isEmpty();
  }

  private void delete(String path) throws Exception {
    assertThat(client
            .http
            .send(client.request(path).DELETE().build(), HttpResponse.BodyHandlers.discarding())
            .statusCode())
        .isEqualTo(200);
  }

  @Test
  void faultsInPlaceAreShownAsTheyAreAddedAndCanBeTakenAwayById() throws Exception {
    JsonNode none = client.json("/informant").path("faults");
    assertThat(none.isArray()).isTrue();
    assertThat(none).isEmpty();
    for (String fault : List.of(
        "{\"effect\":\"delay\",\"millis\":1,\"verb\":\"list\",\"first\":9}",
        "{\"effect\":\"status\",\"code\":429,\"reason\":\"r\",\"message\":\"m\",\"retryAfterSeconds\":1,"
            + "\"resource\":\"pods\",\"count\":2}",
        "{\"effect\":\"text\",\"code\":502,\"text\":\"t\",\"retryAfterSeconds\":0,\"namespace\":\"n\",\"name\":\"o\"}",
        "{\"effect\":\"cut\",\"afterBytes\":3,\"reset\":true,\"name\":\"o\"}",
        "{\"effect\":\"stall\",\"afterEvents\":1,\"verb\":\"watch\"}",
        "{\"effect\":\"end\",\"afterEvents\":2,\"verb\":\"watch\",\"probability\":0.5}",
        "{\"effect\":\"dropBookmarks\",\"verb\":\"watch\"}",
        "{\"effect\":\"dropEndBookmark\",\"verb\":\"watch\"}",
        "{\"effect\":\"ignoreInitialEvents\",\"verb\":\"watch\"}",
        "{\"effect\":\"refuseInitialEvents\",\"verb\":\"watch\"}")) {
      fault(fault);
      JsonNode shown = client.json("/informant").path("faults");
      assertThat(shown).hasSize(1);
      ObjectNode form = (ObjectNode) shown.get(0);
      delete("/informant/faults/" + form.remove("id").asLong());
      assertThat(form).isEqualTo(new ObjectMapper().readTree(fault));
    }
  }

  @Test
  void takingTheFaultsAwayLeavesWhatHasHappenedAlone() throws Exception {
    act("freezeWatchCache", "");
    client.configMap("b");
    delete("/informant/faults");
    assertThat(client.json(MAPS + "?resourceVersion=0").path("items")).hasSize(1);
    act("clear", "");
    assertThat(client.json(MAPS).path("items")).hasSize(2);
  }

  @Test
  void actionsOnWatchesSayHowManyThereWere() throws Exception {
    String resource = "{\"resource\":\"configmaps\"}";
    try (TestClient.Watching one = client.watch(MAPS + "?watch=1");
        TestClient.Watching two = client.watch(MAPS + "?watch=1")) {
      one.next();
      two.next();
      for (String action : List.of("stallWatches", "releaseWatches", "closeWatches")) {
        assertThat(act(action, resource).path("watches").asInt()).as(action).isEqualTo(2);
      }
      assertThat(one.line()).isNull();
      assertThat(two.line()).isNull();
    }
    assertThat(act("closeWatches", "").path("watches").asInt()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"-1,true", "10,true", "10,false"})
  void connectionIsCut(int afterBytes, boolean reset) throws Exception {
    fault("{\"effect\":\"cut\",\"afterBytes\":" + afterBytes + ",\"reset\":" + reset
        + ",\"verb\":\"list\"}"); // each time: the client itself tries once more
    assertThatThrownBy(() -> client.json(MAPS)).isInstanceOf(IOException.class);
    act("clear", "");
    assertThat(status(MAPS)).isEqualTo(200);
  }

  @Test
  void watchesEndStallAndLoseTheirBookmarks() throws Exception {
    fault("{\"effect\":\"end\",\"count\":1}");
    try (TestClient.Watching watch = client.watch(WATCH_LIST)) {
      assertThat(watch.line()).isNull();
    }
    for (String effect : new String[] {"dropBookmarks", "dropEndBookmark", "ignoreInitialEvents"}) {
      fault("{\"effect\":\"" + effect + "\",\"count\":1}");
      try (TestClient.Watching watch = client.watch(WATCH_LIST)) {
        assertThat(watch.next().path("type").asText()).as(effect).isEqualTo("ADDED");
        act("closeWatches", "{}");
        for (String line = watch.line(); line != null; line = watch.line()) {
          assertThat(line).as(effect).doesNotContain("BOOKMARK");
        }
      }
    }
    fault("{\"effect\":\"refuseInitialEvents\",\"count\":1}");
    assertThat(status(WATCH_LIST)).isEqualTo(422);
    fault("{\"effect\":\"stall\",\"afterEvents\":1,\"count\":1}");
    try (TestClient.Watching watch = client.watch(WATCH_LIST)) {
      assertThat(watch.next().path("type").asText()).isEqualTo("ADDED");
      client.configMap("unseen");
      server.close(); // nothing more may come: the next thing the client sees is the end
      assertThatThrownBy(watch::line).isInstanceOf(IOException.class);
    }
  }

  @Test
  void openWatchesAreStalledReleasedAndFed() throws Exception {
    try (TestClient.Watching watch = client.watch(MAPS + "?watch=1")) {
      assertThat(watch.next().path("type").asText()).isEqualTo("ADDED");
      String resource = "{\"resource\":\"configmaps\"}";
      assertThat(act("sendUnknownEventType", resource).path("watches").asInt()).isEqualTo(1);
      assertThat(watch.next().path("type").asText()).isEqualTo("SURPRISE");
      act("sendUndecodableObject", "{\"resource\":\"configmaps\",\"name\":\"a\"}");
      assertThat(watch.next().at("/object/data").isNumber()).isTrue();
      act("sendOtherKind", resource);
      assertThat(watch.next().at("/object/kind").asText()).isEqualTo("Stranger");
      act("sendRaw", "{\"resource\":\"configmaps\",\"text\":\"any words\\n\"}");
      assertThat(watch.line()).isEqualTo("any words");
      act("stallWatches", resource);
      client.configMap("later");
      act("releaseWatches", resource);
      assertThat(watch.next().at("/object/metadata/name").asText()).isEqualTo("later");
    }
  }

  @Test
  void historyIsCompactedAndJumpedOver() throws Exception {
    String before = client.json(MAPS).at("/metadata/resourceVersion").asText();
    client.configMap("b");
    String token = client.json(MAPS + "?limit=1").at("/metadata/continue").asText();
    act("expireContinueTokens", "");
    assertThat(status(MAPS + "?limit=1&continue=" + token)).isEqualTo(410);
    act("compact", "");
    assertThat(status(MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + before))
        .isEqualTo(410);
    act("jumpResourceVersion", "{\"by\":100000}");
    client.configMap("c");
    assertThat(client.json(MAPS).at("/metadata/resourceVersion").asLong())
        .isGreaterThan(Long.parseLong(before) + 100_000);
  }

  @Test
  void seedDecidesAnewForFaultsWithAProbability() throws Exception {
    fault("{\"effect\":\"status\",\"probability\":0.5}");
    List<List<Integer>> runs = new ArrayList<>();
    for (int number : new int[] {7, 7, 8}) {
      act("seed", "{\"number\":" + number + "}");
      List<Integer> codes = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        codes.add(status(MAPS));
      }
      runs.add(codes);
    }
    assertThat(runs.get(1)).isEqualTo(runs.get(0)).contains(200, 500).isNotEqualTo(runs.get(2));
  }

  @Test
  void cacheIsFrozenAndThawed() throws Exception {
    act("freezeWatchCache", "{\"resource\":\"secrets\"}");
    client.configMap("b");
    assertThat(client.json(MAPS + "?resourceVersion=0").path("items")).hasSize(2);
    act("freezeWatchCache", "");
    client.configMap("c");
    assertThat(client.json(MAPS + "?resourceVersion=0").path("items")).hasSize(2);
    act("thawWatchCache", "");
    assertThat(client.json(MAPS).path("items")).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "restart,{}",
        "restartWithOtherHistory,{\"revision\":5}",
        "refuseConnections,{\"millis\":50}"
      })
  void connectionsEndAndTheServerComesBack(String action, String body) throws Exception {
    try (TestClient.Watching watch = client.watch(MAPS + "?watch=1")) {
      assertThat(watch.next().path("type").asText()).isEqualTo("ADDED");
      act(action, body);
      assertThatThrownBy(() -> {
            while (watch.line() != null) {
              // until the server cuts it
            }
            throw new IOException("ended in order");
          })
          .isInstanceOf(IOException.class);
    }
    int status = 0;
    while (status != 200) { // bounded by the class's time limit
      try {
        status = status(MAPS + "/a");
      } catch (IOException refused) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }
  }

  @Test
  void whatIsUnknownIsRefused() throws Exception {
    assertThat(client
            .post("/informant/actions/explode", "application/json", new byte[0])
            .statusCode())
        .isEqualTo(400);
    assertThat(status("/informant/else")).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"effect\":\"explode\"}|effect: must be one of cut, delay, dropBookmarks,",
        "{}|effect: must be one of",
        "{\"effect\":\"status\",\"code\":\"x\"}|code: must be a whole number from 400 to 599; it is \"x\"",
        "{\"effect\":\"status\",\"code\":200}|code: must be a whole number from 400 to 599; it is 200",
        "{\"effect\":\"status\",\"code\":429.5}|code: must be a whole number",
        "{\"effect\":\"status\",\"retryAfterSeconds\":-1}|retryAfterSeconds: must be a whole number from 0",
        "{\"effect\":\"delay\"}|millis: must be a whole number from 0 to 86400000; it is missing",
        "{\"effect\":\"delay\",\"millis\":-5}|millis: must be a whole number from 0 to 86400000; it is -5",
        "{\"effect\":\"delay\",\"millis\":1,\"code\":500}|unknown field \"code\": the effect delay takes millis,",
        "{\"effect\":\"stall\",\"probability\":7}|probability: must be a number from 0 to 1; it is 7",
        "{\"effect\":\"stall\",\"first\":0}|first: must be a whole number of at least 1; it is 0",
        "{\"effect\":\"stall\",\"verb\":\"look\"}|verb: must be one of get, list, watch, create,",
        "{\"effect\":\"stall\",\"verb\":\"list\"}|verb: Stall happens to watches; it is list",
        "{\"effect\":\"stall\",\"resource\":5}|resource: must be a text; it is 5",
        "{\"effect\":\"cut\",\"reset\":\"yes\"}|reset: must be true or false; it is \"yes\"",
        "{\"effect\":\"stall\",\"colour\":1}|unknown field \"colour\": the effect stall takes afterEvents, effect,",
        "[]|the body must be a JSON object",
        "5|the body must be a JSON object",
        "{|the body must be a JSON object: Unexpected end-of-input"
      })
  void aFaultThatMakesNoSenseIsRefusedByTheNameOfItsField(String body, String message)
      throws Exception {
    refused("/informant/faults", body, message);
    assertThat(client.json("/informant").path("faults")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "explode|{}|unknown action \"explode\": there are clear, closeWatches, compact,",
        "jumpResourceVersion|{\"by\":-1}|by: must be a whole number from 1 to",
        "jumpResourceVersion|{\"by\":\"x\"}|by: must be a whole number from 1 to",
        "refuseConnections|{\"millis\":-1}|millis: must be a whole number from 0 to 86400000; it is -1",
        "compact|{\"now\":true}|unknown field \"now\": the action compact takes none",
        "sendRaw|{\"resource\":\"pods\"}|text: must be a text that is not empty; it is missing",
        "stallWatches|{}|resource: must be a text that is not empty; it is missing",
        "clear|[]|the body must be a JSON object"
      })
  void anActionThatMakesNoSenseIsRefusedByTheNameOfItsField(
      String action, String body, String message) throws Exception {
    refused("/informant/actions/" + action, body, message);
  }

  private void refused(String path, String body, String message) throws Exception {
    HttpResponse<byte[]> answer = client.post(path, "application/json", body.getBytes(UTF_8));
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(new ObjectMapper().readTree(answer.body()).path("message").asText())
        .startsWith(message);
  }
}

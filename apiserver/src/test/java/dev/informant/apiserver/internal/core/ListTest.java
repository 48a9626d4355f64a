package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which state a get or a list shows, by resourceVersion and its match, and how it is cut into pages. */
@Timeout(30)
class ListTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private final TestServer server = new TestServer();

  @Test
  void emptyListHasTheGlobalVersionAndNoNulls() {
    TestServer.Reply list = server.get(MAPS);
    assertThat(list.text())
        .isEqualTo(
            "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\""
                + server.core.faults().resourceVersion()
                + "\"},\"items\":[]}\n");
  }

  @Test
  void itemsOfBuiltInsCarryNeitherKindNorApiVersion() {
    server.configMap("a");
    assertThat(server.get(MAPS).json().at("/items/0").has("kind")).isFalse();
    assertThat(server.get(MAPS + "/a").at("/kind")).isEqualTo("ConfigMap");
  }

  @Test
  void oneCounterServesAllResources() {
    long first = server.configMap("a").resourceVersion();
    long second = server
        .post("/api/v1/namespaces/default/secrets", "{\"metadata\":{\"name\":\"s\"}}")
        .resourceVersion();
    assertThat(second).isEqualTo(first + 1);
    assertThat(server.get(MAPS).resourceVersion()).isEqualTo(second);
  }

  @Test
  void orderIsBytewiseByNamespaceAndName() {
    for (String namespace : List.of("a-b", "a")) {
      server.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + namespace + "\"}}");
      server.post(
          "/api/v1/namespaces/" + namespace + "/configmaps",
          "{\"metadata\":{\"name\":\"in-" + namespace + "\"}}");
    }
    server.configMap("z");
    assertThat(server.get("/api/v1/configmaps").names()).containsExactly("in-a-b", "in-a", "z");
  }

  @Test
  void anAbsentNamespaceIsAnEmptyList() {
    TestServer.Reply list = server.get("/api/v1/namespaces/nowhere/configmaps");
    assertThat(list.status()).isEqualTo(200);
    assertThat(list.names()).isEmpty();
  }

  @Test
  void pagesShareTheFirstPagesVersionAndCountWhatRemains() {
    List.of("a", "b", "c", "d", "e").forEach(server::configMap);
    TestServer.Reply first = server.get(MAPS + "?limit=2");
    assertThat(first.names()).containsExactly("a", "b");
    assertThat(first.json().at("/metadata/remainingItemCount").asInt()).isEqualTo(3);
    String token = first.at("/metadata/continue");
    assertThat(new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8))
        .isEqualTo("{\"v\":\"meta.k8s.io/v1\",\"rv\":" + first.resourceVersion()
            + ",\"start\":\"/b\\u0000\"}");
    assertThat(token).doesNotContain("=");
    server.configMap("bb");
    server.delete(MAPS + "/e");
    TestServer.Reply second = server.get(MAPS + "?limit=2&continue=" + token);
    assertThat(second.names()).as("as of the first page").containsExactly("c", "d");
    assertThat(second.resourceVersion()).isEqualTo(first.resourceVersion());
    TestServer.Reply last =
        server.get(MAPS + "?limit=2&continue=" + second.at("/metadata/continue"));
    assertThat(last.names()).containsExactly("e");
    assertThat(last.json().path("metadata").has("continue")).isFalse();
    assertThat(last.json().path("metadata").has("remainingItemCount")).isFalse();
  }

  @Test
  void tokensOfAllNamespacesNameTheNamespace() {
    List.of("a", "b").forEach(server::configMap);
    String token = server.get("/api/v1/configmaps?limit=1").at("/metadata/continue");
    assertThat(new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8))
        .contains("\"start\":\"/default/a\\u0000\"");
    assertThat(server.get("/api/v1/configmaps?limit=1&continue=" + token).names())
        .containsExactly("b");
  }

  @Test
  void withASelectorPagesAreFullAndNothingIsCounted() {
    List.of("a", "c", "e").forEach(name -> server.configMap(name, "{\"app\":\"x\"}"));
    List.of("b", "d").forEach(server::configMap);
    TestServer.Reply page = server.get(MAPS + "?limit=2&labelSelector=app%3Dx");
    assertThat(page.names()).containsExactly("a", "c");
    assertThat(page.json().path("metadata").has("remainingItemCount")).isFalse();
    assertThat(server
            .get(MAPS + "?limit=2&labelSelector=app%3Dx&continue=" + page.at("/metadata/continue"))
            .names())
        .containsExactly("e");
  }

  @Test
  void zeroIgnoresTheLimit() {
    List.of("a", "b", "c").forEach(server::configMap);
    assertThat(server.get(MAPS + "?limit=1&resourceVersion=0").names()).hasSize(3);
    assertThat(server
            .get(MAPS + "?limit=1&resourceVersion=0&resourceVersionMatch=NotOlderThan")
            .names())
        .hasSize(3);
  }

  @Test
  void limitWithAVersionIsExact() {
    long version = server.configMap("a").resourceVersion();
    server.configMap("b");
    TestServer.Reply list = server.get(MAPS + "?limit=10&resourceVersion=" + version);
    assertThat(list.names()).containsExactly("a");
    assertThat(list.resourceVersion()).isEqualTo(version);
  }

  @Test
  void versionWithoutMatchIsNotOlderThan() {
    long version = server.configMap("a").resourceVersion();
    server.configMap("b");
    assertThat(server.get(MAPS + "?resourceVersion=" + version).names()).containsExactly("a", "b");
    assertThat(server
            .get(MAPS + "?resourceVersionMatch=NotOlderThan&resourceVersion=" + version)
            .names())
        .containsExactly("a", "b");
  }

  @Test
  void exactReadsThePast() {
    long version = server.configMap("a").resourceVersion();
    server.configMap("b");
    server.delete(MAPS + "/a");
    assertThat(server
            .get(MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + version)
            .names())
        .containsExactly("a");
    assertThat(server
            .get(MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + (version - 1))
            .names())
        .isEmpty();
  }

  @Test
  void exactOfACompactedVersionIs410() {
    long version = server.configMap("a").resourceVersion();
    server.configMap("b");
    server.core.faults().compact();
    TestServer.Reply reply =
        server.get(MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + version);
    assertThat(reply.status()).isEqualTo(410);
    assertThat(reply.reason()).isEqualTo("Expired");
    assertThat(reply.message()).isEqualTo("The resourceVersion for the provided list is too old.");
  }

  @Test
  void historyLivesFiveToTenMinutes() {
    long version = server.configMap("a").resourceVersion();
    server.configMap("b");
    String url = MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + version;
    server.advance(299);
    assertThat(server.get(url).status()).isEqualTo(200);
    server.advance(10);
    assertThat(server.get(url).status()).isEqualTo(200);
    server.advance(300);
    assertThat(server.get(url).status()).isEqualTo(410);
  }

  @Test
  void expiredTokenIs410WithATokenForTheLatestState() {
    List.of("a", "b", "c").forEach(server::configMap);
    String token = server.get(MAPS + "?limit=1").at("/metadata/continue");
    server.configMap("bb");
    server.core.faults().expireContinueTokens();
    TestServer.Reply expired = server.get(MAPS + "?limit=1&continue=" + token);
    assertThat(expired.status()).isEqualTo(410);
    assertThat(expired.reason()).isEqualTo("Expired");
    assertThat(expired.message())
        .startsWith(
            "The provided continue parameter is too old to display a consistent list result.");
    String inconsistent = expired.at("/metadata/continue");
    assertThat(new String(Base64.getUrlDecoder().decode(inconsistent), StandardCharsets.UTF_8))
        .isEqualTo("{\"v\":\"meta.k8s.io/v1\",\"rv\":-1,\"start\":\"/a\\u0000\"}");
    List<String> rest = new ArrayList<>();
    TestServer.Reply page = server.get(MAPS + "?limit=2&continue=" + inconsistent);
    rest.addAll(page.names());
    rest.addAll(server.get(MAPS + "?continue=" + page.at("/metadata/continue")).names());
    assertThat(rest).containsExactly("b", "bb", "c");
  }

  @Test
  void tokensWithMembersOfTheWrongTypeAreRefusedAsByGo() {
    Map.of(
            "\"rv\":\"109\"", "string into Go struct field continueToken.rv of type int64",
            "\"rv\":1.5", "number 1.5 into Go struct field continueToken.rv of type int64",
            "\"rv\":99999999999999999999",
                "number 99999999999999999999 into Go struct field continueToken.rv of type int64",
            "\"rv\":1,\"start\":5",
                "number into Go struct field continueToken.start of type string")
        .forEach((members, complaint) -> {
          String token = Base64.getUrlEncoder()
              .withoutPadding()
              .encodeToString(("{\"v\":\"meta.k8s.io/v1\",\"start\":\"/a\"," + members + "}")
                  .getBytes(StandardCharsets.UTF_8));
          TestServer.Reply reply = server.get(MAPS + "?continue=" + token);
          assertThat(reply.status()).isEqualTo(400);
          assertThat(reply.message())
              .isEqualTo(
                  "invalid continue token: continue key is not valid: json: cannot unmarshal "
                      + complaint);
        });
  }

  @Test
  void numberBeyondTheRangeIsToldFromOneThatIsNone() {
    assertThat(server.get(MAPS + "?limit=99999999999999999999").message())
        .contains("strconv.ParseInt: parsing \"99999999999999999999\": value out of range");
    assertThat(server.get(MAPS + "?limit=x").message()).contains("invalid syntax");
  }

  @Test
  void badTokensAre400() {
    String nonsense = Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString("{\"v\":\"x\",\"rv\":1,\"start\":\"/a\"}".getBytes(StandardCharsets.UTF_8));
    for (String token : List.of("%%%", "e30", nonsense)) {
      TestServer.Reply reply = server.get(MAPS + "?continue=" + token.replace("%", "%25"));
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.message()).startsWith("invalid continue token: continue key is not valid: ");
    }
  }

  @Test
  void continueForbidsAVersion() {
    List.of("a", "b").forEach(server::configMap);
    String token = server.get(MAPS + "?limit=1").at("/metadata/continue");
    TestServer.Reply reply = server.get(MAPS + "?continue=" + token + "&resourceVersion=5");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.message())
        .isEqualTo("specifying resource version is not allowed when using continue");
    assertThat(server.get(MAPS + "?continue=" + token + "&resourceVersion=0").names())
        .containsExactly("b");
  }

  @Test
  void invalidOptionsAre422WithTheirTexts() {
    assertInvalid(
        "resourceVersionMatch=Exact",
        "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is"
            + " provided");
    assertInvalid(
        "resourceVersionMatch=NotOlderThan",
        "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is"
            + " provided");
    assertInvalid(
        "resourceVersionMatch=x&resourceVersion=1",
        "resourceVersionMatch: Unsupported value: \"x\": supported values: \"Exact\", \"NotOlderThan\","
            + " \"\"");
    assertInvalid(
        "resourceVersionMatch=Exact&resourceVersion=0",
        "resourceVersionMatch: Forbidden: resourceVersionMatch \"exact\" is forbidden for"
            + " resourceVersion \"0\"");
    assertInvalid(
        "resourceVersionMatch=Exact&resourceVersion=1&continue=x",
        "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided");
    assertInvalid(
        "sendInitialEvents=true",
        "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list");
    assertInvalid(
        "sendInitialEvents=true&resourceVersionMatch=Exact",
        "[resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is"
            + " provided, sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list]");
  }

  private void assertInvalid(String query, String text) {
    TestServer.Reply reply = server.get(MAPS + "?" + query);
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.reason()).isEqualTo("Invalid");
    assertThat(reply.message()).isEqualTo("ListOptions.meta.k8s.io \"\" is invalid: " + text);
    assertThat(reply.at("/details/causes/0/field")).isNotEmpty();
  }

  @Test
  void unparsableVersionIs400ForListAnd500ForGet() {
    server.configMap("a");
    String text =
        "resourceVersion: Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\": invalid"
            + " syntax";
    TestServer.Reply list = server.get(MAPS + "?resourceVersion=abc");
    assertThat(list.status()).isEqualTo(400);
    assertThat(list.message()).isEqualTo("invalid resource version: " + text);
    TestServer.Reply get = server.get(MAPS + "/a?resourceVersion=abc");
    assertThat(get.status()).isEqualTo(500);
    assertThat(get.message()).isEqualTo(text);
    assertThat(get.json().has("reason")).isFalse();
  }

  @Test
  void futureVersionsAre504AfterThreeSeconds() {
    server.configMap("a");
    long current = server.core.faults().resourceVersion();
    for (String url : List.of(
        MAPS + "?resourceVersion=999",
        MAPS + "/a?resourceVersion=999",
        MAPS + "?resourceVersion=999&resourceVersionMatch=Exact")) {
      CompletableFuture<ApiResponse> answer = server.send("GET", url, Map.of(), "");
      server.runtime.advance(java.time.Duration.ofMillis(2999));
      assertThat(answer).isNotDone();
      server.advance(1);
      TestServer.Reply reply = TestServer.reply(answer.join());
      assertThat(reply.status()).isEqualTo(504);
      assertThat(reply.headers()).containsEntry("Retry-After", "1");
      assertThat(reply.text())
          .isEqualTo(
              "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
                  + "\"message\":\"Timeout: Too large resource version: 999, current: "
                  + current
                  + "\",\"reason\":\"Timeout\",\"details\":{\"causes\":[{\"reason\":\"ResourceVersionTooLarge\","
                  + "\"message\":\"Too large resource version\"}],\"retryAfterSeconds\":1},\"code\":504}\n");
    }
  }

  @Test
  void aVersionThatComesInTimeIsServed() {
    long next = server.core.faults().resourceVersion() + 1;
    CompletableFuture<ApiResponse> answer =
        server.send("GET", MAPS + "?resourceVersion=" + next, Map.of(), "");
    assertThat(answer).isNotDone();
    server.configMap("a");
    assertThat(TestServer.reply(answer.join()).names()).containsExactly("a");
  }

  @Test
  void eventsAreNotCachedAndDoNotWait() {
    TestServer.Reply reply = server.get("/api/v1/namespaces/default/events?resourceVersion=999");
    assertThat(reply.status()).isEqualTo(504);
    assertThat(reply.headers()).doesNotContainKey("Retry-After");
    assertThat(reply.json().path("details").has("retryAfterSeconds")).isFalse();
  }

  @Test
  void aFrozenCacheServesOldStatesToThoseWhoAcceptThem() {
    server.configMap("a");
    server.core.faults().freezeWatchCache(storage -> storage.equals("configmaps"));
    server.configMap("b");
    assertThat(server.get(MAPS + "?resourceVersion=0").names()).containsExactly("a");
    CompletableFuture<ApiResponse> consistent = server.send("GET", MAPS, Map.of(), "");
    assertThat(consistent).as("waits for the cache").isNotDone();
    server.advance(3);
    assertThat(TestServer.reply(consistent.join()).names())
        .as("falls back to storage")
        .containsExactly("a", "b");
    TestServer.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=0");
    assertThat(watch.summary()).containsExactly("ADDED a");
    server.core.faults().thawWatchCache();
    assertThat(watch.summary()).containsExactly("ADDED b");
  }

  @Test
  void prettyListIsTheSameJsonIndented() {
    server.configMap("a");
    server.configMap("b");
    String compact = server.get(MAPS).text();
    String pretty = server.get(MAPS + "?pretty=true").text();
    assertThat(pretty).contains("\n  \"items\": [\n    {\n      \"metadata\": {");
    assertThat(new TestServer.Reply(200, Map.of(), pretty).json())
        .isEqualTo(new TestServer.Reply(200, Map.of(), compact).json());
  }

  @Test
  void aLargeListComesInPieces() {
    String value = "x".repeat(10_000);
    for (int i = 0; i < 40; i++) {
      server.post(
          MAPS, "{\"metadata\":{\"name\":\"m" + i + "\"},\"data\":{\"k\":\"" + value + "\"}}");
    }
    ApiResponse.Chunked list =
        (ApiResponse.Chunked) server.send("GET", MAPS, Map.of(), "").join();
    int pieces = 0;
    while (list.chunks().hasNext()) {
      assertThat(list.chunks().next().length).isLessThan(80_000);
      pieces++;
    }
    assertThat(pieces).isGreaterThan(4);
  }

  @Test
  void whoAsksForAnExportIsToldThatThereIsNone() {
    server.configMap("a");
    String path = "/api/v1/namespaces/default/configmaps/a";
    assertThat(server.get(path + "?export=true").status()).isEqualTo(400);
    assertThat(server.get(path + "?export=").status()).isEqualTo(400);
    assertThat(server.get(path + "?export=false").status()).isEqualTo(200);
  }
}

package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.storage.HistoryPolicy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a watch begins, what it says, and how it ends: too old, too slow, or at its time. */
@Timeout(30)
class WatchTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private final TestServer server = new TestServer();

  @Test
  void watchFromAVersionSendsOnlyLaterChanges() {
    server.configMap("a");
    long start = server.get(MAPS).resourceVersion();
    TestServer.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=" + start);
    assertThat(watch.events()).isEmpty();
    server.configMap("b");
    server.delete(MAPS + "/b");
    assertThat(watch.summary()).containsExactly("ADDED b", "DELETED b");
  }

  @Test
  void watchFromAnOldVersionReplaysWhatCameAfter() {
    long start = server.configMap("a").resourceVersion();
    server.configMap("b");
    server.put(MAPS + "/a", "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"w\"}}");
    TestServer.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=" + start);
    assertThat(watch.summary()).containsExactly("ADDED b", "MODIFIED a");
  }

  @Test
  void nothingIsWrittenBelowTheOldPrefixOfWatches() {
    server.configMap("a");
    String old = "/api/v1/watch/namespaces/default/configmaps";
    String body = "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"w\"}}";
    assertThat(server.delete(old).status()).isEqualTo(405);
    assertThat(server.delete(old + "/a").status()).isEqualTo(405);
    assertThat(server.put(old + "/a", body).status()).isEqualTo(405);
    assertThat(server.put("/api/v1/watch/namespaces/default/status", body).status())
        .isEqualTo(404);
    assertThat(server.get(MAPS + "/a").json().at("/data/k").asText()).isEqualTo("v");
  }

  @Test
  void unparsableVersionIs500() {
    TestServer.Reply reply = server.get(MAPS + "?watch=1&resourceVersion=abc");
    assertThat(reply.status()).isEqualTo(500);
    assertThat(reply.json().has("reason")).isFalse();
    assertThat(reply.message())
        .isEqualTo("resourceVersion: Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\":"
            + " invalid syntax");
  }

  @Test
  void tooOldVersionIsAnErrorEventInA200() {
    server.configMap("a");
    server.core.faults().compact();
    TestServer.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=5");
    assertThat(watch.response.status()).isEqualTo(200);
    List<JsonNode> events = watch.events();
    assertThat(events).hasSize(1);
    assertThat(events.get(0).toString())
        .isEqualTo("{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\","
            + "\"metadata\":{},\"status\":\"Failure\",\"message\":\"too old resource version: 5 ("
            + server.core.faults().resourceVersion()
            + ")\",\"reason\":\"Expired\",\"code\":410}}");
    assertThat(watch.ended()).isTrue();
  }

  @Test
  void windowIsBoundedByTheNumberOfChanges() {
    TestServer small =
        new TestServer(CoreOptions.DEFAULT.withHistory(HistoryPolicy.DEFAULT.withChanges(3, 3)));
    long start = small.configMap("a").resourceVersion();
    small.configMap("b");
    small.configMap("c");
    small.configMap("d");
    assertThat(small.watch(MAPS + "?watch=1&resourceVersion=" + start).summary())
        .containsExactly("ADDED b", "ADDED c", "ADDED d");
    small.configMap("e");
    assertThat(small.watch(MAPS + "?watch=1&resourceVersion=" + start).summary())
        .containsExactly("ERROR");
  }

  @Test
  void futureVersionWithoutInitialEventsJustWaitsAndSuppresses() {
    long next = server.core.faults().resourceVersion() + 1;
    TestServer.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=" + next);
    server.configMap("suppressed");
    server.configMap("seen");
    assertThat(watch.summary()).containsExactly("ADDED seen");
  }

  @Test
  void jsonWatchIsPlainApplicationJson() {
    CompletableFuture<ApiResponse> answer = server.send(
        "GET", MAPS + "?watch=1", Map.of("accept", "application/json;stream=watch"), "");
    assertThat(answer.join().headers()).containsEntry("Content-Type", "application/json");
  }

  @Test
  void deletedCarriesTheLastStateUnderTheVersionOfTheDeletion() {
    long created = server.configMap("a").resourceVersion();
    TestServer.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=" + created);
    server.delete(MAPS + "/a");
    JsonNode deleted = watch.events().get(0);
    assertThat(deleted.path("type").asText()).isEqualTo("DELETED");
    assertThat(deleted.at("/object/data/k").asText()).isEqualTo("v");
    assertThat(deleted.at("/object/metadata/resourceVersion").asLong()).isEqualTo(created + 1);
  }

  @Test
  void objectsEnterAndLeaveASelector() {
    server.configMap("a", "{\"app\":\"x\"}");
    long start = server.core.faults().resourceVersion();
    TestServer.Watching watch =
        server.watch(MAPS + "?watch=1&labelSelector=app%3Dx&resourceVersion=" + start);
    String other =
        "{\"metadata\":{\"name\":\"a\",\"labels\":{\"app\":\"y\"}},\"data\":{\"k\":\"new\"}}";
    long left = server.put(MAPS + "/a", other).resourceVersion();
    List<JsonNode> events = watch.events();
    assertThat(events).hasSize(1);
    assertThat(events.get(0).path("type").asText()).isEqualTo("DELETED");
    assertThat(events.get(0).at("/object/data/k").asText()).as("old content").isEqualTo("v");
    assertThat(events.get(0).at("/object/metadata/resourceVersion").asLong()).isEqualTo(left);
    server.put(MAPS + "/a", other.replace("new", "newer"));
    assertThat(watch.events()).as("neither").isEmpty();
    server.put(MAPS + "/a", other.replace("\"y\"", "\"x\""));
    server.put(MAPS + "/a", other.replace("\"y\"", "\"x\"").replace("new", "newest"));
    assertThat(watch.summary()).containsExactly("ADDED a", "MODIFIED a");
    server.put(MAPS + "/a", other);
    watch.events();
    server.delete(MAPS + "/a");
    assertThat(watch.events()).as("a delete of what did not match").isEmpty();
  }

  @Test
  void watchByNameFollowsOneObject() {
    server.configMap("a");
    server.configMap("b");
    TestServer.Watching watch =
        server.watch(MAPS + "?fieldSelector=metadata.name%3Da&resourceVersion=0&watch=true");
    server.delete(MAPS + "/b");
    server.delete(MAPS + "/a");
    assertThat(watch.summary()).containsExactly("ADDED a", "DELETED a");
  }

  @Test
  void watchEndsAtItsTimeoutCleanlyAndWithoutAnEvent() {
    TestServer.Watching watch = server.watch(MAPS + "?watch=1&timeoutSeconds=10");
    server.advance(9);
    assertThat(watch.ended()).isFalse();
    server.advance(1);
    assertThat(watch.events()).isEmpty();
    assertThat(watch.ended()).isTrue();
  }

  @Test
  void watchWithoutTimeoutLivesHalfAnHourToAnHour() {
    TestServer.Watching watch = server.watch(MAPS + "?watch=1");
    server.advance(1799);
    assertThat(watch.ended()).isFalse();
    server.advance(1801);
    assertThat(watch.ended()).isTrue();
  }

  @Test
  void bookmarksComeEachMinuteAndShortlyBeforeTheDeadline() {
    long start = server.core.faults().resourceVersion();
    TestServer.Watching watch = server.watch(
        MAPS + "?watch=1&allowWatchBookmarks=1&timeoutSeconds=100&resourceVersion=" + start);
    server.advance(60);
    assertThat(watch.events()).as("suppressed up to the start version").isEmpty();
    server.post("/api/v1/namespaces/default/secrets", "{\"metadata\":{\"name\":\"s\"}}");
    server.advance(38);
    List<JsonNode> events = watch.events();
    assertThat(events).as("2 s before the deadline").hasSize(1);
    assertThat(events.get(0).at("/object/metadata/resourceVersion").asLong())
        .isEqualTo(server.core.faults().resourceVersion());
    assertThat(events.get(0).at("/object/metadata/annotations").isMissingNode()).isTrue();
  }

  @Test
  void bookmarksNeverComeUnasked() {
    TestServer.Watching watch = server.watch(MAPS + "?watch=1");
    server.configMap("a");
    server.advance(300);
    assertThat(watch.summary()).containsExactly("ADDED a");
  }

  @Test
  void slowWatcherIsCutOff() {
    TestServer small = new TestServer(CoreOptions.DEFAULT.withWatchBuffer(5));
    TestServer.Watching watch = small.watch(MAPS + "?watch=1");
    for (int i = 0; i < 6; i++) {
      small.configMap("m" + i);
    }
    assertThat(watch.events()).isEmpty();
    assertThat(watch.ended()).isTrue();
    assertThat(small.core.faults().openWatches(type -> true)).isZero();
  }

  @Test
  void aResumedWatchMayHaveMissedMoreThanItsBuffer() {
    TestServer small = new TestServer(CoreOptions.DEFAULT.withWatchBuffer(5));
    long start = small.core.faults().resourceVersion();
    for (int i = 0; i < 20; i++) {
      small.configMap("m" + i);
    }
    TestServer.Watching watch = small.watch(MAPS + "?watch=1&resourceVersion=" + start);
    assertThat(watch.events()).hasSize(20);
    assertThat(watch.ended()).isFalse();
  }

  @Test
  void namedGetIgnoresWatch() {
    server.configMap("a");
    assertThat(server.get(MAPS + "/a?watch=1").at("/metadata/name")).isEqualTo("a");
  }

  @Test
  void emptyWatchParameterCountsAsTrueAndFalseDoesNot() {
    server.watch(MAPS + "?watch=");
    assertThat(server.get(MAPS + "?watch=false").at("/kind")).isEqualTo("ConfigMapList");
    assertThat(server.get(MAPS + "?watch=0").at("/kind")).isEqualTo("ConfigMapList");
  }

  @Test
  void legacyWatchPathStillWorks() {
    server.configMap("a");
    assertThat(server.watch("/api/v1/watch/namespaces/default/configmaps").summary())
        .containsExactly("ADDED a");
  }

  @Test
  void anEventIsEncodedOnceForAllItsWatchers() {
    TestServer.Watching one = server.watch(MAPS + "?watch=1");
    TestServer.Watching two = server.watch("/api/v1/configmaps?watch=1");
    server.configMap("a");
    assertThat(one.response.stream().poll()).isSameAs(two.response.stream().poll());
  }

  @Test
  void aClosedWatchIsForgotten() {
    TestServer.Watching watch = server.watch(MAPS + "?watch=1");
    assertThat(server.core.faults().openWatches(type -> true)).isEqualTo(1);
    watch.response.stream().close();
    assertThat(server.core.faults().openWatches(type -> true)).isZero();
    assertThat(watch.ended()).isTrue();
  }

  @Test
  void theOldWatchPathWithANameIsAboutThatObjectAlone() {
    TestServer server = new TestServer();
    server.configMap("a");
    server.configMap("b");
    String old = "/api/v1/watch/namespaces/default/configmaps/b";
    TestServer.Watching watch = server.watch(old);
    assertThat(watch.summary()).containsExactly("ADDED b");
    server.delete("/api/v1/namespaces/default/configmaps/a");
    server.delete("/api/v1/namespaces/default/configmaps/b");
    assertThat(watch.summary()).containsExactly("DELETED b");
    assertThat(server.get(old + "?fieldSelector=metadata.name%3Da").message())
        .isEqualTo("fieldSelector metadata.name doesn't match requested name");
  }
}

package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a watch sends of the state it begins with, and how that is marked. */
@Timeout(30)
class InitialEventsTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String WATCH_LIST =
      "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";

  private final TestServer server = new TestServer();

  @Test
  void watchWithoutVersionBeginsWithAllObjectsInKeyOrder() {
    server.configMap("b");
    server.configMap("a");
    TestServer.Watching watch = server.watch(MAPS + "?watch=true");
    assertThat(watch.summary()).containsExactly("ADDED a", "ADDED b");
    server.configMap("c");
    assertThat(watch.summary()).containsExactly("ADDED c");
  }

  @Test
  void plainWatchFromZeroGetsTheEndBookmarkIfItAllowsBookmarks() {
    server.configMap("a");
    List<JsonNode> events = server
        .watch(MAPS + "?watch=1&resourceVersion=0&allowWatchBookmarks=true")
        .events();
    assertThat(events).hasSize(2);
    JsonNode bookmark = events.get(1);
    assertThat(bookmark.toString())
        .isEqualTo(
            "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
                + "\"metadata\":{\"resourceVersion\":\""
                + server.core.faults().resourceVersion()
                + "\",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}}}");
  }

  @Test
  void plainWatchFromZeroWithoutBookmarksHasNoEndMark() {
    server.configMap("a");
    assertThat(server.watch(MAPS + "?watch=1&resourceVersion=0").summary())
        .containsExactly("ADDED a");
  }

  @Test
  void hiddenDefaultingLooksAtTheTextOfTheVersionAndNotAtItsNumber() {
    server.configMap("a");
    assertThat(server
            .watch(MAPS + "?watch=1&resourceVersion=00&allowWatchBookmarks=true")
            .summary())
        .containsExactly("ADDED a");
  }

  @Test
  void hiddenDefaultingIsOffWithoutTheWatchListFeature() {
    TestServer old = new TestServer(CoreOptions.DEFAULT.withWatchList(false));
    old.configMap("a");
    assertThat(old.watch(MAPS + "?watch=1&resourceVersion=0&allowWatchBookmarks=true")
            .summary())
        .containsExactly("ADDED a");
  }

  @Test
  void watchListSendsObjectsThenTheEndBookmarkThenChanges() {
    server.configMap("a");
    for (String version : List.of("", "0", "5")) {
      TestServer.Watching watch =
          server.watch(MAPS + "?watch=1&resourceVersion=" + version + WATCH_LIST);
      assertThat(watch.summary()).as(version).containsExactly("ADDED a", "BOOKMARK");
    }
  }

  @Test
  void watchListWithoutBookmarksHasNoEndMark() {
    server.configMap("a");
    assertThat(server
            .watch(MAPS + "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan")
            .summary())
        .containsExactly("ADDED a");
  }

  @Test
  void watchListInTheFutureEndsWithAnErrorAfterThreeSeconds() {
    TestServer.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=99999" + WATCH_LIST);
    assertThat(watch.events()).isEmpty();
    assertThat(watch.ended()).isFalse();
    server.advance(3);
    JsonNode error = watch.events().get(0);
    assertThat(error.path("type").asText()).isEqualTo("ERROR");
    assertThat(error.at("/object/code").asInt()).isEqualTo(504);
    assertThat(error.at("/object/details/causes/0/reason").asText())
        .isEqualTo("ResourceVersionTooLarge");
    assertThat(watch.ended()).isTrue();
  }

  @Test
  void watchListInTheNearFutureWaits() {
    long next = server.core.faults().resourceVersion() + 1;
    TestServer.Watching watch =
        server.watch(MAPS + "?watch=1&resourceVersion=" + next + WATCH_LIST);
    assertThat(watch.events()).isEmpty();
    server.configMap("a");
    assertThat(watch.summary()).containsExactly("ADDED a", "BOOKMARK");
  }

  @Test
  void watchListWithoutAVersionShowsEverythingWrittenBeforeItBegan() {
    server.configMap("a");
    server.core.faults().freezeWatchCache(storage -> storage.equals("configmaps"));
    server.configMap("b");
    assertThat(server.watch(MAPS + "?watch=1&resourceVersion=0" + WATCH_LIST).summary())
        .as("any state is accepted")
        .containsExactly("ADDED a", "BOOKMARK");
    TestServer.Watching unset = server.watch(MAPS + "?watch=1" + WATCH_LIST);
    TestServer.Watching empty = server.watch(MAPS + "?watch=1&resourceVersion=" + WATCH_LIST);
    assertThat(unset.events()).as("waits for the cache").isEmpty();
    assertThat(empty.events()).as("waits for the cache").isEmpty();
    server.core.faults().thawWatchCache();
    assertThat(unset.summary()).containsExactly("ADDED a", "ADDED b", "BOOKMARK");
    assertThat(empty.summary()).containsExactly("ADDED a", "ADDED b", "BOOKMARK");
  }

  @Test
  void watchListWithoutAVersionFailsIfTheCacheDoesNotCatchUp() {
    server.core.faults().freezeWatchCache(storage -> storage.equals("configmaps"));
    server.configMap("a");
    TestServer.Watching watch = server.watch(MAPS + "?watch=1" + WATCH_LIST);
    server.advance(3);
    assertThat(watch.events())
        .extracting(event -> event.at("/object/code").asInt())
        .containsExactly(504);
    assertThat(watch.ended()).isTrue();
  }

  @Test
  void sendInitialEventsFalseStartsNow() {
    server.configMap("a");
    String options = "&sendInitialEvents=false&resourceVersionMatch=NotOlderThan";
    for (String version : List.of("", "0")) {
      TestServer.Watching watch =
          server.watch(MAPS + "?watch=1&resourceVersion=" + version + options);
      assertThat(watch.events()).isEmpty();
      server.configMap("after-" + (version.isEmpty() ? "unset" : "zero"));
      assertThat(watch.summary()).hasSize(1);
    }
  }

  @Test
  void sendInitialEventsFalseFromAVersionIsAPlainWatch() {
    long start = server.configMap("a").resourceVersion();
    server.configMap("b");
    assertThat(server
            .watch(MAPS
                + "?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan"
                + "&resourceVersion="
                + start)
            .summary())
        .containsExactly("ADDED b");
  }

  @Test
  void invalidWatchListOptionsAre422() {
    assertInvalid(
        "sendInitialEvents=true",
        "resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to"
            + " NotOlderThan");
    assertInvalid(
        "sendInitialEvents=true&resourceVersionMatch=Exact",
        "[resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to"
            + " NotOlderThan, resourceVersionMatch: Unsupported value: \"Exact\": supported values:"
            + " \"NotOlderThan\"]");
    assertInvalid(
        "resourceVersionMatch=NotOlderThan",
        "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless"
            + " sendInitialEvents is provided");
    assertInvalid(
        new TestServer(CoreOptions.DEFAULT.withWatchList(false)),
        "sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
        "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for watch unless the WatchList"
            + " feature gate is enabled");
  }

  private void assertInvalid(String query, String text) {
    assertInvalid(server, query, text);
  }

  private static void assertInvalid(TestServer asked, String query, String text) {
    TestServer.Reply reply = asked.get(MAPS + "?watch=1&" + query);
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.message()).isEqualTo("ListOptions.meta.k8s.io \"\" is invalid: " + text);
  }
}

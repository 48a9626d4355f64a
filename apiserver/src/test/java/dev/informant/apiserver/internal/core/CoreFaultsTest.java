package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every knob of the core does what it says. */
@Timeout(30)
class CoreFaultsTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private final TestServer server = new TestServer();
  private final CoreFaults faults = server.core.faults();

  @Test
  void compactionExpiresOldStartsButNotOpenWatches() {
    long start = server.configMap("a").resourceVersion();
    TestServer.Watching open = server.watch(MAPS + "?watch=1&resourceVersion=" + start);
    server.configMap("b");
    faults.compact();
    assertThat(server.watch(MAPS + "?watch=1&resourceVersion=" + start).summary())
        .containsExactly("ERROR");
    server.configMap("c");
    assertThat(open.summary()).containsExactly("ADDED b", "ADDED c");
  }

  @Test
  void allWatchesCanBeClosed() {
    TestServer.Watching watch = server.watch(MAPS + "?watch=1");
    faults.closeWatches();
    assertThat(watch.ended()).isTrue();
    assertThat(watch.events()).isEmpty();
  }

  @Test
  void aStalledWatchSaysNothingAndStaysOpen() {
    TestServer.Watching watch = server.watch(MAPS + "?watch=1&timeoutSeconds=5");
    faults.stallWatches(type -> true);
    server.configMap("a");
    server.advance(60);
    assertThat(watch.events()).isEmpty();
    assertThat(watch.ended()).isFalse();
  }

  @Test
  void clearLetsStalledWatchesGoOn() {
    TestServer.Watching watch = server.watch(MAPS + "?watch=1");
    faults.stallWatches(type -> true);
    server.configMap("a");
    assertThat(watch.events()).isEmpty();
    faults.clear();
    assertThat(watch.summary()).containsExactly("ADDED a");
  }

  @Test
  void aStalledWatchThatFellBehindEndsWhenItIsReleased() {
    TestServer narrow = new TestServer(CoreOptions.DEFAULT.withWatchBuffer(5));
    CoreFaults knobs = narrow.core.faults();
    TestServer.Watching watch = narrow.watch(MAPS + "?watch=1");
    knobs.stallWatches(type -> true);
    for (int i = 0; i < 8; i++) {
      narrow.configMap("m" + i);
    }
    assertThat(watch.ended()).isFalse();
    assertThat(knobs.openWatches(type -> true)).isEqualTo(1);
    assertThat(knobs.releaseWatches(type -> true)).isEqualTo(1);
    assertThat(watch.events()).as("dropped, as of any watch that is cut off").isEmpty();
    assertThat(watch.ended()).isTrue();
    assertThat(knobs.openWatches(type -> true)).isZero();
  }

  /** A watch that is stalled, has an event to tell and is over. */
  private TestServer.Watching overdue() {
    TestServer.Watching watch = server.watch(MAPS + "?watch=1&timeoutSeconds=1");
    faults.stallWatches(type -> true);
    server.configMap("a");
    server.advance(2);
    assertThat(watch.events()).isEmpty();
    assertThat(watch.ended()).isFalse();
    assertThat(faults.openWatches(type -> true)).isEqualTo(1);
    return watch;
  }

  private void assertSaysItAndEnds(TestServer.Watching watch) {
    assertThat(watch.summary()).containsExactly("ADDED a");
    assertThat(watch.ended()).isTrue();
    assertThat(faults.openWatches(type -> true)).isZero();
  }

  @Test
  void aStalledWatchWhoseTimeIsOverSaysWhatItHasAndEndsWhenItIsReleased() {
    TestServer.Watching watch = overdue();
    faults.releaseWatches(type -> true);
    assertSaysItAndEnds(watch);
  }

  @Test
  void aStalledWatchWhoseTimeIsOverSaysWhatItHasAndEndsWhenAllIsCleared() {
    TestServer.Watching watch = overdue();
    faults.clear();
    assertSaysItAndEnds(watch);
  }

  @Test
  void aStalledWatchWhoseTimeIsOverEndsWithARestart() {
    TestServer.Watching watch = overdue();
    faults.restart();
    assertSaysItAndEnds(watch);
  }

  @Test
  void aStalledWatchEndsWithARestart() {
    TestServer.Watching watch = server.watch(MAPS + "?watch=1");
    faults.stallWatches(type -> true);
    faults.restart();
    assertThat(watch.events()).isEmpty();
    assertThat(watch.ended()).isTrue();
  }

  @Test
  void aStalledWatchCanBeClosed() {
    TestServer.Watching watch = server.watch(MAPS + "?watch=1");
    faults.stallWatches(type -> true);
    server.configMap("a");
    assertThat(faults.closeWatches()).isEqualTo(1);
    assertSaysItAndEnds(watch);
  }

  @Test
  void aStalledWatchWhoseReaderHasLeftIsOpenNoMore() {
    TestServer.Watching watch = overdue();
    watch.response.stream().close();
    assertThat(faults.openWatches(type -> true)).isZero();
    watch.response.stream().stall();
    assertThat(faults.openWatches(type -> true)).isZero();
  }

  @Test
  void faultsSpareTheServersOwnWatches() {
    TestServer.Watching own = server.watch(MAPS + "?watch=1");
    own.response.stream().spare();
    assertThat(faults.openWatches(type -> true)).isZero();
    assertThat(faults.stallWatches(type -> true)).isZero();
    assertThat(faults.sendUnknownEventType(type -> true)).isZero();
    assertThat(faults.closeWatches()).isZero();
    server.configMap("a");
    assertThat(own.summary()).containsExactly("ADDED a");
    assertThat(own.ended()).isFalse();
  }

  @Test
  void rawFramesGoIntoOpenWatches() {
    TestServer.Watching watch = server.watch(MAPS + "?watch=1");
    byte[] frame = "{\"type\":\"STRANGE\",\"object\":{}}\n".getBytes(StandardCharsets.UTF_8);
    assertThat(faults.sendRaw(type -> type.plural().equals("configmaps"), frame))
        .isEqualTo(1);
    assertThat(faults.sendRaw(type -> type.plural().equals("pods"), frame)).isZero();
    assertThat(watch.summary()).containsExactly("STRANGE");
  }

  @Test
  void resourceVersionCanJump() {
    long before = server.configMap("a").resourceVersion();
    faults.jumpResourceVersion(1000);
    assertThat(server.configMap("b").resourceVersion()).isEqualTo(before + 1001);
  }

  @Test
  void aRestartEndsWatchesAndForgetsTheWindowButKeepsObjects() {
    long start = server.configMap("a").resourceVersion();
    server.configMap("b");
    TestServer.Watching watch = server.watch(MAPS + "?watch=1&resourceVersion=" + start);
    faults.restart();
    watch.events();
    assertThat(watch.ended()).isTrue();
    assertThat(server.get(MAPS).names()).containsExactly("a", "b");
    assertThat(server.watch(MAPS + "?watch=1&resourceVersion=" + start).summary())
        .containsExactly("ERROR");
    long now = server.get(MAPS).resourceVersion();
    TestServer.Watching resumed = server.watch(MAPS + "?watch=1&resourceVersion=" + now);
    server.configMap("c");
    assertThat(resumed.summary()).containsExactly("ADDED c");
  }

  @Test
  void aRestartWithAnotherHistoryRenumbersTheObjects() {
    faults.jumpResourceVersion(10_000);
    long old = server.configMap("a").resourceVersion();
    faults.restartWithOtherHistory(500);
    assertThat(server.get(MAPS).resourceVersion()).isBetween(500L, 600L);
    assertThat(server.get(MAPS + "/a").resourceVersion()).isBetween(500L, 600L);
    TestServer.Watching future = server.watch(MAPS + "?watch=1&resourceVersion=" + old);
    server.configMap("b");
    assertThat(future.events()).as("versions up to the old one are suppressed").isEmpty();
  }

  @Test
  void aRestartDoesNotMakeEventsLiveLonger() {
    assertEventsLiveOn(faults::restart);
  }

  @Test
  void aRestartWithAnotherHistoryDoesNotMakeEventsLiveLonger() {
    assertEventsLiveOn(() -> faults.restartWithOtherHistory(5000));
  }

  /** They expire an hour after they were written, the older ones first, whatever their names are. */
  private void assertEventsLiveOn(Runnable restart) {
    String events = "/api/v1/namespaces/default/events";
    String body = "{\"metadata\":{\"name\":\"%s\"},\"involvedObject\":{\"namespace\":\"default\"}}";
    server.post(events, body.formatted("c"));
    server.advance(600);
    server.post(events, body.formatted("b"));
    server.advance(600);
    server.post(events, body.formatted("a"));
    restart.run();
    server.patch(events + "/b", "merge-patch+json", "{\"count\":2}");
    server.advance(2399);
    assertThat(server.get(events).names()).containsExactly("a", "b", "c");
    server.advance(1);
    assertThat(server.get(events).names()).containsExactly("a", "b");
    server.advance(1200);
    assertThat(server.get(events).names()).isEmpty();
  }

  @Test
  void aFrozenCacheHoldsEventsBackUntilThawed() {
    TestServer.Watching watch = server.watch(MAPS + "?watch=1");
    faults.freezeWatchCache(storage -> true);
    server.configMap("a");
    assertThat(watch.events()).isEmpty();
    assertThat(faults.cachedResourceVersion("configmaps")).isLessThan(faults.resourceVersion());
    faults.clear();
    assertThat(watch.summary()).containsExactly("ADDED a");
  }
}

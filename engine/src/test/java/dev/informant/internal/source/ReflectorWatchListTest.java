package dev.informant.internal.source;

import static dev.informant.internal.source.ReflectorBench.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.Item;
import dev.informant.source.ListOptions;
import dev.informant.source.SourceException;
import dev.informant.source.SourceException.Kind;
import dev.informant.source.WatchEvent;
import dev.informant.testing.ScriptedSource;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ReflectorWatchListTest {
  private static final SourceException EXPIRED = SourceException.status(410, "Expired", "too old");
  private static final SourceException TOO_LARGE =
      SourceException.status(504, "Timeout", "Too large resource version", true, null);
  private static final SourceException BUSY =
      SourceException.status(429, "TooManyRequests", "slow down");
  private static final SourceException INVALID =
      SourceException.status(422, "Invalid", "sendInitialEvents is forbidden");
  private static final SourceException LOST = SourceException.of(Kind.NETWORK, "reset", null);

  private static ScriptedSource<TestObject>.ScriptedWatch expectStream(
      ReflectorBench bench, String version) {
    ScriptedSource<TestObject>.ScriptedWatch stream = bench.source.awaitWatch();
    assertThat(stream.options().watchTimeout())
        .isBetween(Duration.ofSeconds(300), Duration.ofSeconds(599));
    assertThat(stream.options().withWatchTimeout(Duration.ZERO))
        .isEqualTo(ListOptions.NONE
            .withResourceVersion(version)
            .withResourceVersionMatch("NotOlderThan")
            .withAllowWatchBookmarks(true)
            .withSendInitialEvents(true));
    return stream;
  }

  private static void expectList(ReflectorBench bench, String version) {
    assertThat(bench.untilRequest()).isEqualTo(Duration.ZERO);
    ScriptedSource<TestObject>.ScriptedList list = bench.source.awaitList();
    assertThat(list.options().resourceVersion()).isEqualTo(version);
    list.respond("60", object("a", 4));
    ListOptions watch = bench.source.awaitWatch().options();
    assertThat(watch.sendInitialEvents()).isNull();
    assertThat(watch.resourceVersion()).isEqualTo("60");
  }

  /** Streams object a at version 50 and returns the stream, which goes on. */
  private static ScriptedSource<TestObject>.ScriptedWatch synced(ReflectorBench bench) {
    ScriptedSource<TestObject>.ScriptedWatch stream = bench.source.awaitWatch().open();
    stream.added(object("a", 4));
    stream.initialEventsEnd("50");
    bench.queue.drain();
    return stream;
  }

  @Test
  @Tag("client-go:TestWatchList")
  @Tag("client-go:TestWatchListResourceVersion")
  void oneStreamBringsTheCollectionAndThenItsChanges() {
    ReflectorBench bench = ReflectorBench.streaming();
    ScriptedSource<TestObject>.ScriptedWatch stream = expectStream(bench, "").open();
    assertThat(bench.reflector.state()).isInstanceOf(ReflectorState.Streaming.class);
    stream.added(object("b", 5));
    stream.added(object("a", 4));
    stream.bookmark("30");
    assertThat(bench.queue.drain()).isEmpty();
    assertThat(bench.reflector.lastSyncResourceVersion()).isEmpty();
    stream.events(
        new WatchEvent.Bookmark<>("50", true),
        new WatchEvent.Modified<>(new Item.Good<>(object("a", 51))));
    assertThat(bench.queue.drain())
        .containsExactly("replace [default/b@5, default/a@4] at 50", "update default/a@51");
    assertThat(bench.reflector.state()).isInstanceOf(ReflectorState.Watching.class);
    assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("51");
    assertThat(bench.requests).containsExactly(RequestKind.WATCH_LIST);
    stream.close();
    assertThat(bench.source.awaitWatch().options().withWatchTimeout(Duration.ZERO))
        .isEqualTo(ListOptions.NONE.withResourceVersion("51").withAllowWatchBookmarks(true));
  }

  @Test
  void changesDuringTheStreamApplyToWhatWillBeInitial() {
    ReflectorBench bench = ReflectorBench.streaming();
    ScriptedSource<TestObject>.ScriptedWatch stream = bench.source.awaitWatch().open();
    stream.added(object("a", 1));
    stream.added(object("b", 2));
    stream.modified(object("a", 3));
    stream.deleted(object("b", 4));
    stream.added(object("c", 5));
    stream.initialEventsEnd("50");
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@3, default/c@5] at 50");
  }

  @Test
  @Tag("client-go:TestReflectorRespectStoreTransformer")
  void eachStateIsTransformedOnce() {
    List<String> transformed = new ArrayList<>();
    ReflectorBench bench = ReflectorBench.streaming(
        builder -> builder.set(ReflectorOptions.<TestObject>transform(), object -> {
          transformed.add(object.name());
          return object.withData("seen");
        }));
    ScriptedSource<TestObject>.ScriptedWatch stream = bench.source.awaitWatch().open();
    stream.added(object("a", 1));
    stream.added(object("b", 2));
    stream.initialEventsEnd("50");
    stream.modified(object("a", 51));
    assertThat(transformed).containsExactly("a", "b", "a");
    assertThat(bench.queue.state.get("default/b").object().data()).isEqualTo("seen");
  }

  @Test
  @Tag("client-go:TestNewReflectorWithDisablementWatchList")
  @Tag("client-go:TestDoesClientNotSupportWatchListSemantics")
  void itIsNotTriedIfTheSourceOrTheOptionsForbidIt() {
    assertThat(ReflectorBench.listing().source.awaitList().options().limit()).isEqualTo(500);
    ReflectorBench bench = ReflectorBench.streaming(builder -> builder);
    bench.source.watchListOffered(false); // asked when the round begins
    assertThat(bench.source.awaitList().options().resourceVersion()).isEqualTo("0");
  }

  @Test
  void aBusyOrUnreachableServerGetsTheSameRequestAgainAfterBackoff() {
    ReflectorBench bench = ReflectorBench.streaming();
    expectStream(bench, "").fail(BUSY);
    assertThat(bench.untilRequest()).isBetween(Duration.ofMillis(800), Duration.ofMillis(1600));
    expectStream(bench, "").fail(SourceException.of(Kind.CONNECTION_REFUSED, "refused", null));
    assertThat(bench.untilRequest()).isBetween(Duration.ofMillis(1600), Duration.ofMillis(3200));
    expectStream(bench, "").open().error(BUSY);
    assertThat(bench.untilRequest()).isBetween(Duration.ofMillis(3200), Duration.ofMillis(6400));
    expectStream(bench, "");
    assertThat(bench.failures)
        .containsExactly("RECOVERED 429", "RECOVERED CONNECTION_REFUSED", "RECOVERED 429");
  }

  @Test
  void aRelistStreamsFromTheLastVersion() {
    ReflectorBench bench = ReflectorBench.streaming();
    synced(bench).error(EXPIRED);
    assertThat(bench.untilRequest()).isGreaterThanOrEqualTo(Duration.ofMillis(800));
    ScriptedSource<TestObject>.ScriptedWatch again = expectStream(bench, "50").open();
    again.added(object("b", 55));
    again.initialEventsEnd("60");
    assertThat(bench.queue.drain()).containsExactly("replace [default/b@55] at 60");
  }

  @Test
  void anUnavailableVersionIsReplacedByAnEmptyOneAtOnce() {
    ReflectorBench bench = ReflectorBench.streaming();
    synced(bench).error(EXPIRED);
    expectStream(bench, "50").fail(EXPIRED);
    assertThat(bench.untilRequest()).isEqualTo(Duration.ZERO);
    ScriptedSource<TestObject>.ScriptedWatch latest = expectStream(bench, "").open();
    latest.initialEventsEnd("70");
    assertThat(bench.queue.drain()).containsExactly("replace [] at 70");
  }

  @Test
  void afterATooLargeVersionTheCollectionIsAuthoritative() {
    ReflectorBench bench = ReflectorBench.streaming();
    synced(bench).error(EXPIRED);
    expectStream(bench, "50").open().error(TOO_LARGE);
    expectStream(bench, "").open().initialEventsEnd("20");
    assertThat(bench.queue.drain()).containsExactly("replace [] at 20 authoritative");
    assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("20");
  }

  @Test
  void aServerThatCallsEvenTheEmptyVersionUnavailableIsListed() {
    ReflectorBench bench = ReflectorBench.streaming();
    expectStream(bench, "").fail(EXPIRED);
    expectList(bench, "0");
  }

  @Test
  @Tag("client-go:TestWatchList")
  void anyOtherFailureLeadsToAListInThisRoundOnly() {
    ReflectorBench bench = ReflectorBench.streaming();
    expectStream(bench, "").fail(SourceException.status(500, "InternalError", "oops"));
    assertThat(bench.source.awaitList().options().resourceVersion()).isEqualTo("0");
    assertThat(bench.failures).containsExactly("RECOVERED 500");
  }

  @Test
  void theNextRoundStreamsAgain() {
    ReflectorBench bench = ReflectorBench.streaming();
    expectStream(bench, "").open().error(SourceException.status(500, "InternalError", "oops"));
    bench.source.awaitList().respond("60");
    bench.source.awaitWatch().open().error(EXPIRED);
    expectStream(bench, "60");
  }

  @Test
  void aServerThatRefusesIsRememberedForAnHour() {
    ReflectorBench bench = ReflectorBench.streaming();
    expectStream(bench, "").fail(INVALID);
    bench.source.awaitList().respond("60");
    bench.source.awaitWatch().open().error(EXPIRED);
    bench.source.awaitList().respond("70");
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.source.awaitWatch().open();
    for (int minute = 0; minute < 61; minute++) {
      watch.bookmark(Integer.toString(71 + minute));
      bench.runtime.advance(Duration.ofMinutes(1));
    }
    watch.error(EXPIRED);
    expectStream(bench, "131");
  }

  @Test
  void aVeryShortStreamLeadsToAList() {
    ReflectorBench bench = ReflectorBench.streaming();
    expectStream(bench, "").open().close();
    expectList(bench, "0");
    assertThat(bench.failures).containsExactly("RECOVERED OTHER");
  }

  @Test
  void aStreamThatEndsEarlyIsRestartedFromScratchOnce() {
    ReflectorBench bench = ReflectorBench.streaming();
    ScriptedSource<TestObject>.ScriptedWatch first = expectStream(bench, "").open();
    first.added(object("stale", 4));
    first.close();
    assertThat(bench.untilRequest()).isEqualTo(Duration.ZERO);
    ScriptedSource<TestObject>.ScriptedWatch second = expectStream(bench, "").open();
    second.added(object("a", 4));
    second.initialEventsEnd("50");
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4] at 50");
  }

  @Test
  void aSecondStreamThatEndsEarlyLeadsToAListAndIsRemembered() {
    ReflectorBench bench = ReflectorBench.streaming();
    for (int stream = 0; stream < 2; stream++) {
      ScriptedSource<TestObject>.ScriptedWatch unfinished =
          expectStream(bench, "").open();
      unfinished.added(object("a", 4));
      unfinished.close();
    }
    bench.source.awaitList().respond("60");
    bench.source.awaitWatch().open().error(EXPIRED);
    assertThat(bench.source.awaitList().options().resourceVersion()).isEqualTo("60");
  }

  @Test
  void lostConnectionsLeadToAListButAreNotHeldAgainstTheServer() {
    ReflectorBench bench = ReflectorBench.streaming();
    for (int stream = 0; stream < 2; stream++) {
      ScriptedSource<TestObject>.ScriptedWatch unfinished =
          expectStream(bench, "").open();
      unfinished.added(object("a", 4));
      unfinished.fail(LOST);
    }
    bench.source.awaitList().respond("60");
    bench.source.awaitWatch().open().error(EXPIRED);
    expectStream(bench, "60");
  }

  @Test
  @Tag("client-go:TestInitialEventsEndBookmarkTicker")
  void aMinuteOfSilenceLeadsToAListAndIsRemembered() {
    ReflectorBench bench = ReflectorBench.streaming();
    ScriptedSource<TestObject>.ScriptedWatch stream = expectStream(bench, "").open();
    stream.added(object("a", 4));
    bench.runtime.advance(Duration.ofSeconds(59));
    stream.added(object("b", 5));
    bench.runtime.advance(Duration.ofSeconds(60).minusNanos(1));
    assertThat(stream.isCancelled()).isFalse();
    bench.runtime.advance(Duration.ofNanos(1));
    assertThat(stream.isCancelled()).isTrue();
    bench.source.awaitList().respond("60");
    bench.source.awaitWatch().open().error(EXPIRED);
    assertThat(bench.source.awaitList().options().resourceVersion()).isEqualTo("60");
  }

  @Test
  void aStreamThatNeverOpensLeadsToAListAfterAMinute() {
    ReflectorBench bench = ReflectorBench.streaming();
    ScriptedSource<TestObject>.ScriptedWatch stream = expectStream(bench, "");
    assertThat(bench.untilRequest()).isEqualTo(Duration.ofMinutes(1));
    assertThat(stream.isCancelled()).isTrue();
    bench.source.awaitList();
  }

  @Test
  void afterItsEndTheStreamHasTheDeadlineOfAWatch() {
    ReflectorBench bench = ReflectorBench.streaming();
    ScriptedSource<TestObject>.ScriptedWatch stream = synced(bench);
    bench.runtime.advance(stream.options().watchTimeout());
    assertThat(stream.isCancelled()).isFalse();
    bench.runtime.advance(Duration.ofSeconds(30));
    assertThat(stream.isCancelled()).isTrue();
    assertThat(bench.source.awaitWatch().options().resourceVersion()).isEqualTo("50");
  }

  @Test
  void openingIsRetriedByTheSameRulesAsAnyRequest() {
    ReflectorBench bench = ReflectorBench.streaming();
    expectStream(bench, "").fail(LOST);
    assertThat(bench.untilRequest()).isEqualTo(Duration.ofSeconds(1));
    expectStream(bench, "")
        .fail(SourceException.status(503, "", "wait", false, Duration.ofSeconds(4)));
    assertThat(bench.untilRequest()).isEqualTo(Duration.ofSeconds(4));
    expectStream(bench, "");
    assertThat(bench.failures).containsExactly("RETRIED NETWORK", "RETRIED 503");
    assertThat(bench.reflector.state()).isInstanceOf(ReflectorState.Streaming.class);
  }

  @Test
  void unchangedObjectsKeepTheirInstances() {
    ReflectorBench bench = ReflectorBench.streaming();
    ScriptedSource<TestObject>.ScriptedWatch stream = synced(bench);
    var before = bench.queue.state.get("default/a");
    stream.error(EXPIRED);
    ScriptedSource<TestObject>.ScriptedWatch again = bench.source.awaitWatch().open();
    again.added(object("a", 4));
    again.initialEventsEnd("60");
    assertThat(bench.queue.state.get("default/a")).isSameAs(before);
  }

  @Test
  void ordinaryBookmarksDoNotKeepAStreamAliveThatSendsNothingElse() {
    ReflectorBench bench = ReflectorBench.streaming();
    ScriptedSource<TestObject>.ScriptedWatch stream = expectStream(bench, "").open();
    stream.added(object("a", 4));
    bench.runtime.advance(Duration.ofSeconds(40));
    stream.bookmark("30");
    bench.runtime.advance(Duration.ofSeconds(20).minusNanos(1));
    assertThat(stream.isCancelled()).isFalse();
    bench.runtime.advance(Duration.ofNanos(1));
    assertThat(stream.isCancelled()).isTrue();
    expectList(bench, "0");
  }

  @Test
  void aStreamThatSendsAndSendsButNeverEndsIsGivenUpForAListAndRemembered() {
    ReflectorBench bench = ReflectorBench.streaming();
    ScriptedSource<TestObject>.ScriptedWatch stream = expectStream(bench, "").open();
    Duration left = stream.options().watchTimeout().plusSeconds(30);
    for (int version = 5; left.compareTo(Duration.ofSeconds(30)) > 0; version++) {
      bench.runtime.advance(Duration.ofSeconds(30));
      left = left.minusSeconds(30);
      stream.modified(object("a", version));
    }
    bench.runtime.advance(left.minusNanos(1));
    assertThat(stream.isCancelled()).isFalse();
    bench.runtime.advance(Duration.ofNanos(1));
    assertThat(stream.isCancelled()).isTrue();
    assertThat(bench.failures).containsExactly("RECOVERED OTHER");
    assertThat(bench.queue.drain()).isEmpty();
    bench.source.awaitList().respond("60");
    bench.source.awaitWatch().open().error(EXPIRED);
    assertThat(bench.source.awaitList().options().resourceVersion()).isEqualTo("60");
  }

  @Test
  void theTimeAStreamIsNotAskedForMoreIsNotCounted() {
    ReflectorBench bench = ReflectorBench.streaming();
    ScriptedSource<TestObject>.ScriptedWatch stream = expectStream(bench, "").open();
    bench.queue.room = false;
    stream.added(object("a", 4));
    bench.runtime.advance(Duration.ofHours(1));
    bench.queue.makeRoom();
    bench.runtime.advance(Duration.ofSeconds(59));
    assertThat(stream.isCancelled()).isFalse();
    stream.initialEventsEnd("50");
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4] at 50");
  }

  @Test
  void aRefusalIsRememberedForAllReflectorsOfTheSource() {
    ReflectorBench bench = ReflectorBench.streaming();
    expectStream(bench, "").fail(INVALID);
    bench.source.awaitList().respond("60");
    bench.source.awaitWatch().open();
    Reflector<TestObject> second = Reflector.builder(
            bench.source, TestObject.ACCESSOR, new RecordingQueue(), bench.runtime)
        .build();
    second.start();
    assertThat(bench.source.awaitList().options().resourceVersion()).isEqualTo("0");
    expectStream(ReflectorBench.streaming(), ""); // another source is asked
  }
}

package dev.informant.internal.source;

import static dev.informant.internal.source.ReflectorBench.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.BackoffPolicy;
import dev.informant.source.Item;
import dev.informant.source.ListOptions;
import dev.informant.source.SourceException;
import dev.informant.source.SourceException.Kind;
import dev.informant.source.WatchEvent;
import dev.informant.testing.ScriptedSource;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ReflectorWatchTest {
  private static final SourceException EXPIRED = SourceException.status(410, "Expired", "too old");
  private static final SourceException BUSY =
      SourceException.status(429, "TooManyRequests", "slow down");
  private static final SourceException INTERNAL =
      SourceException.status(500, "InternalError", "oops");
  private static final SourceException REFUSED =
      SourceException.of(Kind.CONNECTION_REFUSED, "refused", null);
  private static final SourceException LOST = SourceException.of(Kind.NETWORK, "reset", null);

  private static void expectWatch(ReflectorBench bench, String version) {
    assertThat(bench.source.awaitWatch().options().resourceVersion()).isEqualTo(version);
  }

  private static void expectRelist(ReflectorBench bench, String version) {
    assertThat(bench.untilRequest()).isGreaterThanOrEqualTo(Duration.ofMillis(800));
    assertThat(bench.source.awaitList().options())
        .isEqualTo(ListOptions.NONE.withResourceVersion(version));
  }

  @Test
  @Tag("client-go:TestReflectorWatchHandler")
  @Tag("client-go:TestReflectorResourceVersionUpdate")
  void eventsAreHandedOnInOrderAndTheLastVersionIsRemembered() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    watch.added(object("b", 11));
    watch.events(
        new WatchEvent.Modified<>(new Item.Good<>(object("a", 12))),
        new WatchEvent.Deleted<>(new Item.Good<>(object("b", 13))));
    watch.bookmark("50");
    assertThat(bench.queue.drain())
        .containsExactly(
            "add default/b@11", "update default/a@12", "delete default/b@13", "bookmark 50");
    assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("50");
    assertThat(bench.versions).containsExactly("10", "11", "12", "13", "50");
    watch.added(object("c", 32));
    assertThat(bench.reflector.lastSyncResourceVersion())
        .as("a version is taken as it is, even if lower")
        .isEqualTo("32");
  }

  @Test
  void aStreamThatEndsAfterAnEventIsOpenedAgainAtOnce() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    watch.modified(object("a", 11));
    watch.close();
    assertThat(bench.untilRequest()).isEqualTo(Duration.ZERO);
    expectWatch(bench, "11");
    assertThat(bench.failures).isEmpty();
  }

  @Test
  void aBrokenStreamIsResumedLikeOneThatEnded() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    watch.modified(object("a", 11));
    watch.fail(LOST);
    assertThat(bench.untilRequest()).isEqualTo(Duration.ZERO);
    expectWatch(bench, "11");
    assertThat(bench.failures).containsExactly("RECOVERED NETWORK");
    assertThat(bench.lastEnd).isSameAs(LOST);
    assertThat(bench.ended).isEqualTo(1);
  }

  @Test
  void aQuietStreamThatLastedASecondIsOpenedAgainAtOnce() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    bench.runtime.advance(Duration.ofSeconds(1));
    watch.close();
    assertThat(bench.untilRequest()).isEqualTo(Duration.ZERO);
    expectWatch(bench, "10");
  }

  @Test
  @Tag("client-go:TestReflectorHandleWatchResultChanClosedBefore")
  @Tag("client-go:TestReflectorHandleWatchResultChanClosedAfter")
  void aVeryShortWatchWithoutEventsLeadsToARelist() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    bench.runtime.advance(Duration.ofMillis(999));
    watch.close();
    expectRelist(bench, "10");
    assertThat(bench.failures).containsExactly("RELISTING OTHER");
  }

  @Test
  void unexpectedEventsDoNotCountAsEvents() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    watch.events(new WatchEvent.Unexpected<>("a Pod among ConfigMaps"));
    assertThat(bench.skipped).containsExactly("");
    assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("10");
    assertThat(watch.isCancelled()).isFalse();
    watch.close();
    expectRelist(bench, "10");
  }

  @Test
  @Tag("client-go:TestCloseWatchChannelOnError")
  void anExpiredVersionLeadsToARelistAtTheLastVersion() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    watch.events(
        new WatchEvent.Modified<>(new Item.Good<>(object("a", 12))),
        new WatchEvent.Error<>(EXPIRED),
        new WatchEvent.Modified<>(new Item.Good<>(object("a", 13))));
    assertThat(watch.isCancelled()).isTrue();
    assertThat(bench.queue.drain())
        .as("nothing after an error counts")
        .containsExactly("update default/a@12");
    expectRelist(bench, "12");
    assertThat(bench.failures).containsExactly("RELISTING 410");
  }

  @Test
  @Tag("client-go:TestBackoffOnTooManyRequests")
  void tooManyRequestsInTheStreamBacksOffAndWatchesAgain() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    watch.modified(object("a", 12));
    watch.error(BUSY);
    assertThat(bench.reflector.state()).isInstanceOf(ReflectorState.BackingOff.class);
    assertThat(bench.untilRequest()).isBetween(Duration.ofMillis(800), Duration.ofMillis(1600));
    expectWatch(bench, "12");
    assertThat(bench.failures).containsExactly("RECOVERED 429");
  }

  @Test
  void aRetryAfterInTheStreamIsObeyed() {
    ReflectorBench bench = ReflectorBench.listing();
    bench
        .watching()
        .error(SourceException.status(
            429, "TooManyRequests", "slow down", false, Duration.ofSeconds(20)));
    assertThat(bench.untilRequest()).isEqualTo(Duration.ofSeconds(20));
    expectWatch(bench, "10");
  }

  @Test
  void aRetryAfterShorterThanTheBackoffDoesNotShortenIt() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("10");
    for (long base : new long[] {800, 1600, 3200, 6400}) {
      bench
          .source
          .awaitWatch()
          .open()
          .error(SourceException.status(
              429, "TooManyRequests", "slow down", false, Duration.ofMillis(100)));
      assertThat(bench.untilRequest())
          .isBetween(Duration.ofMillis(base), Duration.ofMillis(2 * base));
    }
    expectWatch(bench, "10");
  }

  @Test
  @Tag("client-go:TestNoRelistOnTooManyRequests")
  void tooManyRequestsOnOpeningNeverRelists() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("10");
    for (int attempt = 0; attempt < 4; attempt++) {
      bench.source.awaitWatch().fail(BUSY);
      assertThat(bench.untilRequest()).isGreaterThanOrEqualTo(Duration.ofMillis(800));
    }
    expectWatch(bench, "10");
    assertThat(bench.failures).containsOnly("RECOVERED 429").hasSize(4);
  }

  @Test
  @Tag("client-go:TestReflectorListAndWatchInitConnBackoff")
  @Tag("client-go:TestNewReflectorWithCustomBackoff")
  void aRefusedConnectionBacksOffExponentiallyUpToTheCapAndNeverRelists() {
    BackoffPolicy policy = new BackoffPolicy(
        Duration.ofMillis(10), 2.0, Duration.ofMillis(100), 0.0, Duration.ofMinutes(2));
    ReflectorBench bench =
        ReflectorBench.listing(builder -> builder.set(ReflectorOptions.BACKOFF, policy));
    bench.source.awaitList().respond("10");
    for (int millis : new int[] {10, 20, 40, 80, 100, 100}) {
      bench.source.awaitWatch().fail(REFUSED);
      assertThat(bench.untilRequest()).isEqualTo(Duration.ofMillis(millis));
    }
    expectWatch(bench, "10");
  }

  @Test
  void anyOtherFailureToOpenIsReportedAndRelists() {
    for (SourceException cause : new SourceException[] {
      SourceException.status(500, "", "oops"), EXPIRED, SourceException.of(Kind.DECODE, "?", null)
    }) {
      ReflectorBench bench = ReflectorBench.listing();
      bench.source.awaitList().respond("10");
      bench.source.awaitWatch().fail(cause);
      assertThat(bench.failures).singleElement().asString().startsWith("REPORTED");
      expectRelist(bench, "10");
    }
  }

  @Test
  void openingIsRetriedAfterALostConnectionAndThenCountsAsAnEmptyWatch() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("10");
    for (int retry = 0; retry < 10; retry++) {
      bench.source.awaitWatch().fail(LOST);
      assertThat(bench.untilRequest()).isEqualTo(Duration.ofSeconds(1));
    }
    Set<ListOptions> requests = new HashSet<>(bench.source.requests().subList(1, 12));
    assertThat(requests).as("the same request each time").hasSize(1);
    bench.source.awaitWatch().fail(LOST);
    expectRelist(bench, "10");
    assertThat(bench.failures).hasSize(11).endsWith("RETRIED NETWORK", "RELISTING NETWORK");
  }

  @Test
  void openingIsRetriedWhenTheServerSaysWhen() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("10");
    bench
        .source
        .awaitWatch()
        .fail(SourceException.status(503, "", "wait", false, Duration.ofSeconds(3)));
    assertThat(bench.untilRequest()).isEqualTo(Duration.ofSeconds(3));
    expectWatch(bench, "10");
    assertThat(bench.failures).containsExactly("RETRIED 503");
  }

  @Test
  void anInternalErrorRelistsByDefault() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.watching().error(INTERNAL);
    expectRelist(bench, "10");
    assertThat(bench.failures).containsExactly("RELISTING 500");
  }

  @Test
  @Tag("client-go:TestRetryInternalError")
  void internalErrorsAreRetriedAtOnceInsideTheWindow() {
    ReflectorBench bench = ReflectorBench.listing(
        builder -> builder.set(ReflectorOptions.MAX_INTERNAL_ERROR_RETRY, Duration.ofSeconds(30)));
    bench.source.awaitList().respond("10");
    int watches = 0;
    do {
      ScriptedSource<TestObject>.ScriptedWatch watch = bench.source.awaitWatch().open();
      watches++;
      bench.runtime.advance(Duration.ofSeconds(1));
      watch.error(INTERNAL);
    } while (bench.source.hasRequest());
    assertThat(watches).isEqualTo(32);
    expectRelist(bench, "10");
  }

  @Test
  @Tag("client-go:TestReflectorReplacesStoreOnUnsafeDelete")
  void anObjectTheServerCannotReadAnyMoreIsGoneAfterTheRelistAndTheOthersStay() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("10", object("corrupt", 4), object("a", 5));
    bench
        .source
        .awaitWatch()
        .open()
        .error(SourceException.status(500, "StorageReadError", "data corrupt"));
    bench.source.awaitList().respond("20", object("a", 5));
    assertThat(bench.queue.state).containsOnlyKeys("default/a");
    assertThat(bench.failures).containsExactly("RELISTING 500");
  }

  @Test
  void aStreamThatIsNotUnderstoodRelists() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    watch.modified(object("a", 12));
    watch.fail(SourceException.of(Kind.DECODE, "not JSON", null));
    expectRelist(bench, "12");
    assertThat(bench.failures).containsExactly("RELISTING DECODE");
  }

  @Test
  @Tag("client-go:TestWatchTimeout")
  void watchTimeoutsVaryBetweenTheMinimumAndTwiceThat() {
    Set<Duration> seen = new HashSet<>();
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    for (int i = 0; i < 50; i++) {
      seen.add(watch.options().watchTimeout());
      watch.modified(object("a", 20 + i));
      watch.close();
      watch = bench.source.awaitWatch().open();
    }
    assertThat(seen)
        .hasSizeGreaterThan(20)
        .allSatisfy(timeout ->
            assertThat(timeout).isBetween(Duration.ofSeconds(300), Duration.ofSeconds(599)));
    ReflectorBench longer = ReflectorBench.listing(
        builder -> builder.set(ReflectorOptions.MIN_WATCH_TIMEOUT, Duration.ofHours(1)));
    assertThat(longer.watching().options().watchTimeout())
        .isBetween(Duration.ofHours(1), Duration.ofHours(2));
  }

  @Test
  void aWatchWithoutVersionPropagatesVersionsOnlyAfterItsFirstOtherEvent() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("");
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.source.awaitWatch().open();
    watch.added(object("a", 40));
    watch.added(object("b", 7));
    assertThat(bench.reflector.lastSyncResourceVersion()).isEmpty();
    watch.modified(object("b", 41));
    assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("41");
    watch.added(object("c", 42));
    assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("42");
  }

  @Test
  void anEventWithoutVersionIsTakenAsItIs() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.watching().added(TestObject.named("b"));
    assertThat(bench.reflector.lastSyncResourceVersion()).isEmpty();
  }

  @Test
  void aWatchPastItsTimeIsCutAndResumedWithoutRelist() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    Duration limit = watch.options().watchTimeout().plusSeconds(30);
    bench.runtime.advance(limit.minusNanos(1));
    assertThat(watch.isCancelled()).isFalse();
    bench.runtime.advance(Duration.ofNanos(1));
    assertThat(watch.isCancelled()).isTrue();
    expectWatch(bench, "10");
    assertThat(bench.failures).containsExactly("RECOVERED NETWORK");
  }

  @Test
  void aWatchThatMissesThreeBookmarksIsCutAndResumed() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    watch.bookmark("20");
    bench.runtime.advance(Duration.ofMinutes(1));
    watch.bookmark("30");
    bench.runtime.advance(Duration.ofMinutes(3).minusNanos(1));
    assertThat(watch.isCancelled()).isFalse();
    bench.runtime.advance(Duration.ofNanos(1));
    assertThat(watch.isCancelled()).isTrue();
    expectWatch(bench, "30");
  }

  @Test
  void aWatchThatIsNotAskedForMoreIsNotBlamedForSilence() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    bench.queue.room = false;
    watch.bookmark("20");
    bench.runtime.advance(Duration.ofHours(1));
    assertThat(watch.wantsMore()).isFalse();
    assertThat(watch.isCancelled()).isFalse();
    bench.queue.makeRoom();
    assertThat(watch.wantsMore()).isTrue();
    bench.runtime.advance(Duration.ofMinutes(3).minusNanos(1));
    assertThat(watch.isCancelled()).isFalse();
    bench.runtime.advance(Duration.ofNanos(1));
    assertThat(watch.isCancelled()).isTrue();
  }

  @Test
  void moreIsAskedForOnlyWhileTheQueueHasRoom() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    watch.modified(object("a", 11));
    assertThat(watch.wantsMore()).isTrue();
    bench.queue.room = false;
    watch.modified(object("a", 12));
    assertThat(watch.wantsMore()).isFalse();
    bench.queue.makeRoom();
    assertThat(watch.wantsMore()).isTrue();
    watch.modified(object("a", 13));
    assertThat(bench.queue.state.get("default/a").resourceVersion()).isEqualTo("13");
  }

  @Test
  void oneBackoffServesListsAndWatches() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().fail(SourceException.status(403, "Forbidden", "not yours"));
    assertThat(bench.untilRequest()).isBetween(Duration.ofMillis(800), Duration.ofMillis(1600));
    bench.source.awaitList().respond("10");
    bench.source.awaitWatch().fail(REFUSED);
    assertThat(bench.untilRequest()).isBetween(Duration.ofMillis(1600), Duration.ofMillis(3200));
    bench.source.awaitWatch().open().error(BUSY);
    assertThat(bench.untilRequest()).isBetween(Duration.ofMillis(3200), Duration.ofMillis(6400));
  }

  @Test
  void watchesThatEndAsSoonAsTheyBeginAreOpenedAgainAtOnceFourTimesAndThenAfterAPause() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    for (int version = 11; version < 20; version++) {
      watch.modified(object("a", version));
      watch.close();
      assertThat(bench.untilRequest())
          .isEqualTo(version < 15 ? Duration.ZERO : Duration.ofMillis(800));
      watch = bench.source.awaitWatch().open();
      assertThat(watch.options().resourceVersion()).isEqualTo(Integer.toString(version));
    }
    assertThat(bench.failures).containsOnly("RECOVERED OTHER").hasSize(5);
    bench.runtime.advance(Duration.ofSeconds(1));
    watch.close();
    assertThat(bench.untilRequest()).as("one that lasted ends the row").isEqualTo(Duration.ZERO);
    assertThat(bench.reflector.state()).isInstanceOf(ReflectorState.Watching.class);
  }
}

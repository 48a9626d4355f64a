package dev.informant.internal.source;

import static dev.informant.internal.source.ReflectorBench.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.object.Revision;
import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.SourceException;
import dev.informant.source.SourceException.Kind;
import dev.informant.testing.ScriptedSource;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class ReflectorListTest {
  private static final SourceException EXPIRED = SourceException.status(410, "Expired", "too old");
  private static final SourceException TOO_LARGE =
      SourceException.status(504, "Timeout", "Too large resource version", true, null);
  private static final SourceException LOST = SourceException.of(Kind.NETWORK, "reset", null);

  private static SourceException status(int code, @Nullable Duration retryAfter) {
    return SourceException.status(code, "", "no", /* tooLarge= */ false, retryAfter);
  }

  private static void expect(ListOptions options, String version, long limit, String token) {
    assertThat(options)
        .isEqualTo(ListOptions.NONE
            .withResourceVersion(version)
            .withLimit(limit)
            .withContinueToken(token));
  }

  /** Ends the watch so that a relist follows. */
  private static void expire(ReflectorBench bench) {
    bench.source.awaitWatch().open().error(EXPIRED);
  }

  @Test
  @Tag("client-go:TestReflectorListAndWatch")
  void listsAtVersionZeroInPagesAndWatchesFromTheListsVersion() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedList list = bench.source.awaitList();
    expect(list.options(), "0", 500, "");
    list.respond("10", object("a", 4), object("b", 5));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4, default/b@5] at 10");
    assertThat(bench.lists).containsExactly("10 2 initial");
    ListOptions watch = bench.source.awaitWatch().options();
    assertThat(watch.withWatchTimeout(Duration.ZERO))
        .isEqualTo(ListOptions.NONE.withResourceVersion("10").withAllowWatchBookmarks(true));
    assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("10");
    assertThat(bench.requests).containsExactly(RequestKind.LIST, RequestKind.WATCH);
  }

  @Test
  void aListenerHearsOfACollectionBeforeAnythingOfItIsHandedOnOrHasRecovered() {
    ReflectorBench listing = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedList list = listing.source.awaitList();
    list.items(
        List.of(new Item.Bad<>("default/a", "", "4", new IllegalArgumentException("undecodable"))));
    list.complete(new ListMetadata("10", "", 0));
    expire(listing);
    listing.source.awaitList().respond("20", object("a", 14));
    listing.runtime.runUntilIdle();
    assertThat(listing.collected).containsExactly("10 [] []", "20 [] []");
    assertThat(listing.recovered).containsExactly("default/a");

    ReflectorBench streaming = ReflectorBench.streaming();
    ScriptedSource<TestObject>.ScriptedWatch stream =
        streaming.source.awaitWatch().open();
    stream.added(object("a", 4));
    stream.initialEventsEnd("10");
    streaming.runtime.runUntilIdle();
    assertThat(streaming.collected).containsExactly("10 [] []");
    assertThat(streaming.lists).containsExactly("10 1 initial");
  }

  @Test
  void anEmptyListIsReplacedToo() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("42");
    assertThat(bench.queue.drain()).containsExactly("replace [] at 42");
  }

  @Test
  void pagesAreJoinedInOrderAndTheVersionGoesWithTheFirstOnly() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respondPage("10", "token-1", object("a", 4));
    assertThat(bench.queue.drain()).isEmpty();
    ScriptedSource<TestObject>.ScriptedList second = bench.source.awaitList();
    expect(second.options(), "", 500, "token-1");
    second.respond("11", object("b", 5));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4, default/b@5] at 10");
  }

  @Test
  void itemsOfAPageMayComeInBatchesAndMoreIsAskedForEachTime() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.queue.room = false; // lists are staged, so the queue's room does not matter
    ScriptedSource<TestObject>.ScriptedList list = bench.source.awaitList();
    list.items(List.of(new Item.Good<>(object("a", 4))));
    assertThat(list.wantsMore()).isTrue();
    list.items(List.of(new Item.Good<>(object("b", 5))));
    list.complete(new ListMetadata("10", "", 0));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4, default/b@5] at 10");
  }

  @Test
  @Tag("client-go:TestReflectorWatchListPageSize")
  void anExplicitPageSizeIsUsedEvenWithAVersion() {
    ReflectorBench bench =
        ReflectorBench.listing(builder -> builder.set(ReflectorOptions.PAGE_SIZE, 4L));
    ScriptedSource<TestObject>.ScriptedList first = bench.source.awaitList();
    expect(first.options(), "0", 4, "");
    first.respond("10");
    expire(bench);
    expect(bench.source.awaitList().options(), "10", 4, "");
  }

  @Test
  @Tag("client-go:TestReflectorNotPaginatingNotConsistentReads")
  void aRelistAtAVersionIsNotPaged() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("10");
    expire(bench);
    expect(bench.source.awaitList().options(), "10", 0, "");
  }

  @Test
  @Tag("client-go:TestReflectorPaginatingNonConsistentReadsIfWatchCacheDisabled")
  void aPagedAnswerAtVersionZeroMakesLaterListsPaged() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respondPage("10", "token-1", object("a", 4));
    bench.source.awaitList().respond("10", object("b", 5));
    expire(bench);
    ScriptedSource<TestObject>.ScriptedList relist = bench.source.awaitList();
    expect(relist.options(), "10", 500, "");
    relist.respond("20");
    expire(bench);
    expect(bench.source.awaitList().options(), "20", 500, "");
  }

  @Test
  @Tag("client-go:TestReflectorResyncWithResourceVersion")
  void aRelistIsAskedForAtTheLastVersion() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("10");
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.source.awaitWatch().open();
    watch.modified(object("a", 12));
    watch.error(EXPIRED);
    expect(bench.source.awaitList().options(), "12", 0, "");
  }

  @Test
  @Tag("client-go:TestReflectorExpiredExactResourceVersion")
  void anExpiredListIsRepeatedAtOnceAtAnEmptyVersion() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("10");
    expire(bench);
    bench.source.awaitList().fail(EXPIRED);
    assertThat(bench.untilRequest()).isEqualTo(Duration.ZERO);
    ScriptedSource<TestObject>.ScriptedList latest = bench.source.awaitList();
    expect(latest.options(), "", 0, "");
    latest.respond("300", object("a", 200));
    assertThat(bench.queue.drain()).endsWith("replace [default/a@200] at 300");
    assertThat(bench.drainFailures()).containsExactly("RELISTING 410", "RECOVERED 410");
    expire(bench);
    expect(bench.source.awaitList().options(), "300", 0, "");
  }

  @Test
  @Tag("client-go:TestReflectorFullListIfTooLarge")
  void aListAfterTooLargeVersionIsAuthoritative() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("900", object("a", 899));
    expire(bench);
    bench.source.awaitList().fail(TOO_LARGE);
    ScriptedSource<TestObject>.ScriptedList latest = bench.source.awaitList();
    expect(latest.options(), "", 0, "");
    latest.respond("120", object("a", 10));
    assertThat(bench.queue.drain()).endsWith("replace [default/a@10] at 120 authoritative");
    assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("120");
    expire(bench);
    bench.source.awaitList().respond("130");
    assertThat(bench.queue.drain()).endsWith("replace [] at 130");
  }

  @Test
  void ifTheListAtAnEmptyVersionFailsTooTheNextRoundAsksForItAgainAndIsStillAuthoritative() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("900");
    expire(bench);
    bench.source.awaitList().fail(TOO_LARGE);
    bench.source.awaitList().fail(status(500, null));
    assertThat(bench.drainFailures())
        .containsExactly("RELISTING 410", "RECOVERED 504", "REPORTED 500");
    ScriptedSource<TestObject>.ScriptedList next = bench.source.awaitList();
    expect(next.options(), "", 500, "");
    next.respond("120");
    assertThat(bench.queue.drain()).endsWith("replace [] at 120 authoritative");
  }

  @Test
  @Tag("client-go:TestReflectorFullListIfExpired")
  void anExpiredContinueTokenLeadsToOneFullListAtTheRequestedVersion() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respondPage("10", "token-1", object("stale", 4));
    bench.source.awaitList().fail(EXPIRED);
    ScriptedSource<TestObject>.ScriptedList full = bench.source.awaitList();
    expect(full.options(), "0", 0, "");
    full.respond("510", object("a", 4));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4] at 510");
    assertThat(bench.source.awaitWatch().options().resourceVersion()).isEqualTo("510");
  }

  @Test
  void aListThatKeepsGivingBackAnExpiredVersionIsAskedForAtAnEmptyOne() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("10");
    expire(bench);
    bench.source.awaitList().respond("10");
    expire(bench);
    expect(bench.source.awaitList().options(), "", 500, "");
  }

  @Test
  void afterNewerEventsAnExpiredWatchRelistsAtItsLastVersionThoughItsListGaveBackAnEarlierOne() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("10");
    expire(bench);
    bench.source.awaitList().respond("10", object("a", 4));
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.source.awaitWatch().open();
    watch.modified(object("a", 12));
    watch.error(EXPIRED);
    expect(bench.source.awaitList().options(), "12", 0, "");
  }

  @Test
  void aListWithoutVersionIsWatchedWithoutVersionAndListedAgainAtZero() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("", object("a", 4));
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.source.awaitWatch();
    assertThat(watch.options().resourceVersion()).isEmpty();
    watch.open().error(EXPIRED);
    expect(bench.source.awaitList().options(), "0", 500, "");
  }

  @Test
  @Tag("client-go:TestReflectorListAndWatchWithErrors")
  void aFailedListIsReportedAndRepeatedAfterBackoff() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().fail(status(500, null));
    assertThat(bench.reflector.state()).isInstanceOf(ReflectorState.BackingOff.class);
    assertThat(bench.reflector.state().cause()).hasMessage("no");
    assertThat(bench.untilRequest()).isBetween(Duration.ofMillis(800), Duration.ofMillis(1600));
    bench.source.awaitList().fail(SourceException.status(403, "Forbidden", "not yours"));
    assertThat(bench.untilRequest()).isBetween(Duration.ofMillis(1600), Duration.ofMillis(3200));
    assertThat(bench.drainFailures()).containsExactly("REPORTED 500", "REPORTED 403");
    assertThat(bench.reflector.state())
        .isInstanceOfSatisfying(
            ReflectorState.Listing.class, listing -> assertThat(listing.cause()).isNotNull());
  }

  @Test
  void aRefusedConnectionIsNotRetriedByItselfButBacksOff() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().fail(SourceException.of(Kind.CONNECTION_REFUSED, "refused", null));
    assertThat(bench.drainFailures()).containsExactly("REPORTED CONNECTION_REFUSED");
    assertThat(bench.untilRequest()).isBetween(Duration.ofMillis(800), Duration.ofMillis(1600));
  }

  @Test
  void aConnectionLostBeforeAnAnswerIsRetriedAfterASecondUpToTenTimes() {
    ReflectorBench bench = ReflectorBench.listing();
    for (int retry = 0; retry < 10; retry++) {
      bench.source.awaitList().fail(LOST);
      assertThat(bench.reflector.state()).isInstanceOf(ReflectorState.BackingOff.class);
      assertThat(bench.untilRequest()).isEqualTo(Duration.ofSeconds(1));
      assertThat(bench.reflector.state()).isInstanceOf(ReflectorState.Listing.class);
      assertThat(bench.drainFailures()).containsExactly("RETRIED NETWORK");
    }
    bench.source.awaitList().fail(LOST);
    assertThat(bench.drainFailures()).containsExactly("REPORTED NETWORK");
  }

  @Test
  void aBodyCutShortIsNotRetriedByItself() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedList begun = bench.source.awaitList();
    begun.begin();
    begun.fail(LOST);
    assertThat(bench.drainFailures()).containsExactly("REPORTED NETWORK");
    ScriptedSource<TestObject>.ScriptedList delivered = bench.source.awaitList();
    delivered.items(List.of(new Item.Good<>(object("half", 4))));
    delivered.fail(LOST);
    assertThat(bench.drainFailures()).containsExactly("REPORTED NETWORK");
    bench.source.awaitList().respond("21", object("a", 4));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4] at 21");
  }

  @Test
  void withoutPatienceRetryAfterIsObeyedForBusyServersUpToTenTimes() {
    ReflectorBench bench =
        ReflectorBench.listing(options -> options.set(ReflectorOptions.PATIENT_RETRIES, false));
    for (int retry = 0; retry < 10; retry++) {
      ScriptedSource<TestObject>.ScriptedList list = bench.source.awaitList();
      list.begin();
      list.fail(status(retry % 2 == 0 ? 429 : 503, Duration.ofSeconds(7)));
      assertThat(bench.untilRequest()).isEqualTo(Duration.ofSeconds(7));
    }
    assertThat(bench.drainFailures()).hasSize(10).allMatch(line -> line.startsWith("RETRIED"));
    bench.source.awaitList().fail(status(429, Duration.ofSeconds(7)));
    assertThat(bench.drainFailures()).containsExactly("REPORTED 429");
    assertThat(bench.untilRequest())
        .as("the pause of the round is not shorter than what the server asked for")
        .isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void fromTheFourthFailureOnAShortRetryAfterIsOnlyTheLeastWait() {
    ReflectorBench bench = ReflectorBench.listing();
    for (int failure = 1; failure <= 3; failure++) {
      bench.source.awaitList().fail(status(503, Duration.ofSeconds(1)));
      assertThat(bench.untilRequest()).isEqualTo(Duration.ofSeconds(1));
    }
    for (long least : new long[] {1000, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000, 30_000}) {
      bench.source.awaitList().fail(status(503, Duration.ofSeconds(1)));
      assertThat(bench.untilRequest())
          .isBetween(Duration.ofMillis(least), Duration.ofMillis(2 * least))
          .isNotEqualTo(Duration.ofMillis(least));
    }
  }

  @Test
  void fromTheFourthFailureOnALongRetryAfterHasJitterToo() {
    ReflectorBench bench = ReflectorBench.listing();
    for (int failure = 1; failure <= 3; failure++) {
      bench.source.awaitList().fail(status(429, Duration.ofSeconds(60)));
      assertThat(bench.untilRequest()).isEqualTo(Duration.ofSeconds(60));
    }
    bench.source.awaitList().fail(status(429, Duration.ofSeconds(60)));
    assertThat(bench.untilRequest())
        .isBetween(Duration.ofSeconds(60).plusNanos(1), Duration.ofSeconds(120));
  }

  @Test
  void aRetryAfterShorterThanTheBackoffDoesNotShortenThePauseOfTheRound() {
    ReflectorBench bench = ReflectorBench.listing();
    for (long base : new long[] {800, 1600, 3200, 6400}) {
      bench.source.awaitList().fail(status(403, Duration.ofMillis(100)));
      assertThat(bench.untilRequest())
          .isBetween(Duration.ofMillis(base), Duration.ofMillis(2 * base));
    }
  }

  @Test
  void retriesAreCountedForEachPage() {
    ReflectorBench bench = ReflectorBench.listing();
    for (int retry = 0; retry < 10; retry++) {
      bench.source.awaitList().fail(LOST);
    }
    bench.source.awaitList().respondPage("10", "token-1", object("a", 4));
    bench.source.awaitList().fail(LOST);
    ScriptedSource<TestObject>.ScriptedList again = bench.source.awaitList();
    expect(again.options(), "", 500, "token-1");
    again.respond("10", object("b", 5));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4, default/b@5] at 10");
  }

  @Test
  void clientErrorsAreNotRetriedByThemselvesEvenWithRetryAfter() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().fail(status(403, Duration.ofSeconds(3)));
    assertThat(bench.drainFailures()).containsExactly("REPORTED 403");
  }

  @Test
  void duplicateKeysAreHandedOnOnceWithTheLastState() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("10", object("a", 4), object("b", 5), object("a", 6));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@6, default/b@5] at 10");
  }

  @Test
  void anUnchangedObjectOfARelistKeepsItsInstanceAndIsNotTransformedAgain() {
    List<String> transformed = new ArrayList<>();
    ReflectorBench bench = ReflectorBench.listing(builder ->
        builder.set(ReflectorOptions.<TestObject>transform(), object -> {
          transformed.add(object.name() + object.resourceVersion());
          return object.withData("stripped").withResourceVersion("");
        }));
    bench.source.awaitList().respond("10", object("a", 4), object("b", 5), object("c", 6));
    List<Revision<TestObject>> before = List.copyOf(bench.queue.state.values());
    expire(bench);
    bench
        .source
        .awaitList()
        .respond("20", object("a", 4), object("b", 15), object("c", 6).withUid("other"));
    assertThat(transformed).containsExactly("a4", "b5", "c6", "b15", "c6");
    assertThat(bench.queue.state.get("default/a")).isSameAs(before.get(0));
    assertThat(bench.queue.state.get("default/b")).isNotSameAs(before.get(1));
    assertThat(bench.queue.state.get("default/c").uid()).isEqualTo("other");
  }

  @Test
  void objectsWithoutVersionAreNeverTakenForUnchanged() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("10", TestObject.named("a").withData("old"));
    expire(bench);
    bench.source.awaitList().respond("20", TestObject.named("a").withData("new"));
    assertThat(bench.queue.state.get("default/a").object().data()).isEqualTo("new");
  }

  @Test
  void aSlowListIsReported() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedList list = bench.source.awaitList();
    bench.runtime.advance(Duration.ofSeconds(10));
    list.respond("10");
    assertThat(bench.slowLists).isZero();
    expire(bench);
    list = bench.source.awaitList();
    bench.runtime.advance(Duration.ofSeconds(11));
    list.respond("20");
    assertThat(bench.slowLists).isEqualTo(1);
    assertThat(bench.lists).containsExactly("10 0 initial", "20 0");
  }

  @Test
  void aWatchWithoutVersionThatEndsIsNotResumedButListedAgain() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("", object("a", 4));
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.source.awaitWatch().open();
    watch.added(object("a", 4));
    bench.runtime.advance(Duration.ofSeconds(5));
    watch.close();
    assertThat(bench.drainFailures()).containsExactly("RELISTING OTHER");
    assertThat(bench.untilRequest()).isGreaterThanOrEqualTo(Duration.ofMillis(800));
    bench.queue.drain();
    bench.source.awaitList().respond("");
    assertThat(bench.queue.drain())
        .as("the delete in the gap is seen")
        .containsExactly("replace [] at ");
    watch = bench.source.awaitWatch().open();
    watch.modified(object("b", 41));
    watch.close();
    assertThat(bench.source.awaitWatch().options().resourceVersion())
        .as("an event brought a version")
        .isEqualTo("41");
  }

  @Test
  void aListedVersionThatIsExpiredForTheOpeningWatchTooIsAskedForAtAnEmptyOne() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("50");
    bench.source.awaitWatch().fail(EXPIRED);
    ScriptedSource<TestObject>.ScriptedList list = bench.source.awaitList();
    expect(list.options(), "50", 0, "");
    list.respond("50");
    bench.source.awaitWatch().fail(EXPIRED);
    expect(bench.source.awaitList().options(), "", 500, "");
  }

  @Test
  void aPageOfWhichNothingIsHeardIsGivenUpAndTheListBegunAgain() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedList list = bench.source.awaitList();
    bench.runtime.advance(Duration.ofSeconds(80));
    list.begin();
    bench.runtime.advance(Duration.ofSeconds(80));
    list.items(List.of(new Item.Good<>(object("half", 4))));
    bench.runtime.advance(Duration.ofSeconds(90).minusNanos(1));
    assertThat(list.isCancelled()).isFalse();
    bench.runtime.advance(Duration.ofNanos(1));
    assertThat(list.isCancelled()).isTrue();
    assertThat(bench.drainFailures()).containsExactly("REPORTED NETWORK");
    assertThat(bench.untilRequest()).isBetween(Duration.ofMillis(800), Duration.ofMillis(1600));
    list.complete(new ListMetadata("9", "", 0));
    assertThat(bench.queue.drain()).as("late answers count for nothing").isEmpty();
    bench.source.awaitList().respondPage("10", "token-1", object("a", 4));
    ScriptedSource<TestObject>.ScriptedList second = bench.source.awaitList();
    bench.runtime.advance(Duration.ofSeconds(90));
    assertThat(second.isCancelled()).as("each page has its own time").isTrue();
    bench.source.awaitList().respond("10", object("a", 4));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4] at 10");
    bench.runtime.advance(Duration.ofSeconds(200));
    assertThat(bench.drainFailures()).containsExactly("REPORTED NETWORK");
  }
}

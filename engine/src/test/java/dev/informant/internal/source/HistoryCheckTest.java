package dev.informant.internal.source;

import static dev.informant.internal.source.ReflectorBench.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.ListOptions;
import dev.informant.source.SourceException;
import dev.informant.source.SourceException.Kind;
import dev.informant.testing.ScriptedSource;
import dev.informant.testing.TestObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that was restored from a backup is found out, and others are hardly bothered. */
@Timeout(20)
class HistoryCheckTest {
  private static final SourceException LOST = SourceException.of(Kind.NETWORK, "reset", null);
  private static final SourceException REFUSED =
      SourceException.of(Kind.CONNECTION_REFUSED, "refused", null);
  private static final ListOptions QUESTION = ListOptions.NONE.withLimit(1);
  private static final Duration LATEST = HistoryCheck.QUIET.multipliedBy(2);

  /** Watches at version 1000, loses the watch, and has opened it again there. */
  private static ScriptedSource<TestObject>.ScriptedWatch lostAndReopened(ReflectorBench bench) {
    bench.source.awaitList().respond("10", object("a", 4), object("b", 5));
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.source.awaitWatch().open();
    watch.modified(object("a", 1000));
    bench.queue.drain();
    watch.fail(LOST);
    return reopened(bench);
  }

  private static ScriptedSource<TestObject>.ScriptedWatch reopened(ReflectorBench bench) {
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.source.awaitWatch();
    assertThat(watch.options().resourceVersion()).isEqualTo("1000");
    bench.drainFailures();
    return watch.open();
  }

  private static ScriptedSource<TestObject>.ScriptedList question(ReflectorBench bench) {
    assertThat(bench.untilRequest()).isBetween(HistoryCheck.QUIET, LATEST);
    ScriptedSource<TestObject>.ScriptedList list = bench.source.awaitList();
    assertThat(list.options()).isEqualTo(QUESTION);
    return list;
  }

  private static void expectNoRequest(ReflectorBench bench, Duration within) {
    int before = bench.source.requests().size();
    bench.runtime.advance(within);
    assertThat(bench.source.requests()).hasSize(before);
  }

  @Test
  void aSilentServerAtALowerVersionIsListedAgainAndItsListCounts() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = lostAndReopened(bench);
    question(bench).respond("200", object("a", 4));
    assertThat(watch.isCancelled()).isTrue();
    assertThat(bench.failures).containsExactly("RELISTING OTHER");
    assertThat(bench.reflector.state().cause())
        .hasMessageContaining("at version 200, before 1000 of the watch")
        .hasMessageContaining("another history");
    assertThat(bench.lastEnd).hasMessageContaining("another history");
    ScriptedSource<TestObject>.ScriptedList relist = bench.source.awaitList();
    assertThat(relist.options().resourceVersion()).isEmpty();
    relist.respond("201", object("a", 4));
    assertThat(bench.queue.drain())
        .as("the older state replaces the newer one")
        .containsExactly("replace [default/a@4] at 201 authoritative");
    assertThat(bench.source.awaitWatch().options().resourceVersion()).isEqualTo("201");
    assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("201");
  }

  @Test
  void aStreamingReflectorStreamsFromTheLatestThen() {
    ReflectorBench bench = ReflectorBench.streaming();
    ScriptedSource<TestObject>.ScriptedWatch stream = bench.source.awaitWatch().open();
    stream.added(object("a", 4));
    stream.initialEventsEnd("1000");
    stream.fail(LOST);
    reopened(bench);
    question(bench).respond("200");
    ScriptedSource<TestObject>.ScriptedWatch again = bench.source.awaitWatch().open();
    assertThat(again.options().sendInitialEvents()).isTrue();
    assertThat(again.options().resourceVersion()).isEmpty();
    bench.queue.drain();
    again.initialEventsEnd("201");
    assertThat(bench.queue.drain()).containsExactly("replace [] at 201 authoritative");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1000", "1001", "99999999999999999999999", "", "0", "later"})
  void aServerThatIsNotCertainlyBehindIsAskedOnce(String present) {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = lostAndReopened(bench);
    question(bench).respond(present, object("z", 3));
    expectNoRequest(bench, Duration.ofMinutes(4));
    assertThat(watch.isCancelled()).isFalse();
    assertThat(bench.failures).isEmpty();
    assertThat(bench.queue.drain()).isEmpty();
    assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("1000");
    assertThat(bench.reflector.state()).isInstanceOf(ReflectorState.Watching.class);
  }

  @Test
  void anEventOrABookmarkSparesTheQuestion() {
    ReflectorBench bench = ReflectorBench.listing();
    lostAndReopened(bench).bookmark("1000");
    expectNoRequest(bench, Duration.ofMinutes(2));
  }

  @Test
  void whatTheWatchSaysMeanwhileCountsMoreThanTheAnswer() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = lostAndReopened(bench);
    ScriptedSource<TestObject>.ScriptedList question = question(bench);
    watch.modified(object("a", 1001));
    assertThat(question.isCancelled()).isTrue();
    question.respond("999");
    assertThat(watch.isCancelled()).isFalse();
    assertThat(bench.failures).isEmpty();
  }

  @Test
  void theFirstWatchAfterAListIsNotDoubted() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.watching();
    expectNoRequest(bench, Duration.ofMinutes(2));
  }

  @Test
  void aWatchThatEndedWhenItWasAskedToIsNotDoubted() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    bench.runtime.advance(watch.options().watchTimeout());
    watch.close();
    bench.source.awaitWatch().open();
    expectNoRequest(bench, Duration.ofMinutes(2));
  }

  @Test
  void aWatchThatEndedTooSoonIsDoubted() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    watch.modified(object("a", 1000));
    watch.close();
    reopened(bench);
    question(bench).respond("1000");
  }

  @Test
  void theDoubtStaysUntilAWatchSpeaks() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = lostAndReopened(bench);
    bench.runtime.advance(Duration.ofSeconds(5));
    watch.fail(LOST);
    bench.source.awaitWatch().fail(REFUSED);
    reopened(bench);
    question(bench).respond("999");
    assertThat(bench.failures).containsExactly("RELISTING OTHER");
  }

  @Test
  void aQuestionThatFailsIsAskedAgainWhileTheWatchIsSilent() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = lostAndReopened(bench);
    question(bench).fail(SourceException.status(500, "InternalError", "oops"));
    assertThat(bench.reflector.state()).isInstanceOf(ReflectorState.Watching.class);
    question(bench).fail(SourceException.status(403, "Forbidden", "no"));
    expectNoRequest(bench, Duration.ofMinutes(2));
    assertThat(watch.isCancelled()).isFalse();
    assertThat(bench.failures).isEmpty();
  }

  @Test
  void closingEndsTheCheck() {
    ReflectorBench bench = ReflectorBench.listing();
    lostAndReopened(bench);
    ScriptedSource<TestObject>.ScriptedList question = question(bench);
    bench.reflector.close();
    bench.runtime.runUntilIdle();
    assertThat(question.isCancelled()).isTrue();
    question.respond("1");
    expectNoRequest(bench, Duration.ofHours(1));
  }

  @Test
  void itCanBeSwitchedOff() {
    ReflectorBench bench =
        ReflectorBench.listing(options -> options.set(ReflectorOptions.HISTORY_CHECKS, false));
    lostAndReopened(bench);
    expectNoRequest(bench, Duration.ofMinutes(2));
  }
}

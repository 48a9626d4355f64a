package dev.informant.internal.source;

import static dev.informant.internal.source.ReflectorBench.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.BackoffPolicy;
import dev.informant.source.FailureLevel;
import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.ListWatch;
import dev.informant.source.SourceException;
import dev.informant.source.SourceException.Kind;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.ScriptedSource;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class ReflectorLifeTest {
  private static final SourceException EXPIRED = SourceException.status(410, "Expired", "too old");

  private static void expectClosed(ReflectorBench bench) {
    bench.reflector.close();
    bench.reflector.close();
    bench.runtime.runUntilIdle();
    assertThat(bench.reflector.closed()).isCompleted();
    assertThat(bench.reflector.state()).isInstanceOf(ReflectorState.Closed.class);
    int requests = bench.source.requests().size();
    int transitions = bench.transitions.size();
    bench.runtime.advance(Duration.ofHours(3));
    assertThat(bench.source.requests()).hasSize(requests);
    assertThat(bench.transitions).hasSize(transitions);
  }

  @Test
  @Tag("client-go:TestReflectorWatchStoppedBefore")
  void closedBeforeStartItNeverSendsARequest() {
    ReflectorBench bench = ReflectorBench.unstarted();
    assertThat(bench.reflector.state()).isInstanceOf(ReflectorState.Created.class);
    bench.reflector.close();
    bench.reflector.start();
    expectClosed(bench);
    assertThat(bench.source.requests()).isEmpty();
  }

  @Test
  void closedRightAfterStartItEnds() {
    ReflectorBench bench = ReflectorBench.listing();
    expectClosed(bench);
  }

  @Test
  void closedWhileListingTheRequestIsCancelledAndLateAnswersAreIgnored() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedList list = bench.source.awaitList();
    list.items(List.of(new Item.Good<>(object("a", 4))));
    expectClosed(bench);
    assertThat(list.isCancelled()).isTrue();
    list.complete(new ListMetadata("10", "", 0));
    list.fail(EXPIRED);
    assertThat(bench.queue.calls).isEmpty();
    assertThat(bench.source.hasRequest()).isFalse();
    assertThat(bench.failures).isEmpty();
  }

  @Test
  void closedWhileWaitingToRetryItEnds() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().fail(SourceException.of(Kind.NETWORK, "reset", null));
    assertThat(bench.reflector.state()).isInstanceOf(ReflectorState.BackingOff.class);
    expectClosed(bench);
  }

  @Test
  void closedWhileBackingOffItEnds() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().fail(SourceException.status(500, "", "oops"));
    assertThat(bench.reflector.state()).isInstanceOf(ReflectorState.BackingOff.class);
    expectClosed(bench);
  }

  @Test
  void closedWhileStreamingTheStreamIsCancelled() {
    ReflectorBench bench = ReflectorBench.streaming();
    ScriptedSource<TestObject>.ScriptedWatch stream = bench.source.awaitWatch().open();
    stream.added(object("a", 4));
    expectClosed(bench);
    assertThat(stream.isCancelled()).isTrue();
    stream.initialEventsEnd("50");
    assertThat(bench.queue.calls).isEmpty();
  }

  @Test
  void closedWhileTheStreamingListBacksOffItEnds() {
    ReflectorBench bench = ReflectorBench.streaming();
    bench.source.awaitWatch().fail(SourceException.status(429, "TooManyRequests", "wait"));
    expectClosed(bench);
  }

  @Test
  @Tag("client-go:TestReflectorHandleWatchStoppedBefore")
  void closedWhileOpeningAWatchTheRequestIsCancelled() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().respond("10");
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.source.awaitWatch();
    expectClosed(bench);
    assertThat(watch.isCancelled()).isTrue();
    watch.open();
    watch.fail(EXPIRED);
    assertThat(bench.failures).isEmpty();
  }

  @Test
  @Tag("client-go:TestRunUntil")
  @Tag("client-go:TestReflectorStopWatch")
  @Tag("client-go:TestReflectorWatchStoppedAfter")
  @Tag("client-go:TestReflectorHandleWatchStoppedAfter")
  void closedWhileWatchingTheWatchIsCancelledAndLateEventsAreIgnored() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    expectClosed(bench);
    assertThat(watch.isCancelled()).isTrue();
    watch.modified(object("a", 11));
    watch.close();
    assertThat(bench.queue.calls).isEmpty();
    assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("10");
  }

  @Test
  void closedWithoutRoomItEnds() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    bench.queue.room = false;
    watch.modified(object("a", 11));
    expectClosed(bench);
    bench.queue.makeRoom();
    bench.runtime.runUntilIdle();
    assertThat(watch.isCancelled()).isTrue();
  }

  @Test
  void startingTwiceIsRefused() {
    ReflectorBench bench = ReflectorBench.listing();
    assertThatThrownBy(bench.reflector::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("bench");
  }

  @Test
  void lateCallsOfAnEarlierRequestAreIgnored() {
    ReflectorBench bench = ReflectorBench.listing();
    ScriptedSource<TestObject>.ScriptedList first = bench.source.awaitList();
    first.fail(SourceException.of(Kind.NETWORK, "reset", null));
    ScriptedSource<TestObject>.ScriptedList old = bench.source.awaitList();
    first.items(List.of(new Item.Good<>(object("ghost", 1))));
    first.complete(new ListMetadata("5", "", 0));
    assertThat(bench.queue.calls).isEmpty();
    old.fail(SourceException.status(500, "", "oops"));
    ScriptedSource<TestObject>.ScriptedList current = bench.source.awaitList();
    old.items(List.of(new Item.Good<>(object("ghost", 1))));
    old.complete(new ListMetadata("5", "", 0));
    assertThat(bench.queue.calls).isEmpty();
    current.respond("10", object("a", 4));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4] at 10");
    ScriptedSource<TestObject>.ScriptedWatch ended = bench.source.awaitWatch().open();
    ended.modified(object("a", 11));
    ended.close();
    ScriptedSource<TestObject>.ScriptedWatch second = bench.source.awaitWatch().open();
    bench.queue.drain();
    ended.modified(object("a", 3));
    ended.fail(EXPIRED);
    assertThat(bench.queue.drain()).isEmpty();
    assertThat(second.isCancelled()).isFalse();
  }

  @Test
  void statesFollowOneAnotherAndCarryTheirCause() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.source.awaitList().fail(SourceException.status(403, "Forbidden", "not yours"));
    bench.source.awaitList().respond("10");
    assertThat(bench.reflector.state().cause()).as("a list is no watch").hasMessage("not yours");
    bench.source.awaitWatch().fail(SourceException.status(429, "TooManyRequests", "wait"));
    assertThat(bench.reflector.state().cause()).hasMessage("wait");
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.source.awaitWatch();
    assertThat(bench.reflector.state().cause()).as("not open yet").hasMessage("wait");
    watch.open();
    assertThat(bench.reflector.state().cause()).isNull();
    assertThat(bench.reflector.state().since()).isEqualTo(bench.runtime.now());
    assertThat(bench.transitions)
        .containsExactly(
            "Listing", "BackingOff", "Listing", "Watching", "BackingOff", "Watching", "Watching");
  }

  @Test
  void aListenerThatThrowsHarmsNobody() {
    ReflectorBench bench =
        ReflectorBench.listing(builder -> builder.listener(new ReflectorListener<TestObject>() {
          @Override
          public void onTransition(ReflectorState from, ReflectorState to) {
            throw new IllegalStateException("listener");
          }

          @Override
          public void onRequest(RequestKind kind, ListOptions options) {
            throw new IllegalStateException("listener");
          }
        }));
    bench.source.awaitList().respond("10", object("a", 4));
    bench.source.awaitWatch().open().modified(object("a", 11));
    assertThat(bench.queue.drain())
        .containsExactly("replace [default/a@4] at 10", "update default/a@11");
  }

  @Test
  void aListenerHearsEveryFailure() {
    List<Throwable> heard = new ArrayList<>();
    ReflectorBench bench =
        ReflectorBench.listing(builder -> builder.listener(new ReflectorListener<TestObject>() {
          @Override
          public void onFailure(Throwable cause, FailureLevel level) {
            heard.add(cause);
          }
        }));
    SourceException lost = SourceException.of(Kind.NETWORK, "reset", null);
    bench.source.awaitList().fail(lost);
    bench.source.awaitList().fail(EXPIRED);
    bench.source.awaitList().fail(EXPIRED);
    assertThat(heard).containsExactly(lost, EXPIRED, EXPIRED);
  }

  @Test
  void aSourceThatThrowsIsRetriedLikeOneThatFails() {
    VirtualRuntime runtime = VirtualRuntime.inOrder(1);
    AtomicInteger calls = new AtomicInteger();
    ListWatch<TestObject> source = ListWatch.of(
        (options, receiver) -> {
          calls.incrementAndGet();
          throw new IllegalStateException("no connection pool");
        },
        (options, receiver) -> {
          throw new IllegalStateException("no connection pool");
        });
    try (Reflector<TestObject> reflector = Reflector.builder(
            source, TestObject.ACCESSOR, new RecordingQueue(), runtime)
        .build()) {
      reflector.start();
      assertThat(runtime.runUntil(() -> calls.get() == 3, Duration.ofMinutes(1)))
          .isTrue();
      assertThat(reflector.state().cause()).hasMessageContaining("no connection pool");
    }
  }

  @Test
  void aDestinationThatRefusesEndsTheRoundAndIsAskedAgain() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.queue.refusal = new IllegalStateException("full");
    bench.source.awaitList().respond("10", object("a", 4));
    assertThat(bench.failures).containsExactly("REPORTED OTHER");
    bench.source.awaitList().respond("10", object("a", 4));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4] at 10");
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.source.awaitWatch().open();
    bench.queue.refusal = new IllegalStateException("full");
    watch.modified(object("a", 11));
    assertThat(watch.isCancelled()).isTrue();
    assertThat(bench.reflector.lastSyncResourceVersion()).isEqualTo("10");
    bench.source.awaitList();
  }

  @Test
  @Tag("client-go:TestReflectorResyncChan")
  void resyncIsDueOncePerPeriodWhileWatchingAndOnlyIfWanted() {
    boolean[] wanted = {true};
    ReflectorBench bench =
        ReflectorBench.listing(builder -> builder.resync(Duration.ofSeconds(10), () -> wanted[0]));
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    bench.runtime.advance(Duration.ofSeconds(10).minusNanos(1));
    assertThat(bench.queue.drain()).isEmpty();
    bench.runtime.advance(Duration.ofNanos(1));
    assertThat(bench.queue.drain()).containsExactly("resync");
    wanted[0] = false;
    bench.runtime.advance(Duration.ofSeconds(10));
    assertThat(bench.queue.drain()).isEmpty();
    wanted[0] = true;
    bench.runtime.advance(Duration.ofSeconds(8));
    watch.close();
    bench.source.awaitWatch().open();
    bench.runtime.advance(Duration.ofSeconds(2));
    assertThat(bench.queue.drain())
        .as("a watch opened again does not restart the period")
        .containsExactly("resync");
  }

  @Test
  void resyncRestsWhileTheCollectionIsListedAndBeginsAnewAfterwards() {
    ReflectorBench bench =
        ReflectorBench.listing(builder -> builder.resync(Duration.ofSeconds(10), () -> true));
    bench.watching().error(EXPIRED);
    ScriptedSource<TestObject>.ScriptedList relist = bench.source.awaitList();
    bench.runtime.advance(Duration.ofSeconds(60));
    assertThat(bench.queue.drain()).isEmpty();
    relist.respond("20");
    bench.source.awaitWatch().open();
    bench.queue.drain();
    bench.runtime.advance(Duration.ofSeconds(9));
    assertThat(bench.queue.drain()).isEmpty();
    bench.runtime.advance(Duration.ofSeconds(1));
    assertThat(bench.queue.drain()).containsExactly("resync");
  }

  @Test
  void aResyncIsPassedOnEvenWithoutRoom() {
    ReflectorBench bench =
        ReflectorBench.listing(builder -> builder.resync(Duration.ofSeconds(10), () -> true));
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    bench.queue.room = false;
    watch.modified(object("a", 11));
    bench.queue.drain();
    bench.runtime.advance(Duration.ofSeconds(20));
    assertThat(bench.queue.drain()).containsExactly("resync", "resync");
  }

  @Test
  @Tag("client-go:TestReflectorResync")
  void aResyncThatFailsEndsTheWatchAndRelists() {
    ReflectorBench bench =
        ReflectorBench.listing(builder -> builder.resync(Duration.ofSeconds(10), () -> true));
    ScriptedSource<TestObject>.ScriptedWatch watch = bench.watching();
    bench.queue.refusal = new IllegalStateException("no resync");
    bench.runtime.advance(Duration.ofSeconds(10));
    assertThat(watch.isCancelled()).isTrue();
    assertThat(bench.failures).containsExactly("RELISTING OTHER");
    bench.source.awaitList();
  }

  @Test
  void itEndsWithItsRuntime() throws Exception {
    EngineRuntime runtime = EngineRuntime.create("reflector-test", 1);
    FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
    Reflector<TestObject> reflector = Reflector.builder(
            cluster, TestObject.ACCESSOR, new RecordingQueue(), runtime)
        .build();
    reflector.start();
    runtime.close();
    reflector.close();
    reflector.closed().get(10, TimeUnit.SECONDS);
    assertThat(reflector.state()).isInstanceOf(ReflectorState.Closed.class);
  }

  @Test
  void aListenerThatThrowsErrorsDoesNotStopTheReflector() {
    ReflectorBench bench =
        ReflectorBench.listing(builder -> builder.listener(new ReflectorListener<TestObject>() {
          @Override
          public void onFailure(Throwable cause, FailureLevel level) {
            throw new LinkageError("planted");
          }

          @Override
          public void onTransition(ReflectorState from, ReflectorState to) {
            throw new LinkageError("planted");
          }
        }));
    bench.source.awaitList().fail(EXPIRED);
    bench.untilRequest();
    bench.source.awaitList().respond("10", object("a", 4));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4] at 10");
  }

  @Test
  void aFailureThatCannotBeDescribedIsFollowedByAnotherRoundToo() {
    ReflectorBench bench = ReflectorBench.listing();
    bench.queue.refusal = new Indescribable();
    bench.source.awaitList().respond("10", object("a", 4));
    bench.untilRequest();
    bench.source.awaitList().respond("20", object("a", 4));
    assertThat(bench.queue.drain()).containsExactly("replace [default/a@4] at 20");
  }

  private static final class Indescribable extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no words");
    }
  }

  @Test
  void aReflectorWithoutNameIsNamedAfterItsCallSite() {
    assertThat(CallSite.find(name -> name.endsWith("ReflectorLifeTest"), "unnamed"))
        .matches("ReflectorLifeTest\\.java:\\d+");
    assertThat(CallSite.find(name -> false, "unnamed")).isEqualTo("unnamed");
    assertThat(CallSite.isForeign("dev.informant.internal.source.Reflector")).isFalse();
    assertThat(CallSite.isForeign("com.example.Main")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void whateverHappensTheCollectionIsReflectedInTheEnd(long seed) {
    VirtualRuntime runtime = VirtualRuntime.shuffled(seed);
    FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
    RecordingQueue queue = new RecordingQueue();
    Reflector<TestObject> reflector = Reflector.builder(
            cluster, TestObject.ACCESSOR, queue, runtime)
        .set(
            ReflectorOptions.WATCH_LIST,
            seed % 2 == 0 ? WatchListPolicy.AUTO : WatchListPolicy.NEVER)
        .set(ReflectorOptions.PAGE_SIZE, seed % 3L)
        .set(
            ReflectorOptions.BACKOFF,
            new BackoffPolicy(
                Duration.ofMillis(100), 2.0, Duration.ofSeconds(1), 1.0, Duration.ofSeconds(5)))
        .previous(queue.state::get)
        .build();
    reflector.start();
    for (int step = 0; step < 400; step++) {
      trouble(cluster, runtime);
      runtime.advance(Duration.ofMillis(runtime.random().nextInt(700)));
    }
    // No reflector can know what an open watch did not tell it: the last change is one that no
    // watch
    // can resume from, so that the collection is listed once more.
    cluster.heal();
    cluster.addUnwatched(TestObject.named("last"));
    cluster.resetWatches();
    Map<String, String> expected = cluster.objects().stream()
        .collect(Collectors.toMap(TestObject.ACCESSOR::key, TestObject::resourceVersion));
    assertThat(runtime.runUntil(() -> versions(queue).equals(expected), Duration.ofMinutes(30)))
        .as("state %s", reflector.state())
        .isTrue();
    reflector.close();
    runtime.runUntilIdle();
    assertThat(reflector.closed()).isCompleted();
    assertThat(cluster.openWatches()).isZero();
  }

  private static Map<String, String> versions(RecordingQueue queue) {
    return queue.state.values().stream()
        .collect(Collectors.toMap(Revision::key, Revision::resourceVersion));
  }

  private static void trouble(FakeCluster<TestObject> cluster, VirtualRuntime runtime) {
    String name = "object-" + runtime.random().nextInt(8);
    boolean exists = cluster.objects().stream().anyMatch(object -> object.name().equals(name));
    boolean watched = runtime.random().nextInt(10) > 0;
    TestObject object = TestObject.named(name);
    if (!exists) {
      Object stored = watched ? cluster.add(object) : cluster.addUnwatched(object);
      assertThat(stored).isNotNull();
    } else if (runtime.random().nextInt(3) > 0) {
      Object stored = watched ? cluster.modify(object) : cluster.modifyUnwatched(object);
      assertThat(stored).isNotNull();
    } else {
      Object stored =
          watched ? cluster.delete("default/" + name) : cluster.deleteUnwatched("default/" + name);
      assertThat(stored).isNotNull();
    }
    switch (runtime.random().nextInt(25)) {
      case 0 -> cluster.closeWatches();
      case 1 -> cluster.breakWatches(SourceException.of(Kind.NETWORK, "reset", null));
      case 2 -> cluster.compact();
      case 3 -> cluster.resetWatches();
      case 4 -> cluster.failNextList(SourceException.status(500, "InternalError", "oops"));
      case 5 -> cluster.failNextWatch(SourceException.status(429, "TooManyRequests", "wait"));
      case 6 -> cluster.failNextWatch(SourceException.of(Kind.CONNECTION_REFUSED, "refused", null));
      case 7 -> cluster.bookmark();
      default -> {
        // no trouble this time
      }
    }
  }
}

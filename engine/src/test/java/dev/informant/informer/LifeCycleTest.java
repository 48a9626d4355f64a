package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.BackoffPolicy;
import dev.informant.source.SourceException;
import dev.informant.source.WatchListPolicy;
import dev.informant.store.CacheArchive;
import dev.informant.store.SavedCache;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
@ParameterizedClass
@EnumSource(WatchListPolicy.class)
final class LifeCycleTest {
  @Test
  void aTimeoutOfCenturiesIsAWaitWithoutEnd() {
    Duration centuries = Duration.ofSeconds(Long.MAX_VALUE);
    World world = World.of(QueueKind.IN_ORDER, WatchListPolicy.NEVER).holding("a");
    Registration<TestObject> registration = world.informer().addHandler(new Recorder());
    world.start();
    world.informer().awaitSynced(centuries);
    Informers.awaitSynced(centuries, world.informer());
    registration.awaitSynced(centuries);
    assertThat(registration.removeAndAwait(centuries)).isTrue();
    assertThat(world.informer().awaitVersion("1", centuries)).isNotCompletedExceptionally();
  }

  private static final Duration NOW = Duration.ofMillis(1);

  private final WatchListPolicy watchList;

  LifeCycleTest(WatchListPolicy watchList) {
    this.watchList = watchList;
  }

  private World worldOf(QueueKind queue) {
    return World.of(queue, watchList);
  }

  @Test
  @Tag("client-go:TestStateSharedInformer")
  void startedAndClosedAreSeparateFacts() {
    World world = worldOf(QueueKind.IN_ORDER);
    assertThat(world.informer().isStarted()).isFalse();
    world.start();
    assertThat(world.informer().isStarted()).isTrue();
    assertThat(world.informer().isClosed()).isFalse();
    world.informer().close();
    assertThat(world.informer().isStarted()).isTrue();
    assertThat(world.informer().isClosed()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void whoWaitsForAVersionIsToldOfTheEnd(QueueKind queue) {
    World world = worldOf(queue).holding("a").start();
    var early = world.informer().awaitVersion("99", Duration.ofHours(1));
    world.settle();
    world.informer().close();
    var late = world.informer().awaitVersion("99", Duration.ofHours(1));
    world.settle();
    for (var reached : List.of(early, late)) {
      assertThat(reached)
          .isCompletedExceptionally()
          .failsWithin(NOW)
          .withThrowableThat()
          .havingCause()
          .isInstanceOf(IllegalStateException.class)
          .withMessage("informer test was closed before it had reached version 99");
    }
    assertThat(world.informer().awaitVersion("1", NOW)).isCompleted();
  }

  @Test
  void handlersOfEqualNameAreToldApart() {
    World world = worldOf(QueueKind.IN_ORDER);
    HandlerOptions<TestObject> audit = HandlerOptions.<TestObject>defaults().withName("audit");
    var first = world.informer().addHandler(new Recorder(), audit);
    var second = world.informer().addHandler(new Recorder(), audit);
    world.settle();
    assertThat(second.name()).isEqualTo("audit#2");
    assertThat(world.informer().lags()).containsOnlyKeys("audit", "audit#2");
    first.remove();
    assertThat(world.informer().addHandler(new Recorder(), audit).name()).isEqualTo("audit");
  }

  @Test
  void closedMeansThatNoStepOfThePipelineIsLeft() {
    // Nothing is fetched and no handler has joined: a step of the pipeline is all that is left.
    World world = worldOf(QueueKind.IN_ORDER);
    world.record();
    world.informer().close();
    assertThat(world.informer().closed()).isNotDone();
    world.settle();
    assertThat(world.informer().closed()).isCompleted();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void aRuntimeClosedUnderAnInformerIsItsEndAndItsCause(QueueKind queue) {
    List<InformerState> told = new ArrayList<>();
    World world = worldOf(queue)
        .with(options -> options.observer(event -> {
          if (event instanceof InformerEvent.StateChanged stateChanged) {
            told.add(stateChanged.to());
          }
        }))
        .holding("a")
        .start();
    assertThat(world.informer().state()).isInstanceOf(InformerState.Watching.class);
    world.runtime.close();
    assertThat(world.informer().isClosed()).isTrue();
    assertThat(world.informer().state()).isInstanceOf(InformerState.Closed.class);
    assertThat(world.informer().state().cause())
        .hasMessageContaining("the runtime of informer test was closed");
    assertThat(told.get(told.size() - 1)).isEqualTo(world.informer().state());
    assertThatThrownBy(() -> world.informer().addHandler(new Recorder()))
        .isInstanceOf(IllegalStateException.class);
    assertThat(world.stored()).containsEntry("default/a", "1");
  }

  @Test
  void anInformerThatHasEndedIsForgottenByItsRuntime() {
    World world = worldOf(QueueKind.IN_ORDER).start();
    world.informer().close();
    world.settle();
    world.runtime.close();
    assertThat(world.informer().state().cause()).isNull();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void closedWaitsForTheCallOfAHandlerThatWasRemoved(QueueKind queue) {
    World world = worldOf(queue).holding("a");
    List<Boolean> closedInside = new ArrayList<>();
    List<Registration<TestObject>> registrations = new ArrayList<>();
    Recorder recorder = new Recorder().onCall(call -> {
      registrations.get(0).remove();
      world.informer().close();
      // The rest of the pipeline ends while this call goes on.
      world.settle();
      closedInside.add(world.informer().closed().isDone());
    });
    registrations.add(world.informer().addHandler(recorder));
    world.start();
    assertThat(closedInside).containsExactly(false);
    assertThat(world.informer().closed()).isCompleted();
  }

  @Test
  void startingTwiceDoesNothing() {
    World world = worldOf(QueueKind.IN_ORDER).start();
    int requests = world.cluster.requests().size();
    world.start();
    assertThat(world.cluster.requests()).hasSize(requests);
  }

  @Test
  void closedInformerCannotBeStartedOrIndexed() {
    World world = worldOf(QueueKind.IN_ORDER);
    world.informer().close();
    assertThatThrownBy(() -> world.informer().start()).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> world.informer().addIndexer("x", object -> List.of()))
        .isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void cacheStaysReadableAndHandlersQuietAfterClose(QueueKind queue) {
    World world = worldOf(queue).holding("a");
    Recorder recorder = world.record();
    world.start();
    world.touch("a");
    world.informer().close();
    world.informer().close();
    world.settle();

    assertThat(recorder.calls()).containsExactly("add! a@1");
    assertThat(world.stored()).containsEntry("default/a", "1");
    assertThat(world.cluster.openWatches()).isZero();
    assertThat(world.informer().closed()).isCompleted();
    assertThat(world.informer().state()).isInstanceOf(InformerState.Closed.class);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void handlerMayCloseTheInformerFromInsideACall(QueueKind queue) {
    World world = worldOf(queue).holding("a", "b");
    Recorder recorder = world.record();
    recorder.onCall(call -> world.informer().close());
    world.start();
    assertThat(recorder.calls()).containsExactly("add! a@1");
    assertThat(world.informer().closed()).isCompleted();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestShutdown")
  void closeDuringEveryStateEndsEverything(QueueKind queue) {
    Set<Class<?>> reached = new HashSet<>();
    for (boolean warm : new boolean[] {false, true}) {
      for (int steps = 0; steps < 60; steps++) {
        reached.add(closeAfter(steps, warm, queue));
      }
    }
    reached.add(InformerState.Closed.class); // where each of them was closed again
    assertThat(reached).containsExactlyInAnyOrder(InformerState.class.getPermittedSubclasses());
  }

  /** Closes an informer after so many steps; returns the state it was in. */
  private Class<?> closeAfter(int steps, boolean warm, QueueKind queue) {
    String when = (warm ? "warm, after " : "after ") + steps + " steps";
    World world = worldOf(queue).holding("a", "b");
    if (warm) {
      world.with(
          options -> options.archive(new Saved(world.cluster.objects()), Duration.ofMinutes(1)));
    }
    Recorder recorder = new Recorder();
    Registration<TestObject> registration = world.informer().addHandler(recorder);
    SourceException failure = SourceException.status(500, "InternalError", "planted");
    world.cluster.failNextList(failure);
    if (!warm) {
      world.cluster.failNextWatch(failure); // by which it would be listed
    }
    if (steps > 0) {
      world.informer().start();
    }
    for (int step = 0; step < steps; step++) {
      if (!world.runtime.step()) {
        world.runtime.skipToNextTimer();
      }
    }
    InformerState before = world.informer().state();
    int heard = recorder.calls().size();
    world.informer().close();
    world.holding("c");
    world.runtime.advance(Duration.ofMinutes(20));

    assertThat(recorder.calls()).as(when).hasSize(heard);
    assertThat(world.informer().closed()).as(when).isCompleted();
    assertThat(world.informer().synced()).as(when).isDone();
    assertThat(registration.synced()).as(when).isDone();
    assertThat(registration.isActive()).as(when).isFalse();
    assertThat(world.cluster.openWatches()).as(when).isZero();
    InformerState after = world.informer().state();
    assertThat(after).as(when).isInstanceOf(InformerState.Closed.class);
    world.informer().close();
    assertThat(world.informer().state()).as(when).isSameAs(after);
    return before.getClass();
  }

  /** What an earlier run has saved. */
  private record Saved(List<TestObject> objects) implements CacheArchive<TestObject> {
    @Override
    public CompletableFuture<Optional<SavedCache<TestObject>>> load() {
      TestObject last = objects.get(objects.size() - 1);
      return CompletableFuture.completedFuture(Optional.of(new SavedCache<>(
          last.resourceVersion(),
          objects.stream()
              .map(object -> Revision.of(object, TestObject.ACCESSOR))
              .toList())));
    }

    @Override
    public void save(SavedCache<TestObject> cache) {
      // Nobody will ask for it.
    }
  }

  @Test
  void awaitSyncedSaysWhatTheInformerWasDoingAndWhy() {
    World world = World.of(QueueKind.IN_ORDER);
    assertThatThrownBy(() -> world.informer().awaitSynced(NOW))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("informer test is not synced after 1 ms")
        .hasMessageContaining("never started; call start()");

    for (int i = 0; i < 3; i++) {
      world.cluster.failNextList(SourceException.status(403, "Forbidden", "pods is forbidden"));
    }
    world.start();
    assertThatThrownBy(() -> world.informer().awaitSynced(NOW))
        .isInstanceOfSatisfying(NotSyncedException.class, failure -> {
          assertThat(failure)
              .hasMessageMatching(".*waiting until 2026-01-01T\\d\\d:\\d\\d:\\d\\dZ to retry,"
                  + " since 2026-01-01T\\d\\d:\\d\\d:\\d\\dZ; .*")
              .hasMessageContaining("last failure: 403 Forbidden: pods is forbidden");
          assertThat(failure.state()).isInstanceOf(InformerState.BackingOff.class);
          assertThat(failure.getCause()).isInstanceOf(SourceException.class);
        });

    world.informer().close();
    assertThatThrownBy(() -> world.informer().awaitSynced(NOW))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("informer test will not sync")
        .hasMessageContaining("the informer is closed");
  }

  @Test
  void registrationsAwaitSyncedNamesTheHandlerAndItsBacklog() {
    World world = worldOf(QueueKind.IN_ORDER).holding("a", "b");
    Registration<TestObject> registration = world
        .informer()
        .addHandler(new Recorder(), HandlerOptions.<TestObject>defaults().withName("slowpoke"));
    world.informer().start();
    world.runtime.runUntil(world.informer()::isSynced, Duration.ofSeconds(1));
    assertThatThrownBy(() -> registration.awaitSynced(NOW))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("handler slowpoke of informer test (2 calls behind");
    world.settle();
    registration.awaitSynced(NOW);
  }

  @Test
  @Tag("client-go:TestWaitFor")
  @Tag("client-go:TestSyncResult")
  void awaitSyncNamesEachThatIsMissingInOrder() {
    World zebra = worldOf(QueueKind.IN_ORDER).with(options -> options.name("zebras"));
    World ape = worldOf(QueueKind.IN_ORDER).with(options -> options.name("apes"));
    World done =
        worldOf(QueueKind.IN_ORDER).with(options -> options.name("done")).start();
    Informers.awaitSynced(Duration.ZERO, done.informer());
    assertThatThrownBy(
            () -> Informers.awaitSynced(NOW, zebra.informer(), done.informer(), ape.informer()))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageMatching(
            "2 of 3 informers are not synced; informer apes .*; informer zebras .*");
  }

  @Test
  @Tag("client-go:TestSharedInformerErrorHandling")
  void everyFailureReachesTheWatchErrorHandlerAndItsFailuresHarmNobody() {
    List<Throwable> heard = new ArrayList<>();
    World world = World.of(QueueKind.IN_ORDER)
        .with(options -> options.watchErrorHandler(cause -> {
          heard.add(cause);
          throw new IllegalStateException("planted");
        }));
    world.cluster.failNextList(SourceException.status(500, "InternalError", "first"));
    world.cluster.failNextWatch(SourceException.status(403, "Forbidden", "second"));
    world.holding("a").start();
    world.runtime.advance(Duration.ofMinutes(1));
    assertThat(heard).extracting(Throwable::getMessage).containsExactly("first", "second");
    assertThat(world.stored()).isEqualTo(world.served());
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void awaitVersionCompletesWhenTheCacheHasIt(QueueKind queue) {
    World world = worldOf(queue).holding("a").start();
    world.cluster.latency(Duration.ZERO);
    TestObject written = world.touch("a");
    var reached = world.informer().awaitVersion(written.resourceVersion(), Duration.ofSeconds(5));
    assertThat(reached).isNotDone();
    world.settle();
    assertThat(reached).isCompleted();
    assertThat(world.stored()).containsEntry("default/a", written.resourceVersion());

    var never = world.informer().awaitVersion("99", Duration.ofSeconds(5));
    world.runtime.advance(Duration.ofSeconds(6));
    assertThat(never).isCompletedExceptionally();
    assertThatThrownBy(never::get).hasCauseInstanceOf(TimeoutException.class);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void awaitVersionPassesObjectsThatWereSkippedAndBookmarks(QueueKind queue) {
    World world = worldOf(queue).holding("a").start();
    world.cluster.undecodable("default/bad", true);
    world.holding("bad");
    var reached = world.informer().awaitVersion("2", Duration.ofSeconds(5));
    world.settle();
    assertThat(reached).isCompleted();

    world.cluster.addUnwatched(TestObject.named("elsewhere"));
    var later = world.informer().awaitVersion("3", Duration.ofSeconds(5));
    world.settle();
    assertThat(later).isNotDone();
    world.cluster.bookmark();
    world.settle();
    assertThat(later).isCompleted();
  }

  @Test
  @Tag("client-go:TestIndexer")
  void indexesMayBeAddedBeforeAndAfterTheStart() {
    World world = worldOf(QueueKind.IN_ORDER).holding("a", "b");
    world.informer().addIndexer("initial", object -> List.of(object.name().substring(0, 1)));
    world.start();
    world.informer().addIndexer("twice", object -> List.of(object.name() + object.name()));
    assertThat(world.informer().indexer().indexKeys("initial", "a")).containsExactly("default/a");
    assertThat(world.informer().indexer().indexKeys("twice", "bb")).containsExactly("default/b");
    assertThatThrownBy(() -> world.informer().addIndexer("twice", object -> List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(world.informer().lister().namespace("default").get("a")).isNotNull();
    assertThat(world.informer().lister().namespace("other").get("a")).isNull();
  }

  @Test
  void stateAlwaysTellsWhatSinceWhenAndWhy() {
    List<String> transitions = new ArrayList<>();
    World world = World.of(QueueKind.IN_ORDER)
        .with(options -> options.observer(event -> {
          if (event instanceof InformerEvent.StateChanged stateChanged) {
            InformerState to = stateChanged.to();
            transitions.add(
                to.getClass().getSimpleName() + (to.cause() == null ? "" : " after a failure"));
          }
        }));
    assertThat(world.informer().state()).isInstanceOf(InformerState.Created.class);
    world.cluster.failNextList(SourceException.status(401, "Unauthorized", "planted"));
    world.start();
    assertThat(world.informer().state())
        .isInstanceOfSatisfying(InformerState.BackingOff.class, state -> {
          assertThat(state.cause()).hasMessage("planted");
          assertThat(state.until()).isAfter(state.since());
        });
    world.runtime.advance(Duration.ofSeconds(5));
    assertThat(world.informer().state())
        .isInstanceOfSatisfying(
            InformerState.Watching.class,
            state -> assertThat(state.resourceVersion())
                .isEqualTo(world.informer().lastSyncResourceVersion()));
    world.informer().close();
    world.settle();
    assertThat(transitions)
        .containsExactly(
            "Listing",
            "BackingOff after a failure",
            "Listing after a failure",
            "Watching after a failure", // until the watch is established
            "Watching",
            "Closed");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestStoreResourceVersion")
  void versionOfTheCacheFollowsListUpdateAndDelete(QueueKind queue) {
    World world = worldOf(queue);
    assertThat(world.informer().indexer().lastStoreSyncResourceVersion()).isEmpty();
    world.holding("a", "b").start();
    assertThat(world.informer().indexer().lastStoreSyncResourceVersion()).isEqualTo("2");
    world.touch("a");
    world.settle();
    assertThat(world.informer().indexer().lastStoreSyncResourceVersion()).isEqualTo("3");
    world.cluster.delete("default/b");
    world.settle();
    assertThat(world.informer().indexer().lastStoreSyncResourceVersion()).isEqualTo("4");
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestStoreResourceVersionWithNonMetaTransform")
  void transformThatBlanksVersionsHidesThemFromTheCacheButNotFromThoseWhoWait(QueueKind queue) {
    World world = worldOf(queue)
        .with(options -> options.transform(object -> object.withResourceVersion("")))
        .holding("a")
        .start();
    assertThat(world.informer().indexer().lastStoreSyncResourceVersion())
        .isEqualTo(queue == QueueKind.IN_ORDER ? "1" : "");
    world.touch("a");
    world.settle();
    assertThat(world.informer().indexer().lastStoreSyncResourceVersion()).isEmpty();
    TestObject written = world.touch("a");
    var reached = world.informer().awaitVersion(written.resourceVersion(), Duration.ofSeconds(5));
    assertThat(reached).isNotDone();
    world.settle();
    assertThat(reached).isCompleted();
    assertThat(world.informer().indexer().get("default/a").data()).isEqualTo(written.data());
  }

  @Test
  void pageSizeWatchTimeoutAndBackoffAreOptions() {
    World world = World.of(QueueKind.IN_ORDER)
        .with(options -> options
            .pageSize(7)
            .minWatchTimeout(Duration.ofHours(1))
            .backoff(new BackoffPolicy(
                Duration.ofSeconds(100), 1, Duration.ofSeconds(100), 0, Duration.ZERO)));
    world.cluster.failNextList(SourceException.status(403, "Forbidden", "planted"));
    world.start();
    world.runtime.advance(Duration.ofSeconds(99));
    assertThat(world.cluster.requests()).hasSize(1);
    world.runtime.advance(Duration.ofSeconds(1));
    assertThat(world.cluster.requests()).hasSize(3);
    assertThat(world.cluster.requests().get(1).options().limit()).isEqualTo(7);
    assertThat(world.cluster.requests().get(2).options().watchTimeout())
        .isBetween(Duration.ofHours(1), Duration.ofHours(2));
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void awaitingAVersionAfterTheRuntimeWasClosedFails(QueueKind queue) {
    EngineRuntime closed = EngineRuntime.create("closed", 1);
    FakeCluster<TestObject> cluster = FakeCluster.create(closed);
    SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
            cluster, TestObject.ACCESSOR)
        .runtime(closed)
        .queue(queue)
        .build();
    informer.start();
    closed.close();
    assertThat(informer.awaitVersion("1000", Duration.ofMinutes(1)))
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableThat()
        .havingCause()
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aNegativePageSizeIsRefusedAtOnce() {
    World world = World.of(QueueKind.IN_ORDER);
    assertThatThrownBy(() -> world.options.pageSize(-7))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("pageSize must not be negative: -7");
  }

  @Test
  void timesWithoutEndAreOptions() {
    Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
    World world = World.of(QueueKind.IN_ORDER)
        .with(options -> options
            .resync(forEver)
            .minWatchTimeout(forEver)
            .backoff(new BackoffPolicy(Duration.ofSeconds(1), 2, forEver, 1, forEver)))
        .holding("a");
    Recorder recorder = world.record(HandlerOptions.<TestObject>defaults().withResync(forEver));
    world.cluster.failNextList(SourceException.status(403, "Forbidden", "planted"));
    world.start();
    world.runtime.advance(Duration.ofMinutes(1));
    world.relist();
    world.touch("a");
    world.runtime.advance(Duration.ofHours(1));
    assertThat(recorder.calls()).containsExactly("add! a@1", "update a@1>2");
    assertThat(world.informer().state()).isInstanceOf(InformerState.Watching.class);
  }
}

package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.TestBytes;
import dev.informant.internal.archive.FileArchive;
import dev.informant.internal.archive.Origin;
import dev.informant.internal.compact.CompactForm;
import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.SourceException;
import dev.informant.source.WatchEvent;
import dev.informant.source.WatchListPolicy;
import dev.informant.store.CacheArchive;
import dev.informant.store.SavedCache;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.data.Index;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An informer goes on where an earlier one ended. */
@Timeout(60)
final class WarmStartTest {
  private static final Duration INTERVAL = Duration.ofMinutes(1);

  @TempDir
  Path directory;

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
  private final List<String> states = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private Runnable afterDrain = () -> {};
  private Runnable atSync = () -> {};
  private QueueKind queue = QueueKind.IN_ORDER;
  private boolean compact = true;
  private String identity = "one";
  private int silences;
  private int questions;

  /** How much further the server is than this collection: other kinds have changed too. */
  private long ahead;

  /** Most tests are about following the watch, which small collections would not. */
  @BeforeEach
  void everyCollectionIsLarge() {
    System.setProperty("informant.smallKind", "-1");
  }

  @AfterEach
  void smallCollectionsAreSmallAgain() {
    System.clearProperty("informant.smallKind");
  }

  @Test
  void aSmallQuietKindIsListedAtOnceAndSyncedWithoutABookmark() {
    System.clearProperty("informant.smallKind");
    firstRun("a", "b", "c", "d", "e");
    ahead = 7; // other kinds have moved the version
    int before = cluster.requests().size();
    SharedIndexInformer<TestObject> informer = informer();
    Recorder recorder = new Recorder();
    informer.addHandler(recorder);
    informer.start();
    runtime.runUntilIdle(); // no time passes
    assertThat(informer.isSynced()).isTrue();
    assertThat(requestsSince(before)).containsExactly("LIST limit=1", "LIST ", "WATCH 12");
    assertThat(recorder.calls()).hasSize(5).allMatch(call -> call.startsWith("add! "));
    assertThat(failures).isEmpty();
    assertToldToBeWatching();
  }

  @Test
  void aSmallKindOnAServerOnWhichNothingHasChangedIsNotListed() {
    System.clearProperty("informant.smallKind");
    firstRun("a", "b");
    int before = cluster.requests().size();
    SharedIndexInformer<TestObject> informer = informer();
    informer.start();
    runtime.runUntilIdle();
    assertThat(informer.isSynced()).isTrue();
    assertThat(requestsSince(before)).containsExactly("LIST limit=1", "WATCH 2");
  }

  @Test
  void aLargeKindIsNotListedAtOnceButWhenTheWatchDeliversNothing() {
    System.setProperty("informant.smallKind", "2");
    firstRun("a", "b", "c");
    ahead = 7;
    int before = cluster.requests().size();
    SharedIndexInformer<TestObject> informer = informer();
    informer.start();
    runtime.advance(SavedState.CONFIRMED_WITHIN.minusSeconds(1));
    cluster.modify(named("a").withData("catching up"));
    runtime.advance(SavedState.CONFIRMED_WITHIN.minusSeconds(1));
    assertThat(requestsSince(before)).containsExactly("LIST limit=1", "WATCH 3", "WATCH 4");
    runtime.advance(SavedState.CONFIRMED_WITHIN.multipliedBy(2));
    assertThat(requestsSince(before)).startsWith("LIST limit=1", "WATCH 3", "WATCH 4", "LIST ");
    assertThat(informer.isSynced()).isTrue();
  }

  @Test
  void theFirstWatchOfALargeKindEndsSoonSoThatItsBookmarkConfirmsTheCache() {
    System.setProperty("informant.smallKind", "2");
    firstRun("a", "b", "c");
    ahead = 7;
    int before = cluster.requests().size();
    SharedIndexInformer<TestObject> informer = informer();
    informer.start();
    runtime.runUntilIdle();
    cluster.sendRaw(new WatchEvent.Bookmark<>("10", false));
    runtime.advance(Duration.ofSeconds(4));
    assertThat(informer.isSynced()).isTrue();
    List<FakeCluster.Request> requests = cluster.requests();
    assertThat(requests.subList(before, requests.size()).stream()
            .filter(FakeCluster.Request::watch)
            .map(request -> request.options().watchTimeout()))
        .hasSize(2)
        .satisfies(first -> assertThat(first).isEqualTo(Duration.ofSeconds(3)), Index.atIndex(0))
        .satisfies(
            next -> assertThat(next).isGreaterThanOrEqualTo(Duration.ofMinutes(5)),
            Index.atIndex(1));
  }

  private Path file() {
    return directory.resolve("test.cache");
  }

  private CacheArchive<TestObject> archive(CompactForm<TestObject> form) {
    ObjectForm<TestObject> objects = ObjectForm.shared(TestObject.ACCESSOR);
    return new FileArchive<>(
        "test",
        file(),
        Map.of(),
        new Server(),
        form,
        compact
            ? UnaryOperator.identity()
            : held -> objects.hold(held.uid(), held.resourceVersion(), held.object(), null),
        runtime.callbacks());
  }

  /** Tells who it is when it is asked: {@link #identity}, or nothing for the first {@link #silences} times. */
  private final class Server implements Origin {
    @Override
    public String address() {
      return "here";
    }

    @Override
    public CompletableFuture<String> identity() {
      questions++;
      return silences-- > 0
          ? CompletableFuture.failedFuture(SourceException.status(503, "Unavailable", "starting"))
          : CompletableFuture.completedFuture(identity);
    }
  }

  private SharedIndexInformer<TestObject> informer() {
    CompactForm<TestObject> form = TestBytes.compactObjects();
    return informer(archive(form), compact ? form : ObjectForm.shared(TestObject.ACCESSOR));
  }

  private SharedIndexInformer<TestObject> informer(
      CacheArchive<TestObject> archive, ObjectForm<TestObject> form) {
    states.clear();
    return SharedIndexInformer.builder(new Ahead(), TestObject.ACCESSOR)
        .runtime(runtime)
        .name("test")
        .queue(queue)
        .form(form)
        .indexer("name", object -> List.of(object.name()))
        .watchList(WatchListPolicy.NEVER)
        .archive(archive, INTERVAL)
        .observer(InformerObserver.all(
            new StateLog("test", (level, line, thrown) -> log.add(line)), event -> {
              if (event instanceof InformerEvent.StateChanged stateChanged) {
                String before = stateChanged.from().getClass().getSimpleName();
                if (!states.isEmpty() && !states.get(states.size() - 1).equals(before)) {
                  states.add("but it was " + before);
                }
                states.add(stateChanged.to().getClass().getSimpleName());
              } else if (event instanceof InformerEvent.Failed failed) {
                failures.add(failed.cause());
              } else if (event instanceof InformerEvent.Synced) {
                atSync.run();
              } else if (event instanceof InformerEvent.Processed) {
                afterDrain.run();
              }
            }))
        .build();
  }

  /** Whoever was told each change of state knows that it follows the server. */
  private void assertToldToBeWatching() {
    assertThat(states).noneMatch(state -> state.startsWith("but ")).endsWith("Watching");
  }

  /** The cluster, with lists as of a server on which other kinds change too. */
  private final class Ahead implements ListerWatcher<TestObject> {
    @Override
    public Exchange list(ListOptions options, ListReceiver<TestObject> receiver) {
      return cluster.list(options, new ListReceiver<>() {
        @Override
        public void items(List<dev.informant.source.Item<TestObject>> items) {
          receiver.items(items);
        }

        @Override
        public void completed(ListMetadata metadata) {
          receiver.completed(new ListMetadata(
              Long.toString(Long.parseLong(metadata.resourceVersion()) + ahead),
              metadata.continueToken(),
              metadata.remainingItemCount()));
        }

        @Override
        public void failed(SourceException cause) {
          receiver.failed(cause);
        }
      });
    }

    @Override
    public Exchange watch(ListOptions options, WatchReceiver<TestObject> receiver) {
      return cluster.watch(options, receiver);
    }
  }

  /** Runs an informer until it has synced and closes it. */
  private void firstRun(String... names) {
    for (String name : names) {
      cluster.add(TestObject.named(name));
    }
    SharedIndexInformer<TestObject> informer = informer();
    informer.start();
    runtime.runUntilIdle();
    assertThat(informer.isSynced()).isTrue();
    informer.close();
    assertThat(file()).exists();
  }

  private List<String> requestsSince(int number) {
    List<FakeCluster.Request> all = cluster.requests();
    return all.subList(number, all.size()).stream()
        .map(request -> (request.watch() ? "WATCH " : "LIST ")
            + request.options().resourceVersion()
            + (request.options().limit() == 1 ? "limit=1" : ""))
        .toList();
  }

  private TestObject named(String name) {
    return cluster.objects().stream()
        .filter(object -> object.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"IN_ORDER, true", "IN_ORDER, false", "DELTA_FIFO, true", "DELTA_FIFO, false"})
  void aRestartFetchesOnlyWhatHasChanged(QueueKind queueKind, boolean isCompact) {
    queue = queueKind;
    compact = isCompact;
    firstRun("a", "b", "c");
    cluster.modify(named("a").withData("changed"));
    cluster.delete("default/b");
    cluster.add(TestObject.named("d"));
    int before = cluster.requests().size();
    SharedIndexInformer<TestObject> informer = informer();
    Recorder recorder = new Recorder();
    Registration<TestObject> registration = informer.addHandler(recorder);
    informer.start();
    runtime.runUntilIdle();
    assertThat(requestsSince(before)).containsExactly("LIST limit=1", "WATCH 3");
    assertThat(recorder.calls().subList(0, 3))
        .containsExactlyInAnyOrder("add! a@1", "add! b@2", "add! c@3");
    assertThat(recorder.calls())
        .filteredOn(call -> !call.startsWith("add! "))
        .containsExactlyInAnyOrder("update a@1>4", "delete b@5");
    assertThat(recorder.violations()).isEmpty();
    assertThat(recorder.state())
        .containsOnlyKeys("default/a", "default/c", "default/d")
        .containsEntry("default/a", "4");
    assertThat(informer.isSynced()).isTrue();
    assertThat(registration.isSynced()).isTrue();
    assertThat(informer.indexer().indexKeys("name", "d")).containsExactly("default/d");
    assertThat(informer.indexer().get("default/a").data()).isEqualTo("changed");
    assertToldToBeWatching();
    informer.close();
    assertThat(states).startsWith("Warm").endsWith("Closed");
  }

  @ParameterizedTest
  @CsvSource({"IN_ORDER", "DELTA_FIFO"})
  void aListIsSavedAtItsOwnVersionWhicheverObjectCameLast(QueueKind queueKind) {
    queue = queueKind;
    firstRun("z", "a", "b");
    int before = cluster.requests().size();
    SharedIndexInformer<TestObject> informer = informer();
    Recorder recorder = new Recorder();
    informer.addHandler(recorder);
    informer.start();
    runtime.runUntilIdle();
    assertThat(requestsSince(before)).containsExactly("LIST limit=1", "WATCH 3");
    assertThat(recorder.calls()).containsExactlyInAnyOrder("add! z@1", "add! a@2", "add! b@3");
    assertThat(informer.isSynced()).isTrue();
  }

  /**
   * The pipeline looks into the queue, finds it empty and, being confirmed, reports the sync. Before it goes on, the
   * reflector receives a change, as it may on another thread.
   */
  @ParameterizedTest
  @CsvSource({"IN_ORDER", "DELTA_FIFO"})
  void aVersionReceivedAfterTheQueueWasFoundEmptyIsReachedOnlyWhenItsChangeIsStored(
      QueueKind queueKind) {
    queue = queueKind;
    firstRun("a");
    SharedIndexInformer<TestObject> informer = informer();
    List<String> received = new ArrayList<>();
    List<String> stored = new ArrayList<>();
    atSync = () -> {
      informer
          .awaitVersion("2", INTERVAL)
          .thenRun(() -> stored.add(informer.indexer().get("default/a").resourceVersion()));
      cluster.modify(named("a").withData("changed"));
      runtime.runUntil(() -> informer.lastSyncResourceVersion().equals("2"), Duration.ZERO);
      received.add(informer.lastSyncResourceVersion() + " before "
          + informer.indexer().get("default/a").resourceVersion() + " was replaced");
    };
    informer.start();
    runtime.runUntilIdle();
    assertThat(received).containsExactly("2 before 1 was replaced");
    assertThat(stored).containsExactly("2");
  }

  @Test
  void aVersionReceivedAfterTheQueueWasEmptiedIsNotSavedBeforeItsChangeIsStored() {
    queue = QueueKind.DELTA_FIFO; // with the other one the store's own version is saved
    cluster.add(TestObject.named("a"));
    Counting archive = new Counting();
    SharedIndexInformer<TestObject> informer =
        informer(archive, ObjectForm.shared(TestObject.ACCESSOR));
    informer.start();
    runtime.runUntilIdle();
    List<String> received = new ArrayList<>();
    afterDrain = () -> {
      cluster.modify(named("a").withData("while the pipeline reports"));
      runtime.runUntil(() -> informer.lastSyncResourceVersion().equals("3"), Duration.ZERO);
      received.add(informer.lastSyncResourceVersion());
    };
    cluster.modify(named("a").withData("changed"));
    assertThat(runtime.runUntil(() -> !received.isEmpty(), Duration.ZERO)).isTrue();
    informer.close();
    assertThat(received).containsExactly("3");
    assertThat(informer.indexer().get("default/a").resourceVersion()).isEqualTo("2");
    assertThat(archive.saved).endsWith("2 1");
  }

  @Test
  void handlersAreFedBeforeTheServerHasAnswered() {
    firstRun("a", "b");
    cluster.latency(Duration.ofSeconds(10));
    SharedIndexInformer<TestObject> informer = informer();
    Recorder recorder = new Recorder();
    Registration<TestObject> registration = informer.addHandler(recorder);
    informer.start();
    runtime.runUntilIdle();
    assertThat(recorder.calls()).containsExactlyInAnyOrder("add! a@1", "add! b@2");
    assertThat(informer.isSynced()).isFalse();
    assertThat(registration.isSynced()).isFalse();
    assertThat(informer.state())
        .isInstanceOfSatisfying(
            InformerState.Warm.class, warm -> assertThat(warm.resourceVersion()).isEqualTo("2"));
    runtime.advance(Duration.ofSeconds(30));
    assertThat(informer.isSynced()).isTrue();
    assertThat(registration.isSynced()).isTrue();
    assertThat(informer.state()).isInstanceOf(InformerState.Watching.class);
  }

  @ParameterizedTest
  @CsvSource({"IN_ORDER", "DELTA_FIFO"})
  void itIsSyncedOnlyWhenTheWatchHasComeToTheVersionOfTheServer(QueueKind queueKind) {
    queue = queueKind;
    firstRun("a");
    ahead = 7;
    SharedIndexInformer<TestObject> informer = informer();
    informer.start();
    runtime.runUntilIdle();
    assertThat(informer.state()).isInstanceOf(InformerState.Warm.class);
    cluster.sendRaw(new WatchEvent.Bookmark<>("7", false)); // the server was at 8
    runtime.runUntilIdle();
    assertThat(informer.isSynced()).isFalse();
    cluster.sendRaw(new WatchEvent.Bookmark<>("8", false));
    runtime.runUntilIdle();
    assertThat(informer.isSynced()).isTrue();
    assertThat(informer.state()).isInstanceOf(InformerState.Watching.class);
    TestObject late = cluster.add(TestObject.named("late"));
    Recorder recorder = new Recorder();
    informer.addHandler(recorder);
    runtime.runUntilIdle();
    cluster.modify(late.withData("again"));
    cluster.add(TestObject.named("later"));
    runtime.runUntilIdle();
    assertThat(recorder.calls()).endsWith("add later@4"); // not of the initial list any more
  }

  @Test
  void aServerThatNeverConfirmsIsListed() {
    firstRun("a");
    ahead = 7;
    int before = cluster.requests().size();
    SharedIndexInformer<TestObject> informer = informer();
    informer.start();
    runtime.runUntilIdle();
    runtime.advance(SavedState.CONFIRMED_WITHIN.plusSeconds(5));
    assertThat(informer.isSynced()).isTrue();
    assertThat(requestsSince(before)).startsWith("LIST limit=1", "WATCH 1", "LIST ");
    assertThat(failures)
        .singleElement()
        .satisfies(late -> assertThat(late)
            .hasMessageStartingWith(
                "the saved cache was not confirmed: the watch delivered nothing for 3 s"));
    assertToldToBeWatching();
  }

  @Test
  void whoLosesTheWatchBeforeItIsConfirmedListsThePresentAndNotTheSavedVersion() {
    firstRun("a");
    cluster.modify(named("a").withData("changed"));
    cluster.failNextWatch(SourceException.status(500, "InternalError", "no watch for you"));
    int before = cluster.requests().size();
    SharedIndexInformer<TestObject> informer = informer();
    informer.start();
    runtime.advance(Duration.ofSeconds(30));
    assertThat(informer.isSynced()).isTrue();
    assertThat(requestsSince(before)).startsWith("LIST limit=1", "WATCH 1", "LIST ");
  }

  @ParameterizedTest
  @CsvSource({"IN_ORDER", "DELTA_FIFO"})
  void anExpiredVersionIsListedAndWhatVanishedIsDeleted(QueueKind queueKind) {
    queue = queueKind;
    firstRun("a", "b");
    cluster.delete("default/b");
    cluster.compact();
    SharedIndexInformer<TestObject> informer = informer();
    Recorder recorder = new Recorder();
    informer.addHandler(recorder);
    informer.start();
    runtime.runUntilIdle();
    assertThat(informer.isSynced()).isFalse();
    runtime.advance(Duration.ofSeconds(10));
    assertThat(informer.isSynced()).isTrue();
    assertThat(recorder.calls()).containsExactlyInAnyOrder("add! a@1", "add! b@2", "delete? b@2");
    assertThat(informer.indexer().keys()).containsExactly("default/a");
  }

  @ParameterizedTest
  @CsvSource({"IN_ORDER", "DELTA_FIFO"})
  void aWarmStartThatEndsInAListIsLoggedAsRecovered(QueueKind queueKind) {
    queue = queueKind;
    firstRun("a", "b");
    cluster.delete("default/b");
    cluster.compact();
    SharedIndexInformer<TestObject> informer = informer();
    informer.start();
    runtime.advance(Duration.ofSeconds(10));
    assertThat(informer.state()).isInstanceOf(InformerState.Watching.class);
    assertToldToBeWatching();
    assertThat(log)
        .anyMatch(line -> line.contains(": listing again, "))
        .anyMatch(line -> line.contains(": recovered after"));
  }

  @ParameterizedTest
  @CsvSource({"IN_ORDER", "DELTA_FIFO"})
  void aServerWithAnotherHistoryIsBelieved(QueueKind queueKind) {
    queue = queueKind;
    firstRun("a", "b", "c");
    cluster.restore(1, List.of(TestObject.named("a").withResourceVersion("1")));
    SharedIndexInformer<TestObject> informer = informer();
    Recorder recorder = new Recorder();
    informer.addHandler(recorder);
    informer.start();
    runtime.advance(Duration.ofSeconds(10));
    assertThat(informer.isSynced()).isTrue();
    assertThat(informer.indexer().keys()).containsExactly("default/a");
    assertThat(recorder.state()).containsOnlyKeys("default/a");
    assertThat(recorder.violations()).isEmpty();
    assertThat(failures).anyMatch(cause -> cause.getMessage().contains("another history"));
    assertToldToBeWatching();
  }

  @Test
  void aServerThatIsDownForAMomentDoesNotCostTheSavedCache() {
    firstRun("a");
    int before = cluster.requests().size();
    for (int i = 0; i < 3; i++) {
      cluster.failNextList(
          SourceException.of(SourceException.Kind.CONNECTION_REFUSED, "refused", null));
    }
    SharedIndexInformer<TestObject> informer = informer();
    Recorder recorder = new Recorder();
    informer.addHandler(recorder);
    informer.start();
    runtime.runUntilIdle();
    assertThat(informer.state().cause()).isNotNull();
    assertThat(recorder.calls()).containsExactly("add! a@1");
    runtime.advance(Duration.ofSeconds(60));
    assertThat(informer.isSynced()).isTrue();
    assertThat(requestsSince(before)).endsWith("LIST limit=1", "WATCH 1");
  }

  @Test
  void whileTheServerIsDownItIsWarmSinceItWasLoadedAndSaysWhy() {
    firstRun("a");
    for (int i = 0; i < 5; i++) {
      cluster.failNextList(SourceException.status(503, "ServiceUnavailable", "no etcd"));
    }
    SharedIndexInformer<TestObject> informer = informer();
    Instant loaded = runtime.now();
    informer.start();
    runtime.advance(Duration.ofSeconds(1));
    assertThat(informer.state()).isInstanceOfSatisfying(InformerState.Warm.class, state -> {
      assertThat(state.since()).isEqualTo(loaded);
      assertThat(state.cause()).hasMessage("no etcd");
      assertThat(state.resourceVersion()).isEqualTo("1");
    });
    assertThat(HealthCheck.of(() -> List.of(informer)).look().problems())
        .singleElement()
        .asString()
        .contains("using a saved cache that the server has not confirmed since " + loaded);
    runtime.advance(Duration.ofMinutes(5));
    assertThat(informer.isSynced()).isTrue();
    assertThat(states).contains("Warm", "Watching").doesNotContain("BackingOff");
  }

  @ParameterizedTest
  @CsvSource({"IN_ORDER", "DELTA_FIFO"})
  void aVersionThatMovedOnAloneIsWhereTheNextRunGoesOn(QueueKind queueKind) throws IOException {
    queue = queueKind;
    firstRun("a");
    byte[] objects = Files.readAllBytes(file());
    SharedIndexInformer<TestObject> second = informer();
    second.start();
    runtime.runUntilIdle();
    assertThat(second.isSynced()).isTrue();
    cluster.sendRaw(new WatchEvent.Bookmark<>("7", false));
    runtime.runUntilIdle();
    second.close();
    assertThat(Files.readAllBytes(file())).as("as it was").isEqualTo(objects);
    ahead = 6; // the server is at 7, by changes of other kinds
    int before = cluster.requests().size();
    SharedIndexInformer<TestObject> third = informer();
    third.start();
    runtime.runUntilIdle();
    assertThat(third.isSynced()).isTrue();
    assertThat(requestsSince(before)).containsExactly("LIST limit=1", "WATCH 7");
  }

  @ParameterizedTest
  @CsvSource({"IN_ORDER", "DELTA_FIFO"})
  void aCacheThatWentBackWithItsServerIsSavedAtTheEarlierVersion(QueueKind queueKind) {
    queue = queueKind;
    Counting archive = new Counting();
    SharedIndexInformer<TestObject> informer =
        informer(archive, ObjectForm.shared(TestObject.ACCESSOR));
    TestObject a = cluster.add(TestObject.named("a"));
    TestObject b = cluster.add(TestObject.named("b"));
    cluster.add(TestObject.named("c"));
    cluster.modify(a.withData("undone"));
    informer.start();
    runtime.runUntilIdle();
    cluster.restore(2, List.of(a, b));
    runtime.advance(INTERVAL);
    assertThat(informer.indexer().keys()).containsExactlyInAnyOrder("default/a", "default/b");
    informer.close();
    assertThat(archive.saved).last().isEqualTo("2 2");
  }

  @Test
  void aCacheThatHasTakenInAPartOfAListIsNotSaved() {
    queue = QueueKind.DELTA_FIFO;
    List<TestObject> early = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      TestObject added = cluster.add(TestObject.named("o" + i));
      if (i < 100) {
        early.add(added);
      }
    }
    Counting archive = new Counting();
    SharedIndexInformer<TestObject> informer =
        informer(archive, ObjectForm.shared(TestObject.ACCESSOR));
    informer.start();
    runtime.runUntilIdle();
    assertThat(informer.indexer().size()).isEqualTo(200);
    afterDrain = () -> {
      if (informer.indexer().size() < 200 && informer.queuedChanges() > 0) {
        informer.close();
      }
    };
    cluster.restore(100, early);
    runtime.advance(INTERVAL);
    assertThat(informer.isClosed()).isTrue();
    assertThat(informer.indexer().size()).isStrictlyBetween(100, 200);
    // Neither at 100 nor at 200 was there ever such a state; a server that has come to 200 again
    // would not tell.
    assertThat(archive.saved).allMatch("200 200"::equals);
  }

  @Test
  void aServerThatDoesNotTellWhoItIsForAMomentDoesNotCostTheSavedCache() {
    firstRun("a");
    cluster.add(TestObject.named("b"));
    int before = cluster.requests().size();
    silences = 3;
    SharedIndexInformer<TestObject> informer = informer();
    Recorder recorder = new Recorder();
    informer.addHandler(recorder);
    informer.start();
    runtime.runUntilIdle();
    assertThat(recorder.calls()).containsExactly("add! a@1");
    assertThat(informer.isSynced()).isFalse();
    assertThat(informer.state().cause()).hasMessageContaining("starting");
    assertThat(requestsSince(before)).as("before it is known who it is").isEmpty();
    runtime.advance(Duration.ofSeconds(60));
    assertThat(informer.isSynced()).isTrue();
    assertThat(requestsSince(before)).containsExactly("LIST limit=1", "WATCH 1", "WATCH 2");
    assertThat(recorder.state()).containsOnlyKeys("default/a", "default/b");
    assertThat(recorder.violations()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"IN_ORDER", "DELTA_FIFO"})
  void aServerThatIsFoundToBeAnotherIsListedAndWhatItHasNotIsDeleted(QueueKind queueKind) {
    queue = queueKind;
    firstRun("a", "b");
    cluster.delete("default/b");
    int before = cluster.requests().size();
    silences = 2;
    identity = "another";
    SharedIndexInformer<TestObject> informer = informer();
    Recorder recorder = new Recorder();
    informer.addHandler(recorder);
    informer.start();
    runtime.runUntilIdle();
    assertThat(informer.isSynced()).isFalse();
    runtime.advance(Duration.ofSeconds(60));
    assertThat(informer.isSynced()).isTrue();
    assertThat(requestsSince(before)).containsExactly("LIST ", "WATCH 3");
    assertThat(recorder.calls()).containsExactlyInAnyOrder("add! a@1", "add! b@2", "delete? b@2");
    assertThat(informer.indexer().keys()).containsExactly("default/a");
  }

  @Test
  void aServerThatWillNotTellWhoItIsIsListed() {
    firstRun("a");
    Counting archive = new Counting();
    archive.loading = CompletableFuture.completedFuture(
        Optional.of(new SavedCache<>("1", List.of(Revision.of(named("a"), TestObject.ACCESSOR)))));
    archive.whose =
        CompletableFuture.failedFuture(SourceException.status(401, "Unauthorized", "no token"));
    int before = cluster.requests().size();
    SharedIndexInformer<TestObject> informer =
        informer(archive, ObjectForm.shared(TestObject.ACCESSOR));
    informer.start();
    runtime.advance(Duration.ofSeconds(10));
    assertThat(informer.isSynced()).isTrue();
    assertThat(requestsSince(before)).startsWith("LIST ");
  }

  @Test
  void anInformerClosedBeforeItIsKnownWhoseItsCacheIsAsksTheServerNothing() {
    firstRun("a");
    Counting archive = new Counting();
    archive.loading = CompletableFuture.completedFuture(
        Optional.of(new SavedCache<>("1", List.of(Revision.of(named("a"), TestObject.ACCESSOR)))));
    archive.whose = new CompletableFuture<>();
    int before = cluster.requests().size();
    SharedIndexInformer<TestObject> informer =
        informer(archive, ObjectForm.shared(TestObject.ACCESSOR));
    informer.start();
    runtime.runUntilIdle();
    assertThat(informer.state()).isInstanceOf(InformerState.Warm.class);
    informer.close();
    archive.whose.complete(true);
    runtime.advance(Duration.ofMinutes(5));
    assertThat(requestsSince(before)).isEmpty();
  }

  @Test
  void whoTheServerIsIsAskedWhenTheInformerHasSyncedAndNotAtItsEnd() {
    Counting archive = new Counting();
    SharedIndexInformer<TestObject> informer =
        informer(archive, ObjectForm.shared(TestObject.ACCESSOR));
    informer.start();
    assertThat(archive.prepared).isZero();
    runtime.runUntilIdle();
    assertThat(informer.isSynced()).isTrue();
    assertThat(archive.prepared).isEqualTo(1);
    SharedIndexInformer<TestObject> saving = informer();
    saving.start();
    runtime.runUntilIdle();
    assertThat(questions).isEqualTo(1);
  }

  @Test
  void aServerThatRefusesTheQuestionIsListed() {
    firstRun("a");
    cluster.failNextList(SourceException.status(403, "Forbidden", "no limit for you"));
    SharedIndexInformer<TestObject> informer = informer();
    informer.start();
    runtime.advance(Duration.ofSeconds(10));
    assertThat(informer.isSynced()).isTrue();
    assertToldToBeWatching();
  }

  @Test
  void whereTheQuestionIsRefusedThePresentIsListedAndNotTheSavedVersion() {
    firstRun("a", "b");
    cluster.modify(named("a").withData("changed"));
    cluster.delete("default/b");
    cluster.failNextList(SourceException.status(403, "Forbidden", "no limit for you"));
    int before = cluster.requests().size();
    SharedIndexInformer<TestObject> informer = informer();
    Recorder recorder = new Recorder();
    informer.addHandler(recorder);
    informer.start();
    runtime.advance(Duration.ofSeconds(10));
    assertThat(requestsSince(before)).containsExactly("LIST limit=1", "LIST ", "WATCH 4");
    assertThat(recorder.calls())
        .containsExactlyInAnyOrder("add! a@1", "add! b@2", "update a@1>3", "delete? b@2");
    assertThat(recorder.violations()).isEmpty();
  }

  @Test
  void aLateHandlerOfAWarmCacheIsSyncedWithIt() {
    firstRun("a");
    ahead = 1;
    SharedIndexInformer<TestObject> informer = informer();
    informer.start();
    runtime.runUntilIdle();
    Recorder recorder = new Recorder();
    Registration<TestObject> registration = informer.addHandler(recorder);
    runtime.runUntilIdle();
    assertThat(recorder.calls()).containsExactly("add! a@1");
    assertThat(registration.isSynced()).isFalse();
    cluster.sendRaw(new WatchEvent.Bookmark<>("2", false));
    runtime.runUntilIdle();
    assertThat(registration.isSynced()).isTrue();
  }

  @Test
  void anInformerThatNeverSyncedLeavesTheSavedCacheAsItWas() throws IOException {
    firstRun("a");
    byte[] saved = Files.readAllBytes(file());
    cluster.latency(Duration.ofHours(1));
    SharedIndexInformer<TestObject> informer = informer();
    informer.start();
    runtime.advance(Duration.ofMinutes(3));
    informer.close();
    assertThat(Files.readAllBytes(file())).isEqualTo(saved);
  }

  @Test
  void notUnderstoodObjectsKeepTheCacheFromBeingSaved() {
    cluster.add(TestObject.named("a"));
    cluster.undecodable("default/a", true);
    SharedIndexInformer<TestObject> informer = informer();
    informer.start();
    runtime.runUntilIdle();
    assertThat(informer.isSynced()).isTrue();
    informer.close();
    assertThat(file()).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"IN_ORDER", "DELTA_FIFO"})
  void whatWasLostWithoutAKeyKeepsTheCacheFromBeingSavedUntilAListBringsItBack(
      QueueKind queueKind) {
    queue = queueKind;
    Counting archive = new Counting();
    SharedIndexInformer<TestObject> informer =
        informer(archive, ObjectForm.shared(TestObject.ACCESSOR));
    cluster.add(TestObject.named("a"));
    informer.start();
    runtime.runUntilIdle();
    cluster.modifyUnwatched(named("a").withData("lost"));
    cluster.sendRaw(new WatchEvent.Unexpected<>("a frame that breaks off"));
    cluster.add(TestObject.named("b"));
    runtime.advance(INTERVAL.multipliedBy(2));
    assertThat(informer.lastSyncResourceVersion()).isEqualTo("3");
    assertThat(archive.saved).as("who goes on from 3 never hears of 2").isEmpty();
    cluster.compact();
    cluster.sendRaw(new WatchEvent.Error<>(
        SourceException.status(SourceException.GONE, "Expired", "too old resource version")));
    runtime.advance(INTERVAL.multipliedBy(2));
    assertThat(informer.indexer().get("default/a").data()).isEqualTo("lost");
    assertThat(archive.saved).containsExactly("3 2");
  }

  @Test
  void aThreadThatIsInterruptedSavesTheCachesItCloses() {
    cluster.add(TestObject.named("a"));
    SharedIndexInformer<TestObject> informer = informer();
    informer.start();
    runtime.runUntilIdle();
    Thread.currentThread().interrupt();
    informer.close();
    assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    assertThat(failures).isEmpty();
    assertThat(file()).exists();
  }

  /** Counts. */
  private static class Counting implements CacheArchive<TestObject> {
    final List<String> saved = new ArrayList<>();
    CompletableFuture<Optional<SavedCache<TestObject>>> loading =
        CompletableFuture.completedFuture(Optional.empty());
    CompletableFuture<Boolean> whose = CompletableFuture.completedFuture(true);
    int prepared;
    boolean broken;

    @Override
    public CompletableFuture<Boolean> isOfThisServer() {
      return whose;
    }

    @Override
    public void prepare() {
      prepared++;
    }

    @Override
    public CompletableFuture<Optional<SavedCache<TestObject>>> load() {
      return loading;
    }

    @Override
    public void save(SavedCache<TestObject> cache) throws IOException {
      saved.add(cache.resourceVersion() + " " + cache.revisions().size());
      if (broken) {
        throw new IOException("disk full");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"IN_ORDER", "DELTA_FIFO"})
  void anObjectSavedInALaterStateThanTheCacheNeverGoesBack(QueueKind queueKind) {
    queue = queueKind;
    cluster.add(TestObject.named("a"));
    cluster.add(TestObject.named("b"));
    cluster.modify(named("b").withData("3"));
    cluster.modify(named("b").withData("4"));
    Counting archive = new Counting();
    archive.loading = CompletableFuture.completedFuture(Optional.of(new SavedCache<>(
        "2",
        List.of(
            Revision.of(named("a"), TestObject.ACCESSOR),
            Revision.of(named("b"), TestObject.ACCESSOR)))));
    SharedIndexInformer<TestObject> informer =
        informer(archive, ObjectForm.shared(TestObject.ACCESSOR));
    Recorder recorder = new Recorder();
    informer.addHandler(recorder);
    informer.start();
    runtime.runUntilIdle();
    assertThat(recorder.calls()).startsWith("add! a@1").noneMatch(call -> call.contains("b@4>"));
    assertThat(recorder.violations()).isEmpty();
    assertThat(recorder.state()).containsEntry("default/b", "4");
    assertThat(informer.isSynced()).isTrue();
  }

  @Test
  void aChangedCacheIsSavedAtIntervalsAndAnUnchangedOneIsNot() {
    Counting archive = new Counting();
    SharedIndexInformer<TestObject> informer =
        informer(archive, ObjectForm.shared(TestObject.ACCESSOR));
    cluster.add(TestObject.named("a"));
    informer.start();
    runtime.advance(INTERVAL.multipliedBy(3));
    assertThat(archive.saved).containsExactly("1 1");
    cluster.add(TestObject.named("b"));
    runtime.advance(INTERVAL.multipliedBy(2));
    assertThat(archive.saved).containsExactly("1 1", "2 2");
    informer.close();
    runtime.advance(INTERVAL.multipliedBy(5));
    assertThat(archive.saved).containsExactly("1 1", "2 2");
  }

  @ParameterizedTest
  @CsvSource({"IN_ORDER", "DELTA_FIFO"})
  void aCacheThatLostChangesIsSavedAgainOnceTheyHaveBeenListed(QueueKind queueKind) {
    queue = queueKind;
    Counting archive = new Counting();
    SharedIndexInformer<TestObject> informer =
        informer(archive, ObjectForm.shared(TestObject.ACCESSOR));
    boolean[] full = new boolean[1];
    informer.addIndexer("failing", object -> {
      if (full[0]) {
        full[0] = false;
        throw new InternalError("planted");
      }
      return List.of();
    });
    cluster.add(TestObject.named("a"));
    informer.start();
    runtime.advance(INTERVAL.multipliedBy(2));
    assertThat(archive.saved).containsExactly("1 1");
    full[0] = true;
    cluster.add(TestObject.named("b"));
    runtime.advance(INTERVAL.multipliedBy(3));
    assertThat(failures).isNotEmpty();
    assertThat(archive.saved).containsExactly("1 1", "2 2");
  }

  @ParameterizedTest
  @CsvSource({"IN_ORDER", "DELTA_FIFO"})
  void aCacheThatLostChangesIsNotSavedBeforeTheyHaveBeenListed(QueueKind queueKind) {
    queue = queueKind;
    Counting archive = new Counting();
    SharedIndexInformer<TestObject> informer =
        informer(archive, ObjectForm.shared(TestObject.ACCESSOR));
    boolean[] full = new boolean[1];
    informer.addIndexer("failing", object -> {
      if (full[0]) {
        full[0] = false;
        throw new InternalError("planted");
      }
      return List.of();
    });
    cluster.add(TestObject.named("a"));
    informer.start();
    runtime.advance(INTERVAL.multipliedBy(2));
    assertThat(archive.saved).containsExactly("1 1");
    for (int i = 0; i < 1000; i++) {
      cluster.failNextList(SourceException.status(500, "InternalError", "no lists today"));
    }
    full[0] = true;
    cluster.add(TestObject.named("b"));
    cluster.add(TestObject.named("c"));
    runtime.advance(INTERVAL.multipliedBy(3));
    assertThat(failures).anyMatch(cause -> cause.getMessage().contains("no lists today"));
    informer.close();
    assertThat(archive.saved).containsExactly("1 1");
  }

  @Test
  void aFailureToSaveIsReportedAndTriedAgain() {
    Counting archive = new Counting();
    archive.broken = true;
    SharedIndexInformer<TestObject> informer =
        informer(archive, ObjectForm.shared(TestObject.ACCESSOR));
    cluster.add(TestObject.named("a"));
    informer.start();
    runtime.advance(INTERVAL.plusSeconds(1));
    assertThat(failures).anyMatch(cause -> "disk full".equals(cause.getMessage()));
    archive.broken = false;
    informer.close();
    assertThat(archive.saved).containsExactly("1 1", "1 1");
  }

  @Test
  void anArchiveThatFailsToLoadCostsNothingButTheList() {
    Counting archive = new Counting();
    archive.loading = CompletableFuture.failedFuture(new IllegalStateException("broken"));
    SharedIndexInformer<TestObject> informer =
        informer(archive, ObjectForm.shared(TestObject.ACCESSOR));
    cluster.add(TestObject.named("a"));
    informer.start();
    runtime.runUntilIdle();
    assertThat(informer.isSynced()).isTrue();
  }

  @SuppressWarnings("NullAway") // archives written without nullness checks
  static Stream<CacheArchive<TestObject>> archivesWithDefects() {
    return Stream.of(
        new Counting() {
          @Override
          public CompletableFuture<Optional<SavedCache<TestObject>>> load() {
            throw new IllegalStateException("broken");
          }
        },
        new Counting() {
          @Override
          public CompletableFuture<Optional<SavedCache<TestObject>>> load() {
            throw new NoClassDefFoundError("missing class");
          }
        },
        loading(null),
        loading(CompletableFuture.completedFuture(null)),
        loading(CompletableFuture.completedFuture(Optional.of(new SavedCache<>(
            "1", new ArrayList<>() {
              @Override
              public void forEach(Consumer<? super Revision<TestObject>> action) {
                throw new IllegalStateException("cannot be read");
              }
            })))),
        new Counting() {
          @Override
          public CompletableFuture<Optional<SavedCache<TestObject>>> load() {
            return CompletableFuture.completedFuture(Optional.of(new SavedCache<>("1", List.of())));
          }

          @Override
          public CompletableFuture<Boolean> isOfThisServer() {
            throw new IllegalStateException("broken");
          }
        });
  }

  @SuppressWarnings("NullAway") // as above
  private static Counting loading(
      @Nullable CompletableFuture<Optional<SavedCache<TestObject>>> result) {
    Counting archive = new Counting();
    archive.loading = result;
    return archive;
  }

  @ParameterizedTest
  @MethodSource("archivesWithDefects")
  void anArchiveThatThrowsOrGivesNullCostsNothingButTheList(CacheArchive<TestObject> archive) {
    SharedIndexInformer<TestObject> informer =
        informer(archive, ObjectForm.shared(TestObject.ACCESSOR));
    cluster.add(TestObject.named("a"));
    informer.start();
    runtime.advance(Duration.ofSeconds(10));
    assertThat(informer.isSynced()).isTrue();
    assertThat(informer.indexer().keys()).containsExactly("default/a");
    assertToldToBeWatching();
  }

  @Test
  void anInformerClosedWhileItLoadsAsksTheServerNothing() {
    Counting archive = new Counting();
    archive.loading = new CompletableFuture<>();
    SharedIndexInformer<TestObject> informer =
        informer(archive, ObjectForm.shared(TestObject.ACCESSOR));
    informer.start();
    runtime.runUntilIdle();
    assertThat(informer.isStarted()).isTrue();
    informer.close();
    archive.loading.complete(Optional.empty());
    runtime.advance(Duration.ofMinutes(5));
    assertThat(cluster.requests()).isEmpty();
    assertThat(archive.saved).isEmpty();
  }
}

package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.object.Revision;
import dev.informant.queue.Delta;
import dev.informant.queue.DeltaFifo;
import dev.informant.queue.InOrderQueue;
import dev.informant.queue.Queue;
import dev.informant.runtime.EngineRuntime;
import dev.informant.store.IndexFunction;
import dev.informant.store.Indexer;
import dev.informant.store.UndeltaStore;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class QueueControllerTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
  private final List<String> heard = new ArrayList<>();
  private int failures;

  private QueueController.Builder<TestObject> builder() {
    return QueueController.builder(cluster, TestObject.ACCESSOR, runtime);
  }

  private static TestObject object(String name) {
    return TestObject.of("", name);
  }

  private static <T> QueueController<T> started(QueueController<T> controller) {
    controller.start();
    return controller;
  }

  private QueueController<TestObject> processing() {
    QueueController<TestObject> controller = started(builder().process(this::process));
    runtime.runUntilIdle();
    return controller;
  }

  private void process(List<Delta<Revision<TestObject>>> deltas, boolean inInitialList) {
    if (failures > 0) {
      failures--;
      throw new IllegalStateException("planted");
    }
    for (Delta<Revision<TestObject>> delta : deltas) {
      String what = delta.getClass().getSimpleName();
      if (delta instanceof Delta.Keyed<Revision<TestObject>> keyed) {
        what += " " + keyed.key();
      } else if (delta instanceof Delta.ReplacedAll<Revision<TestObject>> all) {
        what += " " + all.objects().stream().map(Revision::key).sorted().toList();
      }
      heard.add(inInitialList ? what + " initially" : what);
    }
  }

  private ResourceEventHandler<TestObject> recording(SnapshotIndexer<TestObject> store) {
    return new ResourceEventHandler<>() {
      @Override
      public void onAdd(TestObject object, boolean inInitialList) {
        assertThat(store.get(object.name())).isEqualTo(object);
        heard.add("+" + object.name() + (inInitialList ? " initially" : ""));
        if (failures > 0) {
          failures--;
          throw new IllegalStateException("planted");
        }
      }

      @Override
      public void onUpdate(TestObject before, TestObject after) {
        assertThat(store.get(after.name())).isEqualTo(after);
        heard.add("~" + after.name() + (before == after ? " same" : ""));
      }

      @Override
      public void onDelete(Deleted<TestObject> deleted) {
        assertThat(store.get(deleted.key())).isNull();
        heard.add("-" + deleted.key() + (deleted.finalStateUnknown() ? " unknown" : ""));
      }
    };
  }

  private static SnapshotIndexer<TestObject> store() {
    return SnapshotIndexer.builder(TestObject.ACCESSOR)
        .indexer(Indexer.NAMESPACE_INDEX, IndexFunction.byNamespace(TestObject.ACCESSOR))
        .build();
  }

  @Test
  @SuppressWarnings("NullAway") // that is what is refused
  void missingPartsAreRefusedByName() {
    assertThatThrownBy(() -> QueueController.builder(null, TestObject.ACCESSOR, runtime))
        .hasMessage("source");
    assertThatThrownBy(() -> QueueController.builder(cluster, null, runtime))
        .hasMessage("accessor");
    assertThatThrownBy(() -> QueueController.builder(cluster, TestObject.ACCESSOR, null))
        .hasMessage("runtime");
    assertThatThrownBy(() -> builder().queue(null)).hasMessage("queue");
    assertThatThrownBy(() -> builder().process(null)).hasMessage("process");
    assertThatThrownBy(() -> builder().into(null)).hasMessage("store");
    assertThatThrownBy(() -> builder().into(null, new ResourceEventHandler<>() {}))
        .hasMessage("indexer");
    assertThatThrownBy(() -> builder().into(store(), null)).hasMessage("handler");
  }

  @Test
  void aClosedControllerCannotBeStarted() {
    QueueController<TestObject> controller = builder().name("widgets").process(this::process);
    assertThat(controller).hasToString("controller widgets");
    controller.close();
    assertThatThrownBy(controller::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("cannot start: controller widgets is closed; build a new one");
  }

  @Test
  void theHandlerIsCalledWithListsInOrder() {
    cluster.add(object("a"));
    ResourceEventHandler<Object> handler = ResourceEventHandler.builder()
        .onAdd(object -> heard.add("add"))
        .onUpdate((before, after) -> heard.add("update"))
        .onListStart(version -> heard.add("start " + version))
        .onListEnd(version -> heard.add("end " + version))
        .build();
    started(builder().into(store(), handler));
    runtime.runUntilIdle();
    String listed = cluster.resourceVersion();
    cluster.modify(object("a").withData("2"));
    runtime.runUntilIdle();
    assertThat(heard).containsExactly("start ", "add", "end " + listed, "update");
  }

  // --- a queue and a process function

  @Test
  void theProcessFunctionIsCalledWithTheListAndThenWithEachChangeInOrder() {
    cluster.add(object("a"));
    processing();
    cluster.add(object("b"));
    runtime.runUntilIdle();
    cluster.modify(object("a").withData("2"));
    cluster.delete("b");
    runtime.runUntilIdle();
    assertThat(heard)
        .containsExactly("ReplacedAll [a] initially", "Added b", "Updated a", "Deleted b");
  }

  @Test
  void itHasSyncedWhenTheProcessFunctionHasReturnedFromTheFirstList() {
    List<Boolean> during = new ArrayList<>();
    List<QueueController<TestObject>> self = new ArrayList<>();
    QueueController<TestObject> controller =
        builder().process((deltas, initial) -> during.add(self.get(0).hasSynced()));
    self.add(controller);
    assertThat(controller.hasSynced()).isFalse();
    started(controller);
    runtime.runUntilIdle();
    assertThat(during).containsExactly(false);
    assertThat(controller.hasSynced()).isTrue();
  }

  @Test
  void theLastVersionIsThatOfTheLastListOrEvent() {
    QueueController<TestObject> controller = builder().process(this::process);
    assertThat(controller.lastSyncResourceVersion()).isEmpty();
    started(controller);
    runtime.runUntilIdle();
    cluster.add(object("a"));
    runtime.runUntilIdle();
    assertThat(controller.lastSyncResourceVersion()).isEqualTo(cluster.resourceVersion());
    assertThat(controller.failure()).isNull();
  }

  @Test
  void aProcessFunctionThatFailsOnTheFirstListIsCalledWithAnotherListBeforeItHasSynced() {
    cluster.add(object("a"));
    failures = 1;
    QueueController<TestObject> controller = processing();
    assertThat(controller.hasSynced()).isFalse();
    assertThat(controller.failure()).hasRootCauseMessage("planted");
    runtime.advance(Duration.ofSeconds(2));
    assertThat(heard).containsExactly("ReplacedAll [a] initially");
    assertThat(controller.hasSynced()).isTrue();
  }

  @Test
  void aChangeThatCouldNotBeProcessedIsPartOfTheNextList() {
    processing();
    failures = 1;
    cluster.add(object("a"));
    runtime.runUntilIdle();
    runtime.advance(Duration.ofSeconds(2));
    assertThat(heard).containsExactly("ReplacedAll [] initially", "ReplacedAll [a]");
    cluster.add(object("b"));
    runtime.runUntilIdle();
    assertThat(heard).endsWith("Added b");
  }

  @Test
  void aResyncReachesTheProcessFunction() {
    started(builder().resync(Duration.ofMinutes(1)).process(this::process));
    runtime.advance(Duration.ofSeconds(90));
    assertThat(heard).containsExactly("ReplacedAll [] initially", "SyncAll");
  }

  @Test
  void aDeltaFifoHandsOverTheChangesOfOneKeyTogether() {
    SnapshotIndexer<TestObject> known = store();
    Queue<Revision<TestObject>> queue = new DeltaFifo<>(Revision::key, known.revisionStore());
    started(builder().queue(queue).process(this::process));
    cluster.add(object("a"));
    cluster.add(object("b"));
    runtime.runUntilIdle();
    assertThat(heard).containsExactlyInAnyOrder("Replaced a initially", "Replaced b initially");
  }

  @Test
  void closedItSendsNoRequestAndProcessesNothingMore() {
    QueueController<TestObject> controller = processing();
    cluster.add(object("a"));
    controller.close();
    controller.close();
    int requests = cluster.requests().size();
    runtime.advance(Duration.ofHours(1));
    assertThat(heard).containsExactly("ReplacedAll [] initially");
    assertThat(cluster.requests()).hasSize(requests);
    assertThat(cluster.openWatches()).isZero();
    assertThat(controller.closed()).isDone();
  }

  @Test
  void aChangeThatWaitsWhenItIsClosedIsNotProcessed() {
    Queue<Revision<TestObject>> queue = new InOrderQueue<>(Revision::key);
    QueueController<TestObject> controller = started(builder().queue(queue).process(this::process));
    runtime.runUntilIdle();
    queue.add(Revision.of(object("a"), TestObject.ACCESSOR));
    controller.close();
    runtime.runUntilIdle();
    assertThat(queue.depth()).isOne();
    assertThat(heard).containsExactly("ReplacedAll [] initially");
  }

  @Test
  void startedTwiceItIsRefused() {
    QueueController<TestObject> controller = processing();
    assertThatThrownBy(controller::start).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aBlockedProcessFunctionStopsOnlyItsOwnController() throws Exception {
    CountDownLatch blocked = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<Boolean> other = new CompletableFuture<>();
    try (EngineRuntime threads = EngineRuntime.create("blocked", 1)) {
      FakeCluster<TestObject> source = FakeCluster.create(threads);
      QueueController<TestObject> one = started(
          QueueController.builder(source, TestObject.ACCESSOR, threads).process((deltas, i) -> {
            blocked.countDown();
            uninterrupted(release);
          }));
      blocked.await();
      QueueController<TestObject> two =
          started(QueueController.builder(source, TestObject.ACCESSOR, threads)
              .process((deltas, initial) -> other.complete(initial)));
      assertThat(other.get(20, TimeUnit.SECONDS)).isTrue();
      assertThat(one.hasSynced()).isFalse();
      one.close();
      assertThat(one.closed()).isNotDone();
      release.countDown();
      one.closed().get(20, TimeUnit.SECONDS);
      two.close();
    }
  }

  private static void uninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  // --- a store and one handler

  @Test
  void theHandlerIsCalledWithEachChangeAfterTheStoreHasIt() {
    SnapshotIndexer<TestObject> store = store();
    cluster.add(object("a"));
    QueueController<TestObject> controller = started(builder().into(store, recording(store)));
    runtime.runUntilIdle();
    assertThat(controller.hasSynced()).isTrue();
    cluster.add(object("b"));
    runtime.runUntilIdle();
    cluster.modify(object("b").withData("2"));
    runtime.runUntilIdle();
    cluster.delete("a");
    runtime.runUntilIdle();
    assertThat(heard).containsExactly("+a initially", "+b", "~b", "-a");
    assertThat(store.keys()).containsExactly("b");
  }

  @Test
  void afterALossTheHandlerIsCalledForWhatChangedAndDeletesAreOfUnknownFinalState() {
    SnapshotIndexer<TestObject> store = store();
    cluster.add(object("gone"));
    cluster.add(object("kept"));
    started(builder().into(store, recording(store)));
    runtime.runUntilIdle();
    heard.clear();
    cluster.deleteUnwatched("gone");
    cluster.addUnwatched(object("new"));
    cluster.resetWatches();
    runtime.advance(Duration.ofMinutes(1));
    assertThat(heard).containsExactly("-gone unknown", "+new");
  }

  @Test
  void aResyncCallsTheHandlerWithEachStoredObjectAsAnUpdateToItself() {
    SnapshotIndexer<TestObject> store = store();
    cluster.add(object("a"));
    started(builder().resync(Duration.ofMinutes(1)).into(store, recording(store)));
    runtime.advance(Duration.ofSeconds(90));
    assertThat(heard).containsExactly("+a initially", "~a same");
  }

  @Test
  void transformedObjectsAreWhatStoreAndHandlerGet() {
    SnapshotIndexer<TestObject> store = store();
    cluster.add(object("a"));
    started(builder()
        .transform(object -> object.withData("transformed"))
        .into(store, recording(store)));
    runtime.runUntilIdle();
    assertThat(heard).containsExactly("+a initially");
    assertThat(store.list()).extracting(TestObject::data).containsExactly("transformed");
  }

  @Test
  @Tag("client-go:TestPanicPropagated")
  void aHandlerThatThrowsGetsItsOtherCallsAndTheControllerSyncs() {
    SnapshotIndexer<TestObject> store = store();
    cluster.add(object("a"));
    cluster.add(object("b"));
    failures = 1;
    QueueController<TestObject> controller = started(builder().into(store, recording(store)));
    runtime.runUntilIdle();
    assertThat(heard).containsExactlyInAnyOrder("+a initially", "+b initially");
    assertThat(controller.hasSynced()).isTrue();
    assertThat(cluster.openWatches()).isOne();
  }

  // --- a reflector and a store

  @Test
  void aStoreFollowsTheListAndItsChanges() {
    SnapshotIndexer<TestObject> store = store();
    cluster.add(TestObject.of("x", "a"));
    cluster.add(TestObject.of("y", "b"));
    QueueController<TestObject> controller = started(builder().into(store));
    runtime.runUntilIdle();
    assertThat(store.keys()).containsExactlyInAnyOrder("x/a", "y/b");
    assertThat(controller.hasSynced()).isTrue();
    cluster.add(TestObject.of("x", "c"));
    cluster.modify(TestObject.of("x", "a").withData("2"));
    cluster.delete("y/b");
    runtime.runUntilIdle();
    assertThat(store.byIndex(Indexer.NAMESPACE_INDEX, "x"))
        .extracting(TestObject::data)
        .containsExactlyInAnyOrder("", "2");
    assertThat(store.keys()).containsExactlyInAnyOrder("x/a", "x/c");
    assertThat(store.lastStoreSyncResourceVersion()).isEqualTo(cluster.resourceVersion());
    cluster.deleteUnwatched("x/c");
    cluster.resetWatches();
    runtime.advance(Duration.ofMinutes(1));
    assertThat(store.keys()).containsExactly("x/a");
  }

  @Test
  void aStoreOfAnyKindIsFed() {
    List<Integer> sizes = new ArrayList<>();
    started(builder()
        .into(new UndeltaStore<>(TestObject.ACCESSOR, content -> sizes.add(content.size()))));
    runtime.runUntilIdle();
    cluster.add(object("a"));
    runtime.runUntilIdle();
    cluster.delete("a");
    runtime.runUntilIdle();
    assertThat(sizes).containsExactly(0, 1, 0);
  }

  @Test
  void anObjectThatDoesNotDecodeStaysInTheStoreAsItWas() {
    SnapshotIndexer<TestObject> store = store();
    cluster.add(object("a").withData("good"));
    started(builder().into(store));
    runtime.runUntilIdle();
    cluster.undecodable("a", true);
    cluster.resetWatches();
    runtime.advance(Duration.ofMinutes(1));
    assertThat(store.list()).extracting(TestObject::data).containsExactly("good");
    cluster.delete("a");
    runtime.advance(Duration.ofMinutes(1));
    assertThat(store.size()).isZero();
  }
}

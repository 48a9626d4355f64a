package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.object.Revision;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What belongs to one handle on a shared informer ends with it, and nothing else does. */
@Timeout(30)
final class InformerHandleTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
  private final SharedInformerRegistry<String> registry = new SharedInformerRegistry<>();
  private final Informer<TestObject> one = open();
  private final Informer<TestObject> other = open();
  private final List<String> oneSaw = new ArrayList<>();
  private final List<String> otherSaw = new ArrayList<>();

  private Informer<TestObject> open() {
    return registry.open(
        "pods",
        () -> SharedIndexInformer.builder(cluster, TestObject.ACCESSOR)
            .runtime(runtime)
            .name("pods")
            .build());
  }

  @BeforeEach
  void start() {
    registry.start();
    cluster.add(TestObject.of("a", "one"));
    runtime.runUntilIdle();
  }

  @Test
  void closingAHandleRemovesItsHandlersAndNoOthers() {
    Registration<TestObject> mine = one.addKeyHandler(oneSaw::add);
    other.addKeyHandler(otherSaw::add);
    runtime.runUntilIdle();
    one.close();
    cluster.add(TestObject.of("a", "two"));
    runtime.runUntilIdle();
    assertThat(mine.isActive()).isFalse();
    assertThat(oneSaw).containsExactly("a/one");
    assertThat(otherSaw).containsExactly("a/one", "a/two");
    assertThat(one.closed()).isCompleted();
    assertThat(other.closed()).isNotDone();
  }

  @Test
  void closingAHandleRemovesItsIndexesAndNoOthers() {
    Index<TestObject> mine = one.index("name", TestObject::name);
    Index<TestObject> others = other.index("name", TestObject::namespace);
    assertThat(mine.values()).containsExactly("one");
    one.close();
    assertThat(others.values()).containsExactly("a");
    assertThat(registry.informers().get("pods").indexer().indexNames()).hasSize(1);
    assertThatThrownBy(() -> mine.get("one"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("pods");
  }

  @Test
  void readingThroughAClosedHandleThrowsAndNamesTheInformer() {
    var lister = one.lister();
    var before = one.snapshot();
    one.close();
    List<ThrowingCallable> reads = List.of(
        one::lister,
        one::snapshot,
        one::skipped,
        one::skippedCount,
        one::lastSyncResourceVersion,
        one::storedResourceVersion,
        lister::list,
        () -> lister.get("a/one"),
        () -> lister.namespace("a").list(),
        () -> one.index("x", TestObject::name),
        () -> one.addKeyHandler(oneSaw::add),
        () -> one.awaitVersion("1", Duration.ZERO));
    assertThat(reads)
        .allSatisfy(read -> assertThatThrownBy(read)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("informer pods is closed"));
    assertThat(before.keys()).containsExactly("a/one");
    assertThat(other.lister().list()).hasSize(1);
    assertThat(one.state()).isInstanceOf(InformerState.Closed.class);
    assertThat(other.state()).isInstanceOf(InformerState.Watching.class);
  }

  @Test
  void waitingForTheSyncThroughAClosedHandleThrows() {
    other.awaitSynced(Duration.ZERO);
    one.close();
    assertThat(one.isSynced()).isFalse();
    assertThat(one.synced()).isCompletedExceptionally();
    assertThatThrownBy(() -> one.awaitSynced(Duration.ofSeconds(1)))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("this handle on informer pods is closed");
    assertThatThrownBy(() -> Informers.awaitSynced(Duration.ofSeconds(1), one, other))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("informer pods will not sync")
        .hasMessageContaining("closed");
    Informers.awaitSynced(Duration.ofSeconds(1), other);
  }

  @Test
  void waitingForTheSyncOfAClosedInformerThrowsThoughItWasSynced() {
    SharedIndexInformer<?> shared = registry.find("pods");
    assertThat(shared).isNotNull();
    shared.close();
    assertThat(shared.isSynced()).isTrue();
    for (Informer<?> closed : List.of(shared, one)) {
      assertThatThrownBy(() -> closed.awaitSynced(Duration.ofSeconds(1)))
          .isInstanceOf(NotSyncedException.class);
      assertThatThrownBy(() -> Informers.awaitSynced(Duration.ofSeconds(1), closed))
          .isInstanceOf(NotSyncedException.class);
    }
    assertThatThrownBy(() -> registry.awaitSynced(Duration.ofSeconds(1)))
        .isInstanceOf(NotSyncedException.class);
  }

  @Test
  void closingTheRegistryClosesEveryHandle() {
    var lister = one.lister();
    registry.close();
    runtime.runUntilIdle();
    assertThat(one.isClosed()).isTrue();
    assertThat(one.closed()).isCompleted();
    assertThatThrownBy(lister::list).isInstanceOf(IllegalStateException.class);
    one.close();
    assertThat(one.closeAsync()).isCompleted();
  }

  @Test
  void whoWaitsThroughAHandleLearnsThatItWasClosed() {
    CompletableFuture<Void> reached = one.awaitVersion("1000", Duration.ofHours(1));
    CompletableFuture<Void> others = other.awaitVersion("1000", Duration.ofHours(1));
    one.close();
    assertThat(reached).isCompletedExceptionally();
    assertThat(others).isNotDone();
  }

  @Test
  void closeAsyncReturnsWhileAHandlerIsInsideItsCall() {
    List<CompletableFuture<Void>> closing = new ArrayList<>();
    one.addKeyHandler(key -> {
      closing.add(one.closeAsync());
      assertThat(closing.get(0)).isNotDone();
    });
    runtime.runUntilIdle();
    assertThat(closing).hasSize(1);
    assertThat(closing.get(0)).isCompleted();
    assertThat(one.isClosed()).isTrue();
    assertThat(other.isClosed()).isFalse();
  }

  @Test
  void closeAsyncOfTheLastHandleEndsTheSharedInformer() {
    one.close();
    CompletableFuture<Void> closed = other.closeAsync();
    runtime.runUntilIdle();
    assertThat(closed).isCompleted();
    assertThat(registry.find("pods")).isNull();
  }

  @Test
  void aHandlerOfASupertypeIsAccepted() {
    ResourceEventHandler<Object> any = ResourceEventHandler.<Object>builder()
        .onAdd(object -> oneSaw.add("add " + ((TestObject) object).name()))
        .onDelete(deleted -> oneSaw.add("delete " + deleted.key()))
        .build();
    RevisionHandler<Object> anyRevision = new RevisionHandler<>() {
      @Override
      public void onAdd(Revision<Object> revision, boolean inInitialList) {
        otherSaw.add(revision.key());
      }
    };
    one.addHandler(any, HandlerOptions.defaults().withName("any"));
    one.addRevisionHandler(anyRevision);
    runtime.runUntilIdle();
    cluster.delete("a/one");
    runtime.runUntilIdle();
    assertThat(oneSaw).containsExactly("add one", "delete a/one");
    assertThat(otherSaw).containsExactly("a/one");
  }

  @Test
  void keyHandlersReceiveTheKeyOfEveryChange() {
    one.addKeyHandler(oneSaw::add);
    runtime.runUntilIdle();
    cluster.modify(TestObject.of("a", "one").withLabels(Map.of("x", "y")));
    runtime.runUntilIdle();
    cluster.delete("a/one");
    runtime.runUntilIdle();
    assertThat(oneSaw).containsExactly("a/one", "a/one", "a/one");
    assertThat(one.keyOf(TestObject.of("a", "one"))).isEqualTo("a/one");
  }
}

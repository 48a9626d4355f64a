package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.runtime.Clock;
import dev.informant.runtime.ForwardingRuntime;
import dev.informant.source.SourceException;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class SharedInformerRegistryTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
  private final SharedInformerRegistry<String> registry = new SharedInformerRegistry<>();

  private Informer<TestObject> open(String key) {
    return registry.open(key, () -> informer(key));
  }

  private SharedIndexInformer<TestObject> informer(String key) {
    return SharedIndexInformer.builder(cluster, TestObject.ACCESSOR)
        .deepCopy(TestObject::copy)
        .runtime(runtime)
        .name(key)
        .build();
  }

  @Test
  void handlesOfOneKeyShareOneInformer() {
    Informer<TestObject> one = open("pods");
    SharedIndexInformer<?> shared = registry.find("pods");
    assertThat(open("pods")).isNotSameAs(one);
    assertThat(registry.find("pods")).isSameAs(shared);
    open("nodes");
    assertThat(registry.informers()).containsOnlyKeys("pods", "nodes");
  }

  @Test
  void theLastHandleClosesTheInformerAndTheNextOneMakesANewInformer() {
    var first = open("pods");
    var second = open("pods");
    SharedIndexInformer<?> shared = registry.find("pods");
    assertThat(shared).isNotNull();
    first.close();
    first.close();
    assertThat(first.isClosed()).isTrue();
    assertThat(second.isClosed()).isFalse();
    assertThat(shared.isClosed()).isFalse();
    second.close();
    assertThat(shared.isClosed()).isTrue();
    assertThat(registry.find("pods")).isNull();

    var third = open("pods");
    assertThat(registry.find("pods")).isNotSameAs(shared);
    second.close();
    assertThat(third.isClosed()).isFalse();
  }

  @Test
  void startStartsThoseThereAndThoseThatComeLater() {
    var early = open("early");
    assertThat(early.state()).isInstanceOf(InformerState.Created.class);
    registry.start();
    registry.start();
    var late = open("late");
    runtime.runUntilIdle();
    assertThat(early.isSynced()).isTrue();
    assertThat(late.isSynced()).isTrue();
    registry.awaitSynced(Duration.ofMillis(1));
    assertThat(registry.syncResults().values()).allMatch(SyncResult::isSynced);
  }

  @Test
  void awaitSyncedThrowsAndNamesEachUnsyncedInformerWithItsCause() {
    cluster.watchListOffered(false);
    open("good");
    registry.start();
    runtime.runUntilIdle();
    for (int i = 0; i < 20; i++) {
      cluster.failNextList(SourceException.status(403, "Forbidden", "no such luck"));
    }
    open("bad");
    runtime.runUntilIdle();
    open("worse");
    runtime.runUntilIdle();
    assertThatThrownBy(() -> registry.awaitSynced(Duration.ofMillis(1)))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageStartingWith("2 of 3 informers are not synced")
        .hasMessageContaining("informer bad")
        .hasMessageContaining("informer worse")
        .hasMessageContaining("403 Forbidden: no such luck")
        .hasMessageNotContaining("informer good");
  }

  @Test
  void awaitSyncedThrowsForAnInformerThatWasNeverStartedWithoutWaitingForIt() {
    open("pods");
    assertThatThrownBy(() -> registry.awaitSynced(Duration.ofDays(1)))
        .isInstanceOf(NotSyncedException.class)
        .hasMessage("informer pods is not started; call start()");
  }

  @Test
  void syncResultsDoNotWait() {
    cluster.watchListOffered(false);
    open("good");
    registry.start();
    runtime.runUntilIdle();
    for (int i = 0; i < 20; i++) {
      cluster.failNextList(SourceException.status(403, "Forbidden", "no such luck"));
    }
    open("bad");
    runtime.runUntilIdle();
    Map<String, SyncResult> results = registry.syncResults();
    assertThat(results.get("good").isSynced()).isTrue();
    assertThat(results.get("bad").failure())
        .isNotNull()
        .hasMessageStartingWith("informer bad is not synced: ")
        .hasMessageContaining("403 Forbidden: no such luck");
  }

  @Test
  void anInformerThatWasClosedDirectlyIsReplaced() {
    var first = open("pods");
    registry.start();
    SharedIndexInformer<?> shared = registry.find("pods");
    assertThat(shared).isNotNull();
    shared.close();
    assertThat(first.isClosed()).isTrue();
    var second = open("pods");
    assertThat(registry.find("pods")).isNotSameAs(shared);
    runtime.runUntilIdle();
    assertThat(second.isSynced()).isTrue();
    first.close();
    assertThat(second.isClosed()).isFalse();
  }

  @Test
  void closeClosesAllAndRefusesMore() {
    var handle = open("pods");
    registry.start();
    runtime.runUntilIdle();
    registry.close();
    registry.close();
    assertThat(handle.isClosed()).isTrue();
    assertThat(registry.informers()).isEmpty();
    handle.close();
    assertThatThrownBy(() -> open("pods")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(registry::start).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> registry.awaitSynced(Duration.ofSeconds(1)))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("closed");
  }

  @Test
  @SuppressWarnings("NullAway") // that is the bad supplier
  void aSupplierThatReturnsNullIsRefusedAndLeavesTheKeyFree() {
    registry.start();
    assertThatThrownBy(() -> registry.open("pods", () -> null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pods")
        .hasMessageContaining("null");
    assertThat(registry.find("pods")).isNull();
    var handle = open("pods");
    runtime.runUntilIdle();
    assertThat(handle.isSynced()).isTrue();
    registry.close();
    assertThat(handle.isClosed()).isTrue();
  }

  @Test
  void oneThatFailsToEndDoesNotKeepTheOthersOpen() {
    boolean[] failing = {false};
    var first = open("first");
    registry.open(
        "bad",
        () -> SharedIndexInformer.builder(cluster, TestObject.ACCESSOR)
            .runtime(new StoppedClock(runtime, failing))
            .name("bad")
            .build());
    var last = open("last");
    registry.start();
    runtime.runUntilIdle();
    failing[0] = true;
    assertThatThrownBy(registry::close).hasMessage("planted");
    assertThat(first.isClosed()).isTrue();
    assertThat(last.isClosed()).isTrue();
    assertThat(registry.informers()).isEmpty();
  }

  /** A runtime whose clock fails when told to. */
  private static final class StoppedClock extends ForwardingRuntime implements Clock {
    private final VirtualRuntime inner;
    private final boolean[] failing;

    StoppedClock(VirtualRuntime inner, boolean[] failing) {
      super(inner);
      this.inner = inner;
      this.failing = failing;
    }

    @Override
    public Clock clock() {
      return this;
    }

    @Override
    public long nanos() {
      return inner.nanos();
    }

    @Override
    public Instant now() {
      if (failing[0]) {
        throw new IllegalStateException("planted");
      }
      return inner.now();
    }
  }
}

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

  private SharedInformerRegistry<String>.Lease<TestObject> lease(String key) {
    return registry.lease(key, () -> informer(key));
  }

  private SharedIndexInformer<TestObject> informer(String key) {
    return SharedIndexInformer.builder(cluster, TestObject.ACCESSOR)
        .deepCopy(TestObject::copy)
        .runtime(runtime)
        .name(key)
        .build();
  }

  @Test
  void leasesOfOneKeyShareOneInformer() {
    assertThat(lease("pods").informer()).isSameAs(lease("pods").informer());
    assertThat(lease("nodes").informer()).isNotSameAs(lease("pods").informer());
    assertThat(registry.informers()).containsOnlyKeys("pods", "nodes");
  }

  @Test
  void lastReleaseClosesTheInformerAndTheNextLeaseMakesANewOne() {
    var first = lease("pods");
    var second = lease("pods");
    first.close();
    first.close();
    assertThat(second.informer().isClosed()).isFalse();
    second.close();
    assertThat(second.informer().isClosed()).isTrue();
    assertThat(registry.find("pods")).isNull();

    var third = lease("pods");
    assertThat(third.informer()).isNotSameAs(second.informer());
    second.close();
    assertThat(third.informer().isClosed()).isFalse();
  }

  @Test
  void startStartsThoseThereAndThoseThatComeLater() {
    var early = lease("early");
    assertThat(early.informer().isStarted()).isFalse();
    registry.start();
    registry.start();
    var late = lease("late");
    runtime.runUntilIdle();
    assertThat(early.informer().hasSynced()).isTrue();
    assertThat(late.informer().hasSynced()).isTrue();
    assertThat(registry.awaitSync(Duration.ofMillis(1)).values()).allMatch(SyncResult::isSynced);
  }

  @Test
  void awaitSyncSaysWhichDidNotAndWhy() {
    cluster.watchListOffered(false);
    lease("good");
    registry.start();
    runtime.runUntilIdle();
    for (int i = 0; i < 20; i++) {
      cluster.failNextList(SourceException.status(403, "Forbidden", "no such luck"));
    }
    lease("bad");
    runtime.runUntilIdle();
    Map<String, SyncResult> results = registry.awaitSync(Duration.ofMillis(1));
    assertThat(results.get("good").isSynced()).isTrue();
    assertThat(results.get("bad").failure())
        .isNotNull()
        .hasMessageContaining("informer bad")
        .hasMessageContaining("403 Forbidden: no such luck");
  }

  @Test
  void anInformerThatWasClosedDirectlyIsReplaced() {
    var first = lease("pods");
    registry.start();
    first.informer().close();
    var second = lease("pods");
    assertThat(second.informer()).isNotSameAs(first.informer());
    runtime.runUntilIdle();
    assertThat(second.informer().hasSynced()).isTrue();
    first.close();
    assertThat(second.informer().isClosed()).isFalse();
    assertThat(registry.find("pods")).isSameAs(second.informer());
  }

  @Test
  void closeClosesAllAndRefusesMore() {
    var lease = lease("pods");
    registry.start();
    runtime.runUntilIdle();
    registry.close();
    registry.close();
    assertThat(lease.informer().isClosed()).isTrue();
    assertThat(registry.informers()).isEmpty();
    lease.close();
    assertThatThrownBy(() -> lease("pods")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(registry::start).isInstanceOf(IllegalStateException.class);
  }

  @Test
  @SuppressWarnings("NullAway") // that is the bad supplier
  void aSupplierThatReturnsNullIsRefusedAndLeavesTheKeyFree() {
    registry.start();
    assertThatThrownBy(() -> registry.lease("pods", () -> null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pods")
        .hasMessageContaining("null");
    assertThat(registry.find("pods")).isNull();
    var lease = lease("pods");
    runtime.runUntilIdle();
    assertThat(lease.informer().hasSynced()).isTrue();
    registry.close();
    assertThat(lease.informer().isClosed()).isTrue();
  }

  @Test
  void oneThatFailsToEndDoesNotKeepTheOthersOpen() {
    boolean[] failing = {false};
    var first = lease("first");
    registry.lease(
        "bad",
        () -> SharedIndexInformer.builder(cluster, TestObject.ACCESSOR)
            .runtime(new StoppedClock(runtime, failing))
            .name("bad")
            .build());
    var last = lease("last");
    registry.start();
    runtime.runUntilIdle();
    failing[0] = true;
    assertThatThrownBy(registry::close).hasMessage("planted");
    assertThat(first.informer().isClosed()).isTrue();
    assertThat(last.informer().isClosed()).isTrue();
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

package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.log.Readable;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.ForwardingRuntime;
import dev.informant.runtime.Timers;
import dev.informant.source.SourceException;
import dev.informant.source.WatchListPolicy;
import dev.informant.store.CacheArchive;
import dev.informant.store.SavedCache;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pause whose end never comes is found, whatever the informer calls it. */
@Timeout(60)
final class LostTimerTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final FakeCluster<TestObject> cluster = FakeCluster.create(runtime);

  /** Virtual time in which no timer ever goes off. */
  private static final class WithoutTimers extends ForwardingRuntime {
    WithoutTimers(VirtualRuntime runtime) {
      super(runtime);
    }

    @Override
    public Timers timers() {
      return (delay, task) -> Timers.Timer.NONE;
    }
  }

  /** Keeps what was saved last. */
  private static final class Kept implements CacheArchive<TestObject> {
    private Optional<SavedCache<TestObject>> kept = Optional.empty();

    @Override
    public CompletableFuture<Optional<SavedCache<TestObject>>> load() {
      return CompletableFuture.completedFuture(kept);
    }

    @Override
    public void save(SavedCache<TestObject> cache) {
      kept = Optional.of(cache);
    }
  }

  private SharedIndexInformerBuilder<TestObject> informer(EngineRuntime on) {
    return SharedIndexInformer.builder(cluster, TestObject.ACCESSOR)
        .runtime(on)
        .watchList(WatchListPolicy.NEVER);
  }

  private void assertStuck(SharedIndexInformer<TestObject> informer) {
    HealthCheck check = HealthCheck.of(() -> List.of(informer));
    assertThat(check.look().isLive()).isTrue();
    runtime.advance(Duration.ofMinutes(6));
    assertThat(check.look().isLive()).isFalse();
    assertThat(check.look().toString())
        .contains("should have retried at " + Readable.instant(informer.state().until()));
  }

  @Test
  void aPauseThatShouldBeOverIsStuck() {
    cluster.failNextList(SourceException.status(503, "ServiceUnavailable", "no etcd"));
    SharedIndexInformer<TestObject> informer =
        informer(new WithoutTimers(runtime)).build();
    informer.start();
    runtime.runUntilIdle();
    assertThat(informer.state()).isInstanceOf(InformerState.BackingOff.class);
    assertStuck(informer);
  }

  @Test
  void aPauseOfAWarmInformerThatShouldBeOverIsStuck() {
    cluster.add(TestObject.named("a"));
    Kept archive = new Kept();
    SharedIndexInformer<TestObject> first =
        informer(runtime).archive(archive, Duration.ofMinutes(1)).build();
    first.start();
    runtime.advance(Duration.ofMinutes(2));
    first.close();
    cluster.failNextList(SourceException.status(503, "ServiceUnavailable", "no etcd"));
    SharedIndexInformer<TestObject> informer = informer(new WithoutTimers(runtime))
        .archive(archive, Duration.ofMinutes(1))
        .build();
    informer.start();
    runtime.runUntilIdle();
    assertThat(informer.state()).isInstanceOf(InformerState.Warm.class);
    assertStuck(informer);
  }
}

package dev.informant.promises;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.QueueKind;
import dev.informant.informer.Recorder;
import dev.informant.informer.Registration;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.informer.World;
import dev.informant.runtime.EngineRuntime;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A slow, blocked or throwing handler harms only itself; so does an undecodable object. */
@Timeout(60)
@ParameterizedClass
@EnumSource(WatchListPolicy.class)
final class G6IsolationTest {
  private final WatchListPolicy watchList;

  G6IsolationTest(WatchListPolicy watchList) {
    this.watchList = watchList;
  }

  private World worldOf(QueueKind queue) {
    return World.of(queue, watchList);
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void throwingHandlerDisturbsNobody(QueueKind queue) {
    for (long seed = 0; seed < 30; seed++) {
      World world = World.shuffled(queue, watchList, seed);
      Storm storm = new Storm(world, seed);
      Recorder calm = storm.join();
      Recorder throwing = storm.join().onCall(call -> {
        throw new IllegalStateException("planted");
      });
      world.informer().start();
      storm.rage(50).calm();
      assertThat(throwing.calls()).as("seed %d", seed).isEqualTo(calm.calls());
      assertThat(calm.state()).as("seed %d", seed).isEqualTo(world.served());
    }
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void undecodableObjectHarmsOnlyItself(QueueKind queue) {
    World world = worldOf(queue).holding("a");
    world.cluster.undecodable("default/poison", true);
    world.holding("poison", "b");
    Recorder recorder = world.record();
    world.start();
    assertThat(recorder.calls()).containsExactly("add! a@1", "add! b@3");
    world.touch("poison");
    world.touch("a");
    world.settle();
    assertThat(recorder.calls()).endsWith("update a@1>5");
    assertThat(world.informer().skipped()).containsOnlyKeys("default/poison");
    assertThat(world.informer().state().skipped()).isEqualTo(1);

    world.cluster.undecodable("default/poison", false);
    world.touch("poison");
    world.settle();
    assertThat(recorder.calls()).endsWith("add poison@6");
    assertThat(world.informer().skipped()).isEmpty();
    assertThat(world.informer().state().skipped()).isZero();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void blockedHandlerDelaysNeitherTheCacheNorOthersAndItsLagIsVisible(QueueKind queue)
      throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(1);
    try (EngineRuntime runtime = EngineRuntime.create("g6", 2)) {
      FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
      cluster.add(TestObject.named("a"));
      try (var informer = SharedIndexInformer.builder(cluster, TestObject.ACCESSOR)
          .deepCopy(TestObject::copy)
          .runtime(runtime)
          .queue(queue)
          .build()) {
        Recorder slow = new Recorder().onCall(call -> {
          blocked.countDown();
          awaitQuietly(release);
        });
        CountDownLatch last = new CountDownLatch(1);
        Recorder quick = new Recorder().onCall(call -> {
          if (call.startsWith("delete")) {
            last.countDown();
          }
        });
        Registration<TestObject> slowly = informer.addHandler(slow);
        Registration<TestObject> quickly = informer.addHandler(quick);
        informer.start();
        quickly.awaitSynced(Duration.ofSeconds(20));
        assertThat(blocked.await(20, TimeUnit.SECONDS)).isTrue();
        cluster.modify(TestObject.named("a").withData("x"));
        cluster.delete("default/a");
        assertThat(last.await(20, TimeUnit.SECONDS)).isTrue();

        assertThat(informer.indexer().size()).isZero();
        assertThat(slowly.isSynced()).isFalse();
        assertThat(slow.calls()).hasSize(1);
        assertThat(slowly.lag().depth()).isEqualTo(3);
        assertThat(slowly.lag().age()).isPositive();

        release.countDown();
        slowly.awaitSynced(Duration.ofSeconds(20));
      }
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

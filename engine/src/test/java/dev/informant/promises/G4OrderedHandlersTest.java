package dev.informant.promises;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.QueueKind;
import dev.informant.informer.Recorder;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.informer.World;
import dev.informant.runtime.EngineRuntime;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One handler sees one event at a time, in order, after the cache has it. */
@Timeout(60)
final class G4OrderedHandlersTest {
  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestUpdate")
  void callsFollowFromEachOtherInAnyInterleaving(QueueKind queue) {
    for (long seed = 0; seed < 60; seed++) {
      World world = World.shuffled(queue, seed);
      Storm storm = new Storm(world, seed);
      Recorder recorder = storm.join();
      world.informer().start();
      storm.rage(80).calm();
      assertThat(recorder.violations()).as("seed %d", seed).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void cacheHasAChangeBeforeTheHandlerHearsOfIt(QueueKind queue) {
    for (long seed = 0; seed < 60; seed++) {
      World world = World.shuffled(queue, seed);
      Storm storm = new Storm(world, seed);
      List<String> early = new ArrayList<>();
      ResourceEventHandler<TestObject> handler = ResourceEventHandler.<TestObject>builder()
          .onAdd(object -> check(world, object, early))
          .onUpdate((before, after) -> check(world, after, early))
          .build();
      world.informer().addHandler(handler);
      world.informer().start();
      storm.rage(80).calm();
      assertThat(early).as("seed %d", seed).isEmpty();
    }
  }

  private static void check(World world, TestObject shown, List<String> early) {
    TestObject cached = world.informer().indexer().get(TestObject.ACCESSOR.key(shown));
    if (cached == null) {
      // Rightly so only if it has been deleted since.
      boolean served =
          world.cluster.objects().stream().anyMatch(object -> object.uid().equals(shown.uid()));
      if (served) {
        early.add("no " + shown.name() + "@" + shown.resourceVersion());
      }
    } else if (World.isOlder(cached.resourceVersion(), shown.resourceVersion())) {
      early.add(shown.name() + "@" + shown.resourceVersion());
    }
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void neverTwoCallsAtATimeOnRealThreads(QueueKind queue) throws InterruptedException {
    int changes = 5_000;
    try (EngineRuntime runtime = EngineRuntime.create("g4", 2)) {
      FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
      cluster.add(TestObject.named("a"));
      AtomicInteger inside = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      CountDownLatch last = new CountDownLatch(1);
      try (var informer = SharedIndexInformer.builder(cluster, TestObject.ACCESSOR)
          .deepCopy(TestObject::copy)
          .runtime(runtime)
          .queue(queue)
          .build()) {
        informer.addHandler(ResourceEventHandler.<TestObject>builder()
            .onUpdate((before, after) -> {
              most.accumulateAndGet(inside.incrementAndGet(), Math::max);
              inside.decrementAndGet();
              if (after.data().equals(Integer.toString(changes))) {
                last.countDown();
              }
            })
            .build());
        var synced = informer.synced();
        informer.start();
        synced.orTimeout(20, TimeUnit.SECONDS).join();
        for (int i = 1; i <= changes; i++) {
          cluster.modify(TestObject.named("a").withData(Integer.toString(i)));
        }
        assertThat(last.await(20, TimeUnit.SECONDS)).isTrue();
      }
      assertThat(most).hasValue(1);
    }
  }
}

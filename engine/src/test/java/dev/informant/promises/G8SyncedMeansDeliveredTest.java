package dev.informant.promises;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.HandlerOptions;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A registration is synced when its handler has returned from every object of the initial list. */
@Timeout(60)
@ParameterizedClass
@EnumSource(WatchListPolicy.class)
final class G8SyncedMeansDeliveredTest {
  private final WatchListPolicy watchList;

  G8SyncedMeansDeliveredTest(WatchListPolicy watchList) {
    this.watchList = watchList;
  }

  private World worldOf(QueueKind queue) {
    return World.of(queue, watchList);
  }

  @ParameterizedTest
  @CsvSource({
    "IN_ORDER,UNBOUNDED",
    "IN_ORDER,CONFLATING",
    "DELTA_FIFO,UNBOUNDED",
    "DELTA_FIFO,CONFLATING"
  })
  @Tag("client-go:TestBasicLogic")
  @Tag("client-go:TestSingleFile")
  void notSyncedInsideAnyInitialCallSyncedAfterTheLast(
      QueueKind queue, HandlerOptions.Buffer buffer) {
    for (boolean late : new boolean[] {false, true}) {
      World world = worldOf(queue).holding("a", "b", "c");
      if (late) {
        world.start();
      }
      AtomicReference<Registration<TestObject>> registration = new AtomicReference<>();
      List<Boolean> syncedInside = new ArrayList<>();
      Recorder recorder = new Recorder().onCall(call -> {
        syncedInside.add(registration.get().isSynced());
        throw new IllegalStateException("a call that threw has returned");
      });
      registration.set(world
          .informer()
          .addHandler(recorder, HandlerOptions.<TestObject>defaults().withBuffer(buffer)));
      if (!late) {
        world.informer().start();
      }
      world.settle();
      assertThat(syncedInside).containsExactly(false, false, false);
      assertThat(registration.get().isSynced()).isTrue();
      assertThat(registration.get().synced()).isCompleted();
    }
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void handlerWithNothingInItsInitialListSyncsWithTheInformer(QueueKind queue) {
    World world = worldOf(queue);
    Registration<TestObject> registration = world.informer().addHandler(new Recorder());
    world.settle();
    assertThat(registration.isSynced()).isFalse();
    world.start();
    assertThat(registration.isSynced()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  @Tag("client-go:TestAsyncLocking")
  void syncWaitsForABlockedCallAndNothingElse(QueueKind queue) throws InterruptedException {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    try (EngineRuntime runtime = EngineRuntime.create("g8", 2)) {
      FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
      cluster.add(TestObject.named("a"));
      try (var informer = SharedIndexInformer.builder(cluster, TestObject.ACCESSOR)
          .deepCopy(TestObject::copy)
          .runtime(runtime)
          .queue(queue)
          .build()) {
        Registration<TestObject> registration = informer.addHandler(new Recorder().onCall(call -> {
          inside.countDown();
          try {
            release.await();
          } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
          }
        }));
        informer.start();
        informer.awaitSynced(Duration.ofSeconds(20));
        assertThat(inside.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(registration.isSynced()).isFalse();
        release.countDown();
        registration.awaitSynced(Duration.ofSeconds(20));
      }
    }
  }
}

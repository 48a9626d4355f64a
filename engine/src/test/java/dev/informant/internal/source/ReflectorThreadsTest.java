package dev.informant.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.runtime.EngineRuntime;
import dev.informant.source.BlockingListerWatcher;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Claims about real threads. */
@Timeout(120)
class ReflectorThreadsTest {
  private static final int REFLECTORS = 300;

  /** Completes when the collection has arrived and when a version has been reached. */
  private static final class Arrival implements ReflectorListener<TestObject> {
    final CompletableFuture<Void> listed = new CompletableFuture<>();
    final CompletableFuture<Void> reached = new CompletableFuture<>();
    private final String version;
    private final Set<String> threads;

    Arrival(String version, Set<String> threads) {
      this.version = version;
      this.threads = threads;
    }

    @Override
    public void onList(
        String resourceVersion, int items, boolean initial, java.time.Duration took) {
      threads.add(Thread.currentThread().getName());
      listed.complete(null);
    }

    @Override
    public void onResourceVersion(String resourceVersion) {
      if (resourceVersion.equals(version)) {
        reached.complete(null);
      }
    }
  }

  private static CompletableFuture<Void> all(List<CompletableFuture<Void>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
  }

  @Test
  void manyReflectorsShareTwoThreadsAndCloseCleanly() throws Exception {
    try (EngineRuntime runtime = EngineRuntime.create("many-reflectors", 2)) {
      FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
      cluster.add(TestObject.named("a"));
      Set<String> threads = ConcurrentHashMap.newKeySet();
      List<Arrival> arrivals = new ArrayList<>();
      List<Reflector<TestObject>> reflectors = new ArrayList<>();
      for (int i = 0; i < REFLECTORS; i++) {
        Arrival arrival = new Arrival("2", threads);
        arrivals.add(arrival);
        Reflector<TestObject> reflector = Reflector.builder(
                cluster, TestObject.ACCESSOR, new RecordingQueue(), runtime)
            .set(
                ReflectorOptions.WATCH_LIST,
                i % 2 == 0 ? WatchListPolicy.AUTO : WatchListPolicy.NEVER)
            .listener(arrival)
            .build();
        reflectors.add(reflector);
        reflector.start();
      }
      all(arrivals.stream().map(arrival -> arrival.listed).toList()).get(60, TimeUnit.SECONDS);
      cluster.modify(TestObject.named("a"));
      all(arrivals.stream().map(arrival -> arrival.reached).toList()).get(60, TimeUnit.SECONDS);
      reflectors.forEach(Reflector::close);
      all(reflectors.stream().map(Reflector::closed).toList()).get(60, TimeUnit.SECONDS);
      assertThat(threads).hasSizeBetween(1, 2);
      assertThat(cluster.openWatches()).isZero();
    }
  }

  @Test
  void sourcesThatBlockForEverKeepNobodyElseWaiting() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    BlockingListerWatcher<TestObject> stuck = new BlockingListerWatcher<>() {
      @Override
      public Page<TestObject> list(ListOptions options) throws InterruptedException {
        never.await();
        return Page.of("1", List.of());
      }

      @Override
      public Watch<TestObject> watch(ListOptions options) {
        throw new IllegalStateException("never got that far");
      }
    };
    try (EngineRuntime runtime = EngineRuntime.create("stuck-sources", 1)) {
      List<Reflector<TestObject>> blocked = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        Reflector<TestObject> reflector = Reflector.builder(
                ListerWatcher.blocking(stuck, runtime),
                TestObject.ACCESSOR,
                new RecordingQueue(),
                runtime)
            .build();
        blocked.add(reflector);
        reflector.start();
      }
      Arrival arrival = new Arrival("1", ConcurrentHashMap.newKeySet());
      FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
      try (Reflector<TestObject> prompt = Reflector.builder(
              cluster, TestObject.ACCESSOR, new RecordingQueue(), runtime)
          .listener(arrival)
          .build()) {
        prompt.start();
        arrival.listed.get(60, TimeUnit.SECONDS);
      }
      blocked.forEach(Reflector::close);
      all(blocked.stream().map(Reflector::closed).toList()).get(60, TimeUnit.SECONDS);
    }
  }
}

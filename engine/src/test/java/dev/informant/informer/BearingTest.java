package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.runtime.EngineRuntime;
import dev.informant.source.Item;
import dev.informant.source.ListMetadata;
import dev.informant.source.ListOptions;
import dev.informant.source.ListerWatcher;
import dev.informant.source.WatchEvent;
import dev.informant.source.WatchListPolicy;
import dev.informant.store.IndexFunction;
import dev.informant.store.Indexer;
import dev.informant.testing.FakeCluster;
import dev.informant.testing.TestObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the informer must bear, on real threads. The mutation detector is on, except for the million events: it
 * keeps every state for two to four minutes and compares all of them every second, so that would measure the detector.
 */
@Timeout(120)
final class BearingTest {
  private static final Duration PATIENCE = Duration.ofSeconds(100);

  @Test
  void thousandInformersWithTenHandlersEachRunOnAHandfulOfThreads() throws InterruptedException {
    int cores = Runtime.getRuntime().availableProcessors();
    int informers = 1000;
    int handlers = 10;
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    Set<String> handling = ConcurrentHashMap.newKeySet();
    Set<Thread> stepping = ConcurrentHashMap.newKeySet();
    try (EngineRuntime runtime = EngineRuntime.create("thousand", cores);
        SharedInformerRegistry<Integer> registry = new SharedInformerRegistry<>()) {
      LongAdder calls = new LongAdder();
      CountDownLatch updates = new CountDownLatch(informers * handlers);
      List<FakeCluster<TestObject>> clusters = new ArrayList<>();
      for (int i = 0; i < informers; i++) {
        FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
        cluster.add(TestObject.named("a"));
        clusters.add(cluster);
        var handle = registry.open(
            i,
            () -> SharedIndexInformer.builder(cluster, TestObject.ACCESSOR)
                .runtime(runtime)
                .deepCopy(TestObject::copy)
                .transform(object -> {
                  stepping.add(Thread.currentThread());
                  return object;
                })
                .build());
        for (int j = 0; j < handlers; j++) {
          handle.addHandler(ResourceEventHandler.<TestObject>builder()
              .onAdd(object -> {
                handling.add(Thread.currentThread().getName());
                calls.increment();
              })
              .onUpdate((old, current) -> updates.countDown())
              .build());
        }
      }
      registry.start();
      List<Long> counts = new ArrayList<>(List.of(pipelineThreads(before)));
      registry.awaitSynced(PATIENCE);
      for (int i = 0; i < informers; i++) {
        clusters.get(i).modify(TestObject.named("a").withData("x"));
        if (i % 100 == 0) {
          counts.add(pipelineThreads(before)); // while they are at work
        }
      }
      assertThat(updates.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(calls.sum()).isEqualTo(informers * handlers);
      counts.add(pipelineThreads(before));
      assertThat(counts).allMatch(count -> count <= 2L * cores + 4);
      assertThat(stepping).hasSizeBetween(1, 2 * cores + 4);
      assertThat(stepping).allMatch(thread -> thread.getName().startsWith("thousand/pipeline"));
      assertThat(handling)
          .allMatch(name -> name.isEmpty() || name.startsWith("thousand/callbacks"));
    }
  }

  /** Whatever was started since, however it is called, except the elastic threads for handlers. */
  private static long pipelineThreads(Set<Thread> before) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !before.contains(thread))
        .filter(thread -> !thread.getName().startsWith("thousand/callbacks"))
        .count();
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void hundredHandlersBlockedForEverHoldUpNobodyElse(QueueKind queue) throws InterruptedException {
    int blocked = 100;
    CountDownLatch inside = new CountDownLatch(blocked);
    CountDownLatch release = new CountDownLatch(1);
    try (EngineRuntime runtime = EngineRuntime.create("blocked", 2)) {
      FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
      cluster.add(TestObject.named("a"));
      SharedIndexInformer<TestObject> informer = SharedIndexInformer.builder(
              cluster, TestObject.ACCESSOR)
          .runtime(runtime)
          .deepCopy(TestObject::copy)
          .queue(queue)
          .closeTimeout(Duration.ofMillis(10))
          .build();
      List<Registration<TestObject>> stuck = new ArrayList<>();
      for (int i = 0; i < blocked; i++) {
        stuck.add(informer.addHandler(new Recorder().onCall(call -> {
          inside.countDown();
          awaitQuietly(release);
        })));
      }
      CountDownLatch last = new CountDownLatch(1);
      Recorder free = new Recorder().onCall(call -> {
        if (call.equals("update a@50>51")) {
          last.countDown();
        }
      });
      informer.addHandler(free);
      informer.start();
      assertThat(inside.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      for (int i = 0; i < 50; i++) {
        cluster.modify(TestObject.named("a").withData("" + i));
      }
      assertThat(last.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(free.violations()).isEmpty();
      Recorder late = new Recorder();
      informer.addHandler(late).awaitSynced(PATIENCE);
      assertThat(late.calls()).containsExactly("add! a@51");
      assertThat(stuck).noneMatch(Registration::isSynced);
      assertThat(stuck).allMatch(registration -> registration.lag().depth() == 51);
      assertThat(stuck.get(0).removeAndAwait(Duration.ofMillis(1))).isFalse();

      informer.close();
      assertThat(informer.closed()).isNotDone();
      release.countDown();
      informer.closed().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void hundredThousandObjectsReachTheCacheAndEarlyAndLateHandlers(QueueKind queue) {
    int objects = 100_000;
    try (EngineRuntime runtime = EngineRuntime.create("objects", 2)) {
      FakeCluster<TestObject> cluster = FakeCluster.create(runtime);
      for (int i = 0; i < objects; i++) {
        cluster.add(TestObject.of("ns" + i % 100, "o" + i));
      }
      try (var informer = SharedIndexInformer.builder(cluster, TestObject.ACCESSOR)
          .runtime(runtime)
          .deepCopy(TestObject::copy)
          .queue(queue)
          .indexer(Indexer.NAMESPACE_INDEX, IndexFunction.byNamespace(TestObject.ACCESSOR))
          .build()) {
        LongAdder early = new LongAdder();
        LongAdder late = new LongAdder();
        var first = informer.addHandler(ResourceEventHandler.<TestObject>builder()
            .onAdd(object -> early.increment())
            .build());
        informer.start();
        first.awaitSynced(PATIENCE);
        var second = informer.addHandler(ResourceEventHandler.<TestObject>builder()
            .onAdd(object -> late.increment())
            .build());
        second.awaitSynced(PATIENCE);
        assertThat(early.sum()).isEqualTo(objects);
        assertThat(late.sum()).isEqualTo(objects);
        assertThat(informer.indexer().size()).isEqualTo(objects);
        assertThat(informer.indexer().byIndex("namespace", "ns7")).hasSize(objects / 100);
        informer.checkMutations();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(QueueKind.class)
  void millionEventsReachTenHandlersCompleteAndInOrder(QueueKind queue) {
    int events = 1_000_000;
    int keys = 1000;
    List<Counter> counters = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      counters.add(new Counter(keys, events));
    }
    try (EngineRuntime runtime = EngineRuntime.create("million", 2)) {
      Flood flood = new Flood(runtime, events, keys, counters);
      try (var informer = SharedIndexInformer.builder(flood, TestObject.ACCESSOR)
          .runtime(runtime)
          .queue(queue)
          .watchList(WatchListPolicy.NEVER)
          .build()) {
        counters.forEach(informer::addHandler);
        informer.start();
        for (Counter counter : counters) {
          assertThat(await(counter.done)).isTrue();
          assertThat(counter.wrong).hasValue(0);
          assertThat(counter.calls).hasValue(events);
        }
        assertThat(informer.indexer().size()).isEqualTo(keys);
      }
    }
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Checks that each key's versions come one after another and counts them. */
  private static final class Counter implements ResourceEventHandler<TestObject> {
    final AtomicLong calls = new AtomicLong();
    final AtomicInteger wrong = new AtomicInteger();
    final CountDownLatch done = new CountDownLatch(1);
    private final int[] last; // belongs to the handler's calls
    private final int keys;
    private final int events;

    Counter(int keys, int events) {
      this.keys = keys;
      this.events = events;
      this.last = new int[keys];
    }

    @Override
    public void onAdd(TestObject object, boolean inInitialList) {
      take(object);
    }

    @Override
    public void onUpdate(TestObject before, TestObject after) {
      take(after);
    }

    private void take(TestObject object) {
      int version = Integer.parseInt(object.resourceVersion());
      int key = (version - 1) % keys;
      int expected = last[key] == 0 ? key + 1 : last[key] + keys;
      if (version != expected) {
        wrong.incrementAndGet();
      }
      last[key] = version;
      if (calls.incrementAndGet() == events) {
        done.countDown();
      }
    }
  }

  /** An empty list, then events in batches, never far ahead of the slowest handler. */
  private record Flood(EngineRuntime runtime, int events, int keys, List<Counter> counters)
      implements ListerWatcher<TestObject> {
    private static final int BATCH = 500;
    private static final int AHEAD = 50_000;

    @Override
    public Exchange list(ListOptions options, ListReceiver<TestObject> receiver) {
      runtime.callbacks().execute(() -> receiver.completed(new ListMetadata("1", "", 0)));
      return new Exchange() {
        @Override
        public void more() {}

        @Override
        public void cancel() {}
      };
    }

    @Override
    public Exchange watch(ListOptions options, WatchReceiver<TestObject> receiver) {
      var deliveries = runtime.callbackQueue(failure -> {
        throw new AssertionError("a receiver threw", failure);
      });
      int[] sent = {0};
      Runnable[] deliver = new Runnable[1];
      deliver[0] = () -> {
        long slowest =
            counters.stream().mapToLong(counter -> counter.calls.get()).min().orElse(0);
        if (sent[0] - slowest > AHEAD) {
          runtime.timers().schedule(Duration.ofMillis(1), () -> deliveries.execute(deliver[0]));
        } else if (sent[0] < events) {
          receiver.events(batch(sent[0]));
          sent[0] += BATCH;
        }
      };
      deliveries.execute(receiver::opened);
      deliveries.execute(deliver[0]);
      return new Exchange() {
        @Override
        public void more() {
          deliveries.execute(deliver[0]);
        }

        @Override
        public void cancel() {}
      };
    }

    private List<WatchEvent<TestObject>> batch(int from) {
      List<WatchEvent<TestObject>> batch = new ArrayList<>(BATCH);
      for (int version = from + 1; version <= from + BATCH; version++) {
        TestObject object = TestObject.named("k" + (version - 1) % keys)
            .withResourceVersion(Integer.toString(version));
        batch.add(new WatchEvent.Modified<>(new Item.Good<>(object)));
      }
      return batch;
    }
  }
}

package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.faults.Effect;
import dev.informant.apiserver.faults.Fault;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.Registration;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transform;
import dev.informant.source.BackoffPolicy;
import dev.informant.testing.VirtualRuntime;
import dev.informant.verification.chaos.FaultProxy;
import dev.informant.workqueue.WorkQueue;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One test for each defect found in client-java's informers, named after it: we do not have it. */
@Timeout(180)
@SuppressWarnings("try") // faults are in place for the length of a block
class ClientJavaDefectsTest extends EmbeddedFixture {
  @Test
  void addsAreLostOnARelistWithResync() throws Exception {
    SharedIndexInformer<ConfigMap> informer = informer(listing().resync(Duration.ofMillis(50)));
    informer
        .addHandler(counter, HandlerOptions.<ConfigMap>defaults().withResync(Duration.ofMillis(50)))
        .awaitSynced(LIMIT);
    for (int i = 0; i < 12; i++) {
      // Created while nobody watches, so that only the relist can show it.
      try (var fault = cluster.server().faults().add(Fault.status(503).verb("watch"))) {
        cluster.server().faults().closeWatches();
        create("map-" + i, "v");
        cluster.server().faults().compact();
      }
      String added = "add map-" + i;
      eventually(added, () -> times(added) > 0);
    }
    for (int i = 0; i < 12; i++) {
      assertThat(times("add map-" + i)).isEqualTo(1);
    }
  }

  @Test
  void aRelistUpdatesEveryUnchangedObject() throws Exception {
    create("a", "1");
    ConcurrentLinkedQueue<String> lists = new ConcurrentLinkedQueue<>();
    SharedIndexInformer<ConfigMap> informer =
        informer(listing().options(o -> o.observer(resource -> listVersions(lists))));
    informer.addHandler(counter).awaitSynced(LIMIT);
    eventually("the watch is open", () -> cluster.server().faults().openWatches(MAPS) == 1);
    relist();
    eventually("a second list was asked for", () -> lists.size() == 2);
    ConfigMap made = create("b", "1");
    informer.awaitVersion(version(made), LIMIT).join();
    eventually("the new one is heard", () -> times("add b") == 1);
    assertThat(times("update a")).isZero();
  }

  @Test
  void theResyncPeriodOfAHandlerIsIgnored() throws Exception {
    create("a", "1");
    SharedIndexInformer<ConfigMap> informer = informer(builder().resync(Duration.ofHours(1)));
    Registration<ConfigMap> often = informer.addHandler(
        counter, HandlerOptions.<ConfigMap>defaults().withResync(Duration.ofHours(2)));
    Registration<ConfigMap> never = informer.addHandler(
        new ResourceEventHandler<ConfigMap>() {},
        HandlerOptions.<ConfigMap>defaults().withResync(Duration.ZERO));
    assertThat(often.resyncPeriod()).isEqualTo(Duration.ofHours(2));
    assertThat(never.resyncPeriod()).isEqualTo(Duration.ZERO);
  }

  @Test
  void theTransformRunsTwiceOrOnWrappers() throws Exception {
    create("a", "1");
    Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    Transform<ConfigMap> transform = map -> {
      runs.computeIfAbsent(
              map.getMetadata().getName() + "@" + version(map), absent -> new AtomicInteger())
          .incrementAndGet();
      return map;
    };
    SharedIndexInformer<ConfigMap> informer = informer(
        builder().kind(ConfigMap.class, o -> o.transform(transform).resync(Duration.ofMillis(50))));
    informer
        .addHandler(counter, HandlerOptions.<ConfigMap>defaults().withResync(Duration.ofMillis(50)))
        .awaitSynced(LIMIT);
    update("a", "2");
    eventually("resynced a few times", () -> times("update a") > 3);
    assertThat(runs.values()).allSatisfy(count -> assertThat(count).hasValue(1));
  }

  /** With a refusal that is made up; {@link RestoredServerTest} has a server that means it. */
  @Test
  void aTooLargeResourceVersionNeverRecovers() throws Exception {
    ConcurrentLinkedQueue<String> lists = new ConcurrentLinkedQueue<>();
    SharedIndexInformer<ConfigMap> informer =
        informer(listing().options(o -> o.observer(resource -> listVersions(lists))));
    informer.addHandler(counter).awaitSynced(LIMIT);
    eventually("the watch is open", () -> cluster.server().faults().openWatches(MAPS) == 1);
    lists.clear();
    // Asked for the last version, the server says that it has not got so far.
    Fault tooLarge = Fault.of(
            new Effect.Status(504, "Timeout", "Too large resource version: 900, current: 10", 0))
        .resource(MAPS)
        .verb("list")
        .nth(1);
    cluster.server().faults().add(tooLarge);
    relist();
    eventually("two lists were asked for", () -> lists.size() >= 2);
    assertThat(lists.poll()).isNotEmpty();
    assertThat(lists.poll()).isEmpty();
    create("c", "1");
    eventually("the server is followed again", () -> times("add c") == 1);
  }

  @Test
  void aHandlerAddedLateHearsOfAnObjectTwiceOrUpdatesBeforeAdds() throws Exception {
    SharedIndexInformer<ConfigMap> informer = informer(builder());
    informer.awaitSynced(LIMIT);
    create("a", "0");
    ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    for (int i = 1; i <= 20; i++) {
      AtomicInteger adds = new AtomicInteger();
      informer.addHandler(
          ResourceEventHandler.<ConfigMap>builder()
              .onAdd((map, initial) -> {
                if (adds.incrementAndGet() > 1) {
                  wrong.add("a second add");
                }
              })
              .onUpdate((before, after) -> {
                if (adds.get() == 0) {
                  wrong.add("an update before the add");
                }
              })
              .build(),
          HandlerOptions.<ConfigMap>defaults()
              .withFilter(map -> map.getMetadata().getName().equals("a")));
      ConfigMap changed = update("a", "" + i);
      informer.awaitVersion(version(changed), LIMIT).join();
    }
    eventually(
        "all handlers are through",
        () -> informer.lags().values().stream().allMatch(lag -> lag.depth() == 0));
    assertThat(wrong).isEmpty();
  }

  @Test
  void aSecondInformerOfAKindInAnotherNamespaceIsNeverStarted() throws Exception {
    SharedInformerFactory informers = started(builder());
    SharedIndexInformer<ConfigMap> one =
        informers.core().v1().configMaps().inNamespace(namespace).informer();
    SharedIndexInformer<ConfigMap> other =
        informers.core().v1().configMaps().inNamespace("default").informer();
    assertThat(other).isNotSameAs(one);
    one.awaitSynced(LIMIT);
    other.awaitSynced(LIMIT);
  }

  @Test
  void aCutWatchListsEverythingAgain() throws Exception {
    AtomicInteger lists = new AtomicInteger();
    FaultProxy proxy = proxy();
    SharedIndexInformer<ConfigMap> informer = informer(builder(through(proxy))
        .options(o -> o.observer(resource -> new InformerObserver() {
          @Override
          public void onList(int items, String resourceVersion) {
            lists.incrementAndGet();
          }
        })));
    informer.awaitSynced(LIMIT);
    ConfigMap first = create("a", "1");
    informer.awaitVersion(version(first), LIMIT).join();
    proxy.cut();
    proxy.mend();
    ConfigMap second = create("b", "1");
    informer.awaitVersion(version(second), LIMIT).join();
    assertThat(lists).hasValue(1);
  }

  @Test
  void fiftyInformersNeedAHundredAndFiftyThreads() throws Exception {
    // One to warm up whatever the process has once.
    informer(builder()).awaitSynced(LIMIT);
    int before = Thread.activeCount();
    SharedInformerFactory informers = started(builder());
    for (int i = 0; i < 50; i++) {
      informers
          .core()
          .v1()
          .secrets()
          .withLabels("number=" + i)
          .informer()
          .addHandler(new ResourceEventHandler<Secret>() {});
    }
    assertThat(informers.awaitSync(LIMIT).values()).allMatch(result -> result.synced());
    assertThat(Thread.activeCount() - before).isLessThan(50);
  }

  @Test
  void delayedWorkIsDroppedBeyondAThousandItems() {
    VirtualRuntime runtime = VirtualRuntime.inOrder(1);
    WorkQueue<Integer> queue = WorkQueue.<Integer>builder(runtime).build();
    for (int i = 0; i < 200_000; i++) {
      queue.addAfter(i, Duration.ofMillis(1 + i % 100));
    }
    runtime.advance(Duration.ofSeconds(1));
    assertThat(queue.length()).isEqualTo(200_000);
  }

  @Test
  void aThrowingTransformDropsTheWholeBatch() throws Exception {
    create("bad", "1");
    for (int i = 0; i < 10; i++) {
      create("good-" + i, "1");
    }
    Transform<ConfigMap> transform = map -> {
      if (map.getMetadata().getName().equals("bad")) {
        throw new IllegalStateException("a transform's defect");
      }
      return map;
    };
    SharedIndexInformer<ConfigMap> informer =
        informer(builder().kind(ConfigMap.class, o -> o.transform(transform)));
    informer.addHandler(counter).awaitSynced(LIMIT);
    for (int i = 0; i < 10; i++) {
      assertThat(times("add good-" + i)).isEqualTo(1);
    }
    assertThat(informer.skipped()).containsOnlyKeys(namespace + "/bad");
    ConfigMap again = update("bad", "2");
    informer.awaitVersion(version(again), LIMIT).join();
    assertThat(informer.skippedCount()).isEqualTo(2);
  }

  @Test
  void anObjectDeletedAroundARelistStaysForEver() throws Exception {
    SharedIndexInformer<ConfigMap> informer = informer(listing());
    informer.addHandler(counter).awaitSynced(LIMIT);
    awaitOpenWatch();
    create("gone", "1");
    eventually("it is heard of", () -> times("add gone") == 1);
    try (var fault = cluster.server().faults().add(Fault.status(503).verb("watch"))) {
      cluster.server().faults().closeWatches();
      delete("gone");
      create("short", "1");
      delete("short");
      create("stays", "1");
      cluster.server().faults().compact();
    }
    eventually("the new one is heard of", () -> times("add stays") == 1);
    eventually("the delete is told", () -> times("delete gone") == 1);
    assertThat(times("add short")).isZero();
    assertThat(inCache(informer)).isEqualTo(atServer());
  }

  @Test
  void aHandlerCannotBeRemoved() throws Exception {
    SharedIndexInformer<ConfigMap> informer = informer(builder());
    AtomicInteger calls = new AtomicInteger();
    Registration<ConfigMap> registration =
        informer.addHandler(ResourceEventHandler.<ConfigMap>builder()
            .onAdd((map, initial) -> calls.incrementAndGet())
            .build());
    informer.addHandler(counter).awaitSynced(LIMIT);
    create("a", "1");
    eventually("both hear of it", () -> times("add a") == 1 && calls.get() > 0);
    registration.remove().get(60, TimeUnit.SECONDS);
    int before = calls.get();
    create("b", "1");
    eventually("the other hears of it", () -> times("add b") == 1);
    assertThat(calls).hasValue(before);
  }

  @Test
  void indexesCannotBeAddedAfterTheStart() throws Exception {
    create("a", "red");
    SharedIndexInformer<ConfigMap> informer = informer(builder());
    informer.awaitSynced(LIMIT);
    informer.addIndexer("value", map -> List.of(map.getData().getOrDefault("value", "")));
    assertThat(informer.indexer().byIndex("value", "red")).hasSize(1);
    ConfigMap made = create("b", "red");
    informer.awaitVersion(version(made), LIMIT).join();
    assertThat(informer.indexer().byIndex("value", "red")).hasSize(2);
  }

  @Test
  void retriesComeAtAFixedRateWithoutJitter() {
    assertThat(BackoffPolicy.DEFAULT.factor()).isGreaterThan(1);
    assertThat(BackoffPolicy.DEFAULT.jitter()).isPositive();
    assertThat(BackoffPolicy.DEFAULT.cap()).isGreaterThan(BackoffPolicy.DEFAULT.initial());
  }
}

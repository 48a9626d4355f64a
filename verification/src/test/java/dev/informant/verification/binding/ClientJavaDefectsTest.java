package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.faults.Effect;
import dev.informant.apiserver.faults.Fault;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.Index;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.InformerState;
import dev.informant.informer.Registration;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transform;
import dev.informant.source.BackoffPolicy;
import dev.informant.testing.VirtualRuntime;
import dev.informant.verification.chaos.FaultProxy;
import dev.informant.workqueue.WorkQueue;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One test for each defect found in client-java's informers, named after it: we do not have it. */
@Timeout(180)
@SuppressWarnings("try") // faults are in place for the length of a block
class ClientJavaDefectsTest extends EmbeddedFixture {
  @Test
  void addsAreLostOnARelistWithResync() throws Exception {
    Informer<ConfigMap> informer = informer(listing().resync(Duration.ofMillis(50)));
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
    Informer<ConfigMap> informer =
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
    SharedInformerFactory informers = builder().resync(Duration.ofHours(1)).build();
    closeables.add(0, informers);
    Informer<ConfigMap> informer =
        informers.core().v1().configMaps().namespace(namespace).informer();
    AtomicInteger updates = new AtomicInteger();
    Registration<ConfigMap> never = informer.addHandler(
        ResourceEventHandler.<ConfigMap>builder()
            .onUpdate((before, after) -> updates.incrementAndGet())
            .build(),
        HandlerOptions.<ConfigMap>defaults().withResync(Duration.ZERO));
    Registration<ConfigMap> often = informer.addHandler(
        counter, HandlerOptions.<ConfigMap>defaults().withResync(Duration.ofMillis(50)));
    informers.start();
    assertThat(often.resyncPeriod()).isLessThan(Duration.ofHours(1));
    assertThat(never.resyncPeriod()).isEqualTo(Duration.ZERO);
    eventually("one handler is resynced again and again", () -> times("update a") > 5);
    assertThat(updates).as("the other is not").hasValue(0);
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
    Informer<ConfigMap> informer = informer(
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
    Informer<ConfigMap> informer =
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
    Informer<ConfigMap> informer = informer(builder());
    informer.awaitSynced(LIMIT);
    create("a", "0");
    ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    List<Registration<ConfigMap>> registrations = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      AtomicInteger adds = new AtomicInteger();
      registrations.add(informer.addHandler(
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
              .withFilter(map -> map.getMetadata().getName().equals("a"))));
      ConfigMap changed = update("a", "" + i);
      informer.awaitVersion(version(changed), LIMIT).join();
    }
    eventually(
        "all handlers are through",
        () -> registrations.stream().allMatch(one -> one.lag().depth() == 0));
    assertThat(wrong).isEmpty();
  }

  @Test
  void aSecondInformerOfAKindInAnotherNamespaceIsNeverStarted() throws Exception {
    SharedInformerFactory informers = started(builder());
    Informer<ConfigMap> one =
        informers.core().v1().configMaps().namespace(namespace).informer();
    Informer<ConfigMap> other =
        informers.core().v1().configMaps().namespace("default").informer();
    assertThat(other).isNotSameAs(one);
    one.awaitSynced(LIMIT);
    other.awaitSynced(LIMIT);
  }

  @Test
  void aCutWatchListsEverythingAgain() throws Exception {
    AtomicInteger lists = new AtomicInteger();
    FaultProxy proxy = proxy();
    Informer<ConfigMap> informer = informer(builder(through(proxy))
        .options(o -> o.observer(resource -> event -> {
          if (event instanceof InformerEvent.Listed) {
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
    informers.awaitSynced(LIMIT);
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
    Informer<ConfigMap> informer =
        informer(builder().kind(ConfigMap.class, o -> o.transform(transform)));
    informer.addHandler(counter).awaitSynced(LIMIT);
    for (int i = 0; i < 10; i++) {
      assertThat(times("add good-" + i)).isEqualTo(1);
    }
    assertThat(informer.skipped()).containsOnlyKeys(namespace + "/bad");
    assertThat(informer.state().skipped()).isEqualTo(1);
    ConfigMap again = update("bad", "2");
    informer.awaitVersion(version(again), LIMIT).join();
    assertThat(informer.skippedCount()).isEqualTo(2);
  }

  @Test
  void anObjectDeletedAroundARelistStaysForEver() throws Exception {
    Informer<ConfigMap> informer = informer(listing());
    informer.addHandler(counter).awaitSynced(LIMIT);
    awaitOpenWatch();
    create("gone", "1");
    eventually("it is heard of", () -> times("add gone") == 1);
    // Nobody watches and nobody lists, however long this takes.
    try (var watches = cluster.server().faults().add(Fault.status(503).verb("watch"));
        var lists =
            cluster.server().faults().add(Fault.status(503).resource(MAPS).verb("list"))) {
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
    Informer<ConfigMap> informer = informer(builder());
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
    Informer<ConfigMap> informer = informer(builder());
    informer.awaitSynced(LIMIT);
    Index<ConfigMap> byValue = informer.index("value", map -> map.getData().get("value"));
    assertThat(byValue.get("red")).hasSize(1);
    ConfigMap made = create("b", "red");
    informer.awaitVersion(version(made), LIMIT).join();
    assertThat(byValue.get("red")).hasSize(2);
  }

  /** How long an informer has waited before each attempt, as its states say. */
  private static InformerObserver pauses(ConcurrentLinkedQueue<Duration> pauses) {
    return event -> {
      if (event instanceof InformerEvent.StateChanged stateChanged) {
        if (stateChanged.to() instanceof InformerState.BackingOff waiting) {
          pauses.add(Duration.between(waiting.since(), waiting.until()));
        }
      }
    };
  }

  @Test
  void retriesComeAtAFixedRateWithoutJitter() throws Exception {
    BackoffPolicy policy = new BackoffPolicy(
        Duration.ofMillis(10),
        BackoffPolicy.DEFAULT.factor(),
        BackoffPolicy.DEFAULT.cap(),
        BackoffPolicy.DEFAULT.jitter(),
        BackoffPolicy.DEFAULT.resetAfter());
    ConcurrentLinkedQueue<Duration> pauses = new ConcurrentLinkedQueue<>();
    cluster.server().faults().add(Fault.status(500).resource(MAPS).verb("list").times(6));
    informer(listing().options(o -> o.backoff(policy).observer(resource -> pauses(pauses))))
        .awaitSynced(LIMIT);
    assertThat(pauses).hasSize(6);
    Duration least = policy.initial();
    Set<Duration> stretches = new HashSet<>();
    for (Duration pause : pauses) {
      assertThat(pause).isBetween(least, least.multipliedBy(2));
      stretches.add(pause.minus(least).dividedBy(least.toMillis()));
      least = least.multipliedBy(2);
    }
    assertThat(stretches).as("each is stretched by another part of itself").hasSizeGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 503})
  void theServersWordAboutWhenToComeBackIsIgnored(int code) throws Exception {
    ConcurrentLinkedQueue<Duration> pauses = new ConcurrentLinkedQueue<>();
    cluster
        .server()
        .faults()
        .add(Fault.status(code, 2).resource(MAPS).verb("list").nth(1));
    informer(listing().options(o -> o.observer(resource -> pauses(pauses)))).awaitSynced(LIMIT);
    assertThat(pauses)
        .singleElement()
        .satisfies(pause -> assertThat(pause).isGreaterThanOrEqualTo(Duration.ofSeconds(2)));
  }

  @Test
  void aQuietKindExpiresForWantOfBookmarks() throws Exception {
    AtomicInteger lists = new AtomicInteger();
    ConcurrentLinkedQueue<String> bookmarks = new ConcurrentLinkedQueue<>();
    Informer<ConfigMap> informer = informer(builder()
        .options(o -> o.observer(resource -> event -> {
          if (event instanceof InformerEvent.Listed) {
            lists.incrementAndGet();
          } else if (event instanceof InformerEvent.Bookmarked bookmarked) {
            bookmarks.add(bookmarked.resourceVersion());
          }
        })));
    informer.addHandler(counter).awaitSynced(LIMIT);
    awaitOpenWatch();
    newNamespace(); // the server goes on, though not with this kind
    cluster.server().faults().compact();
    String version = Long.toString(cluster.server().resourceVersion());
    String bookmark =
        "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
            + "\"metadata\":{\"resourceVersion\":\"" + version + "\"}}}\n";
    cluster.server().faults().sendRaw(MAPS, bookmark.getBytes(StandardCharsets.UTF_8));
    eventually("the bookmark is heard", () -> bookmarks.contains(version));
    cluster.server().faults().closeWatches(MAPS);
    create("a", "1");
    eventually("the watch goes on from there", () -> times("add a") == 1);
    assertThat(lists).as("without another list").hasValue(1);
  }

  @Test
  void closingWhileEventsArriveThrows() throws Exception {
    ConcurrentLinkedQueue<Throwable> thrown = new ConcurrentLinkedQueue<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> thrown.add(failure));
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger writes = new AtomicInteger();
    create("busy", "0");
    Thread writer = new Thread(() -> {
      while (!over.get()) {
        update("busy", "" + writes.incrementAndGet());
      }
    });
    writer.start();
    try {
      for (int i = 0; i < 10; i++) {
        SharedInformerFactory informers = builder().build();
        Informer<ConfigMap> informer =
            informers.core().v1().configMaps().namespace(namespace).informer();
        AtomicInteger calls = new AtomicInteger();
        Registration<ConfigMap> registration =
            informer.addHandler(ResourceEventHandler.<ConfigMap>builder()
                .onUpdate((old, now) -> calls.incrementAndGet())
                .build());
        informers.start();
        eventually("updates are heard", () -> calls.get() > 0);
        informers.close();
        int heard = calls.get();
        int written = writes.get();
        eventually("the server goes on", () -> writes.get() > written + 2);
        assertThat(calls).as("nothing after the end").hasValue(heard);
        assertThat(registration.failures()).isZero();
      }
    } finally {
      over.set(true);
      writer.join();
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
    assertThat(thrown).isEmpty();
  }

  @Test
  void readersWaitForWriters() throws Exception {
    create("a", "red");
    Informer<ConfigMap> informer = informer(builder());
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Index<ConfigMap> byValue = informer.indexAll("value", map -> {
      if (map.getMetadata().getName().equals("slow")) {
        inside.countDown();
        awaitQuietly(release);
      }
      return List.of(map.getData().getOrDefault("value", ""));
    });
    informer.awaitSynced(LIMIT);
    try {
      create("slow", "red");
      assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
      // The cache is in the middle of a write, and whoever reads sees what was there before it.
      assertThat(informer.lister().namespace(namespace).get("a")).isNotNull();
      assertThat(informer.snapshot().list()).isNotEmpty();
      assertThat(byValue.get("red")).hasSize(1);
    } finally {
      release.countDown();
    }
    eventually("and then what it wrote", () -> byValue.get("red").size() == 2);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }
}

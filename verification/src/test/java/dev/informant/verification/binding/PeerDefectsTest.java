package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.faults.Effect;
import dev.informant.apiserver.faults.Fault;
import dev.informant.informer.Deleted;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.InformerObserver;
import dev.informant.informer.InformerState;
import dev.informant.informer.Registration;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.SharedInformerFactoryBuilder;
import dev.informant.kubernetes.Transform;
import dev.informant.source.WatchListPolicy;
import dev.informant.testing.VirtualRuntime;
import dev.informant.workqueue.WorkQueue;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One test for each defect found in other Java clients, named after it: we do not have it. */
@Timeout(180)
@SuppressWarnings("try") // faults are in place for the length of a block
class PeerDefectsTest extends ClusterFixture {
  private static final String MAPS = "configmaps";

  private EmbeddedCluster cluster;
  private final Map<String, AtomicInteger> heard = new ConcurrentHashMap<>();
  private final ResourceEventHandler<ConfigMap> counter = new ResourceEventHandler<>() {
    @Override
    public void onAdd(ConfigMap map, boolean initial) {
      count("add " + map.getMetadata().getName());
    }

    @Override
    public void onUpdate(ConfigMap before, ConfigMap after) {
      count("update " + after.getMetadata().getName());
    }

    @Override
    public void onDelete(Deleted<ConfigMap> deleted) {
      count("delete " + deleted.key().substring(deleted.key().indexOf('/') + 1));
    }
  };

  @Override
  Config config() throws IOException {
    if (cluster == null) {
      cluster = EmbeddedCluster.start(ApiServer.builder());
      closeables.add(cluster);
    }
    return cluster.config();
  }

  private void count(String what) {
    heard.computeIfAbsent(what, absent -> new AtomicInteger()).incrementAndGet();
  }

  private int times(String what) {
    AtomicInteger count = heard.get(what);
    return count == null ? 0 : count.get();
  }

  private SharedIndexInformer<ConfigMap> informer(SharedInformerFactoryBuilder builder) {
    return started(builder).core().v1().configMaps().inNamespace(namespace).informer();
  }

  private SharedInformerFactoryBuilder listing() throws Exception {
    return builder().options(options -> options.watchList(WatchListPolicy.NEVER));
  }

  /** Makes an informer that does not stream list again: the server refuses its version. */
  private void relist() {
    cluster.server().faults().add(Fault.status(410).resource(MAPS).verb("watch").nth(1));
    cluster.server().faults().closeWatches(MAPS);
  }

  private static InformerObserver listVersions(ConcurrentLinkedQueue<String> versions) {
    return new InformerObserver() {
      @Override
      public void onRequest(String verb, String resourceVersion) {
        if (verb.equals("list")) {
          versions.add(resourceVersion);
        }
      }
    };
  }

  // ---- java-peers §0 and §1 (fabric8)

  @Test
  void ghostsAfterAWatchListReconnect() throws Exception {
    create("a", "1");
    create("b", "1");
    SharedIndexInformer<ConfigMap> informer = informer(builder());
    informer.addHandler(counter).awaitSynced(LIMIT);
    try (var watches = cluster.server().faults().add(Fault.status(503).verb("watch"));
        var lists = cluster.server().faults().add(Fault.status(503).verb("list"))) {
      cluster.server().faults().closeWatches(MAPS);
      delete("b");
      cluster.server().faults().compact();
    }
    eventually(
        "the deleted object leaves the cache",
        () -> !informer.indexer().contains(namespace + "/b"));
    eventually("its delete is told", () -> times("delete b") == 1);
    assertThat(informer.indexer().contains(namespace + "/a")).isTrue();
  }

  @Test
  void charactersSplitBetweenBuffersKillTheWatch() throws Exception {
    ConfigMap template = create("text", "plain");
    SharedIndexInformer<ConfigMap> informer = informer(builder());
    informer.addHandler(counter).awaitSynced(LIMIT);
    String text = "café 日本語 😀";
    template.setData(Map.of("value", text));
    byte[] event = ("{\"type\":\"MODIFIED\",\"object\":"
            + client.getKubernetesSerialization().asJson(template) + "}\n")
        .replace(
            "\"resourceVersion\":\"" + version(template) + "\"",
            "\"resourceVersion\":\"" + (Long.parseLong(version(template)) + 1) + "\"")
        .getBytes(StandardCharsets.UTF_8);
    eventually("the watch is open", () -> cluster.server().faults().openWatches(MAPS) == 1);
    // Every byte by itself: each character of several bytes is split in every way.
    for (byte one : event) {
      cluster.server().faults().sendRaw(MAPS, new byte[] {one});
    }
    eventually("the event arrives", () -> times("update text") == 1);
    assertThat(informer.lister().namespace(namespace).get("text").getData())
        .containsEntry("value", text);
    assertThat(informer.state()).isInstanceOf(InformerState.Watching.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 503})
  void refusalsBeforeTheFirstSyncStopTheInformerForGood(int code) throws Exception {
    create("a", "1");
    cluster.server().faults().add(Fault.status(code).resource(MAPS).verb("list").times(15));
    cluster
        .server()
        .faults()
        .add(Fault.status(code).resource(MAPS).verb("watch").times(15));
    informer(builder()).awaitSynced(LIMIT);
  }

  @Test
  void anExpiredContinueTokenStopsTheInformer() throws Exception {
    for (int i = 0; i < 7; i++) {
      create("map-" + i, "v");
    }
    cluster.server().faults().add(Fault.status(410).resource(MAPS).verb("list").nth(2));
    SharedIndexInformer<ConfigMap> informer = informer(listing().options(o -> o.pageSize(2)));
    informer.awaitSynced(LIMIT);
    assertThat(informer.indexer().size()).isGreaterThanOrEqualTo(7);
  }

  @Test
  void aListLongerThanTheRequestTimeoutNeverSucceeds() throws Exception {
    create("a", "1");
    cluster
        .server()
        .faults()
        .add(Fault.delay(Duration.ofSeconds(2)).resource(MAPS).verb("list"));
    Config impatient = new ConfigBuilder(config()).withRequestTimeout(300).build();
    AtomicInteger lists = new AtomicInteger();
    informer(builder(impatient)
            .options(o -> o.watchList(WatchListPolicy.NEVER)
                .observer(resource -> new InformerObserver() {
                  @Override
                  public void onRequest(String verb, String resourceVersion) {
                    if (verb.equals("list")) {
                      lists.incrementAndGet();
                    }
                  }
                })))
        .awaitSynced(LIMIT);
    assertThat(lists).hasValue(1);
  }

  @Test
  void oneSlowHandlerDelaysAllOthers() throws Exception {
    SharedIndexInformer<ConfigMap> informer = informer(builder());
    CountDownLatch release = new CountDownLatch(1);
    informer.addHandler(ResourceEventHandler.<ConfigMap>builder()
        .onAdd((map, initial) -> {
          try {
            release.await();
          } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
          }
        })
        .build());
    informer.addHandler(counter);
    create("a", "1");
    create("b", "1");
    eventually("the quick handler hears both", () -> times("add a") == 1 && times("add b") == 1);
    release.countDown();
  }

  @Test
  void anUndecodableEventStopsTheInformerForGood() throws Exception {
    create("good", "1");
    SharedIndexInformer<ConfigMap> informer = informer(builder());
    informer.addHandler(counter).awaitSynced(LIMIT);
    eventually("the watch is open", () -> cluster.server().faults().openWatches(MAPS) == 1);
    cluster.server().faults().sendUndecodableObject(MAPS, namespace, "good");
    cluster.server().faults().sendUnknownEventType(MAPS);
    cluster.server().faults().sendOtherKind(MAPS);
    ConfigMap next = create("next", "1");
    informer.awaitVersion(version(next), LIMIT).join();
    assertThat(informer.skippedCount()).isPositive();
    assertThat(informer.skipped()).containsKey(namespace + "/good");
    assertThat(informer.indexer().contains(namespace + "/good")).isTrue();
  }

  @Test
  void aRefusedWatchListHasNoFallback() throws Exception {
    create("a", "1");
    cluster.server().faults().add(Fault.refuseInitialEvents());
    SharedIndexInformer<ConfigMap> informer = informer(builder());
    informer.awaitSynced(LIMIT);
    assertThat(informer.indexer().contains(namespace + "/a")).isTrue();
  }

  @Test
  void aChangeDuringTheWatchListStopsTheInformer() throws Exception {
    for (int i = 0; i < 20; i++) {
      create("map-" + i, "0");
    }
    SharedIndexInformer<ConfigMap> informer = informer(builder());
    for (int i = 0; i < 20; i++) {
      if (i % 2 == 0) {
        update("map-" + i, "1");
      } else {
        delete("map-" + i);
      }
    }
    informer.awaitSynced(LIMIT);
    eventually(
        "cache and server agree",
        () -> informer.indexer().list().stream()
                .filter(map -> map.getMetadata().getName().startsWith("map-"))
                .count()
            == 10);
  }

  @Test
  void transportErrorsNeverReachTheErrorHandler() throws Exception {
    ConcurrentLinkedQueue<Throwable> causes = new ConcurrentLinkedQueue<>();
    SharedIndexInformer<ConfigMap> informer =
        informer(builder().options(o -> o.watchErrorHandler(causes::add)));
    informer.awaitSynced(LIMIT);
    cluster.server().faults().refuseConnections();
    eventually("the failure is reported", () -> !causes.isEmpty());
    cluster.server().faults().acceptConnections();
    ConfigMap made = create("after", "1");
    informer.awaitVersion(version(made), LIMIT).join();
  }

  @Test
  void callbacksStopAfterAServerRestart() throws Exception {
    SharedIndexInformer<ConfigMap> informer = informer(builder());
    informer.addHandler(counter).awaitSynced(LIMIT);
    cluster.server().faults().restart();
    create("after", "1");
    eventually("the add is heard", () -> times("add after") == 1);
  }

  @Test
  void rateLimitingDuringAReconnectKillsTheInformer() throws Exception {
    SharedIndexInformer<ConfigMap> informer = informer(builder());
    informer.addHandler(counter).awaitSynced(LIMIT);
    cluster.server().faults().add(Fault.overloaded(1).verb("watch").times(2));
    cluster.server().faults().closeWatches();
    create("after", "1");
    eventually("the add is heard", () -> times("add after") == 1);
  }

  @Test
  void aThrowingIndexFunctionLosesTheEvent() throws Exception {
    SharedIndexInformer<ConfigMap> informer = informer(builder());
    informer.addIndexer("broken", map -> {
      throw new IllegalStateException("an index function's defect");
    });
    informer.addHandler(counter).awaitSynced(LIMIT);
    create("a", "1");
    eventually("the add is heard", () -> times("add a") == 1);
    assertThat(informer.indexer().contains(namespace + "/a")).isTrue();
  }

  // ---- java-peers §2 (client-java) and §4

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
    TcpProxy proxy = proxy();
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
}

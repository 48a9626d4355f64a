package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.informant.apiserver.faults.Fault;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerState;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transform;
import dev.informant.source.WatchListPolicy;
import dev.informant.verification.chaos.FaultProxy;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One test for each defect found in fabric8's informers, named after it: we do not have it. */
@Timeout(180)
@SuppressWarnings("try") // faults are in place for the length of a block
class PeerDefectsTest extends EmbeddedFixture {
  @Test
  void ghostsAfterAWatchListReconnect() throws Exception {
    create("a", "1");
    create("b", "1");
    Informer<ConfigMap> informer = informer(builder());
    informer.addHandler(counter).awaitSynced(LIMIT);
    try (var watches = cluster.server().faults().add(Fault.status(503).verb("watch"));
        var lists = cluster.server().faults().add(Fault.status(503).verb("list"))) {
      cluster.server().faults().closeWatches(MAPS);
      delete("b");
      cluster.server().faults().compact();
    }
    eventually(
        "the deleted object leaves the cache",
        () -> !informer.snapshot().contains(namespace + "/b"));
    eventually("its delete is told", () -> times("delete b") == 1);
    assertThat(informer.snapshot().contains(namespace + "/a")).isTrue();
  }

  @Test
  void charactersSplitBetweenBuffersKillTheWatch() throws Exception {
    ConfigMap template = create("text", "plain");
    Informer<ConfigMap> informer = informer(builder());
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
    Informer<ConfigMap> informer = informer(listing().options(o -> o.pageSize(2)));
    informer.awaitSynced(LIMIT);
    assertThat(informer.snapshot().size()).isGreaterThanOrEqualTo(7);
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
            .options(o -> o.watchList(WatchListPolicy.NEVER).observer(resource -> event -> {
              if (event instanceof InformerEvent.Requested requested) {
                if (requested.verb().equals("list")) {
                  lists.incrementAndGet();
                }
              }
            })))
        .awaitSynced(LIMIT);
    assertThat(lists).hasValue(1);
  }

  @Test
  void oneSlowHandlerDelaysAllOthers() throws Exception {
    Informer<ConfigMap> informer = informer(builder());
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
    Informer<ConfigMap> informer = informer(builder());
    informer.addHandler(counter).awaitSynced(LIMIT);
    eventually("the watch is open", () -> cluster.server().faults().openWatches(MAPS) == 1);
    cluster.server().faults().sendUndecodableObject(MAPS, namespace, "good");
    cluster.server().faults().sendUnknownEventType(MAPS);
    cluster.server().faults().sendOtherKind(MAPS);
    ConfigMap next = create("next", "1");
    informer.awaitVersion(version(next), LIMIT).join();
    assertThat(informer.skippedCount()).isPositive();
    assertThat(informer.skipped()).containsKey(namespace + "/good");
    assertThat(informer.state().skipped()).isEqualTo(1);
    assertThat(informer.snapshot().contains(namespace + "/good")).isTrue();
  }

  @Test
  void aRefusedWatchListHasNoFallback() throws Exception {
    create("a", "1");
    cluster.server().faults().add(Fault.refuseInitialEvents());
    Informer<ConfigMap> informer = informer(builder());
    informer.awaitSynced(LIMIT);
    assertThat(informer.snapshot().contains(namespace + "/a")).isTrue();
  }

  @Test
  void aChangeDuringTheWatchListStopsTheInformer() throws Exception {
    for (int i = 0; i < 20; i++) {
      create("map-" + i, "0");
    }
    Informer<ConfigMap> informer = informer(builder());
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
        () -> informer.snapshot().list().stream()
                .filter(map -> map.getMetadata().getName().startsWith("map-"))
                .count()
            == 10);
  }

  @Test
  void transportErrorsNeverReachTheErrorHandler() throws Exception {
    ConcurrentLinkedQueue<Throwable> causes = new ConcurrentLinkedQueue<>();
    Informer<ConfigMap> informer =
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
    Informer<ConfigMap> informer = informer(builder());
    informer.addHandler(counter).awaitSynced(LIMIT);
    cluster.server().faults().restart();
    create("after", "1");
    eventually("the add is heard", () -> times("add after") == 1);
  }

  @Test
  void rateLimitingDuringAReconnectKillsTheInformer() throws Exception {
    Informer<ConfigMap> informer = informer(builder());
    informer.addHandler(counter).awaitSynced(LIMIT);
    cluster.server().faults().add(Fault.overloaded(1).verb("watch").times(2));
    cluster.server().faults().closeWatches();
    create("after", "1");
    eventually("the add is heard", () -> times("add after") == 1);
  }

  @Test
  void aThrowingIndexFunctionLosesTheEvent() throws Exception {
    Informer<ConfigMap> informer = informer(builder());
    informer.indexAll("broken", map -> {
      throw new IllegalStateException("an index function's defect");
    });
    informer.addHandler(counter).awaitSynced(LIMIT);
    create("a", "1");
    eventually("the add is heard", () -> times("add a") == 1);
    assertThat(informer.snapshot().contains(namespace + "/a")).isTrue();
  }

  @Test
  void everyRelistIsAQuorumRead() throws Exception {
    create("a", "1");
    ConcurrentLinkedQueue<String> lists = new ConcurrentLinkedQueue<>();
    Informer<ConfigMap> informer =
        informer(listing().options(o -> o.observer(resource -> listVersions(lists))));
    informer.awaitSynced(LIMIT);
    awaitOpenWatch();
    relist();
    eventually("a second list was asked for", () -> lists.size() == 2);
    assertThat(lists.poll()).isEqualTo("0");
    assertThat(lists.poll()).isNotEmpty();
  }

  @Test
  void everyWatchHasAConnectionOfItsOwn() throws Exception {
    FaultProxy proxy = proxy();
    SharedInformerFactory informers = started(builder(through(proxy)));
    for (int i = 0; i < 30; i++) {
      informers.core().v1().secrets().withLabels("number=" + i).informer();
    }
    informers.awaitSynced(LIMIT);
    eventually("all watch", () -> cluster.server().faults().openWatches("secrets") == 30);
    assertThat(proxy.accepted()).isLessThan(4);
  }

  @Test
  void aProxyThatClosesWatchesEarlyCausesQuorumReads() throws Exception {
    ConcurrentLinkedQueue<String> lists = new ConcurrentLinkedQueue<>();
    Informer<ConfigMap> informer =
        informer(listing().options(o -> o.observer(resource -> listVersions(lists))));
    informer.awaitSynced(LIMIT);
    // Watches that end at once and say nothing are followed by a list, as in client-go.
    for (int i = 0; i < 3; i++) {
      awaitOpenWatch();
      cluster.server().faults().closeWatches(MAPS);
    }
    // Those that have said something are only resumed.
    awaitOpenWatch();
    ConfigMap made = create("between", "1");
    informer.awaitVersion(version(made), LIMIT).join();
    int before = lists.size();
    cluster.server().faults().closeWatches(MAPS);
    ConfigMap last = create("after", "1");
    informer.awaitVersion(version(last), LIMIT).join();
    assertThat(lists).hasSize(before);
    assertThat(lists).doesNotContain("");
  }

  @Test
  void everyReconnectOfAWatchListTransfersTheWholeState() throws Exception {
    ConcurrentLinkedQueue<String> verbs = new ConcurrentLinkedQueue<>();
    Informer<ConfigMap> informer = informer(builder()
        .options(o -> o.observer(resource -> event -> {
          if (event instanceof InformerEvent.Requested requested) {
            verbs.add(requested.verb());
          }
        })));
    informer.awaitSynced(LIMIT);
    awaitOpenWatch();
    cluster.server().faults().closeWatches(MAPS);
    ConfigMap made = create("after", "1");
    informer.awaitVersion(version(made), LIMIT).join();
    assertThat(verbs.poll()).isEqualTo("watch_list");
    assertThat(verbs).isNotEmpty().containsOnly("watch");
  }

  @Test
  void decodingHoldsUpTheEventLoop() throws Exception {
    create("a", "1");
    Map<String, AtomicInteger> threads = new ConcurrentHashMap<>();
    // Transforms run where objects are decoded, in the same step.
    Transform<ConfigMap> transform = map -> {
      threads
          .computeIfAbsent(Thread.currentThread().getName(), absent -> new AtomicInteger())
          .incrementAndGet();
      return map;
    };
    Informer<ConfigMap> informer =
        informer(builder().kind(ConfigMap.class, o -> o.transform(transform)));
    informer.awaitSynced(LIMIT);
    ConfigMap made = create("b", "1");
    informer.awaitVersion(version(made), LIMIT).join();
    assertThat(threads.keySet()).isNotEmpty().noneMatch(name -> name.startsWith("vert.x"));
  }

  /** A streaming list with a bookmark in its middle; what comes behind that still belongs to it. */
  @Test
  void anyBookmarkEndsTheInitialList() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", exchange -> {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, 0);
      try (OutputStream body = exchange.getResponseBody()) {
        body.write((event("ADDED", "\"name\":\"before\",\"resourceVersion\":\"1\"")
                + event("BOOKMARK", "\"resourceVersion\":\"2\"")
                + event("ADDED", "\"name\":\"behind\",\"resourceVersion\":\"3\"")
                + event(
                    "BOOKMARK",
                    "\"resourceVersion\":\"3\",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}"))
            .getBytes(StandardCharsets.UTF_8));
        body.flush();
        over.await();
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    });
    server.start();
    Config plain = new ConfigBuilder(Config.empty())
        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
        .build();
    try (SharedInformerFactory informers = builder(plain).build()) {
      ConcurrentLinkedQueue<String> adds = new ConcurrentLinkedQueue<>();
      var registration = informers
          .core()
          .v1()
          .configMaps()
          .informer()
          .addHandler(ResourceEventHandler.<ConfigMap>builder()
              .onAdd((map, initial) ->
                  adds.add(map.getMetadata().getName() + (initial ? " of the list" : " later")))
              .build());
      informers.start();
      registration.awaitSynced(LIMIT);
      assertThat(adds).containsExactlyInAnyOrder("before of the list", "behind of the list");
    } finally {
      over.countDown();
      server.stop(0);
    }
  }

  private static String event(String type, String metadata) {
    return "{\"type\":\"" + type
        + "\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{"
        + "\"namespace\":\"n\"," + metadata + "}}}\n";
  }

  @Test
  void theLifetimeOfAWatchIsHardCoded() throws Exception {
    AtomicInteger watches = new AtomicInteger();
    Informer<ConfigMap> informer = informer(builder()
        .options(o -> o.tweakListOptions(
                asked -> asked.watchTimeout().isZero() || asked.sendInitialEvents() != null
                    ? asked
                    : asked.withWatchTimeout(Duration.ofSeconds(1)))
            .observer(resource -> event -> {
              if (event instanceof InformerEvent.Requested requested) {
                if (requested.verb().equals("watch")) {
                  watches.incrementAndGet();
                }
              }
            })));
    informer.awaitSynced(LIMIT);
    cluster.server().faults().closeWatches(MAPS); // the one that the list came on
    eventually("watches are opened anew, as often as was asked for", () -> watches.get() >= 3);
    ConfigMap made = create("between", "1");
    informer.awaitVersion(version(made), LIMIT).join();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRelistShowsAMixtureOfOldAndNew(boolean streams) throws Exception {
    for (int i = 0; i < 30; i++) {
      create("map-" + i, "old", Map.of("test", "mixture"));
    }
    Informer<ConfigMap> informer = started(streams ? builder() : listing())
        .core()
        .v1()
        .configMaps()
        .namespace(namespace)
        .withLabels("test=mixture")
        .informer();
    informer.awaitSynced(LIMIT);
    awaitOpenWatch();
    try (var watches = cluster.server().faults().add(Fault.status(503).verb("watch"));
        var lists =
            cluster.server().faults().add(Fault.status(503).resource(MAPS).verb("list"))) {
      cluster.server().faults().closeWatches(MAPS);
      for (int i = 0; i < 30; i++) {
        update("map-" + i, "new");
      }
      cluster.server().faults().compact();
    }
    long deadline = System.nanoTime() + LIMIT.toNanos();
    List<String> values;
    do {
      values = informer.snapshot().list().stream()
          .map(map -> map.getData().get("value"))
          .distinct()
          .toList();
      assertThat(values).hasSize(1);
    } while (!values.contains("new") && System.nanoTime() - deadline < 0);
    assertThat(values).containsExactly("new");
  }
}

package dev.informant.kubernetes;

import static dev.informant.kubernetes.FakeApi.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.informer.Deleted;
import dev.informant.informer.Index;
import dev.informant.informer.Informer;
import dev.informant.informer.NotSyncedException;
import dev.informant.informer.Registration;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.informer.SyncResult;
import dev.informant.kubernetes.informers.ModelKinds;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.kubernetes.transport.ScriptedServer;
import dev.informant.source.BackoffPolicy;
import dev.informant.source.SourceException;
import dev.informant.source.WatchListPolicy;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class SharedInformerFactoryTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String PODS = "/api/v1/pods";

  private final FakeApi api = new FakeApi();
  private final ScriptedServer server = new ScriptedServer(api);
  private final Config config =
      new ConfigBuilder(Config.empty()).withMasterUrl(server.url()).build();
  private final List<AutoCloseable> closeables = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable closeable : closeables) {
      closeable.close();
    }
    api.over.countDown();
    server.close();
  }

  private SharedInformerFactory factory(SharedInformerFactoryBuilder builder) {
    SharedInformerFactory factory = builder.build();
    closeables.add(factory);
    return factory;
  }

  /** Waits until the informer says {@code expected} of its failure, and returns all it says. */
  private static String complaint(Informer<?> informer, String expected) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    String last = "";
    while (System.nanoTime() - deadline < 0 && !last.contains(expected)) {
      try {
        informer.awaitSynced(Duration.ofMillis(100));
      } catch (NotSyncedException late) {
        last = late.getMessage();
      }
    }
    assertThat(last).contains(expected);
    return last;
  }

  @Test
  void theExampleOfTheDesignWorks() throws Exception {
    for (boolean streams : new boolean[] {true, false}) {
      api.streamsLists = streams;
      api.collections.put(
          PODS,
          object("prod", "web-0", "3", ",\"spec\":{\"nodeName\":\"worker-7\"}") + ","
              + object("dev", "web-1", "4", ",\"spec\":{}"));
      KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build();
      closeables.add(client);
      try (var informers = SharedInformerFactory.builder(client)
          .resync(Duration.ofMinutes(10))
          .transform(Transforms.stripManagedFields())
          .build()) {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        var pods = informers.core().v1().pods().informer();
        Index<Pod> byNode = pods.index("node", pod -> pod.getSpec().getNodeName());
        var registration = pods.addHandler(ResourceEventHandler.<Pod>builder()
            .onAdd((pod, initial) -> seen.add("add " + pod.getMetadata().getName() + " " + initial))
            .onUpdate(
                (before, after) -> seen.add("update " + after.getMetadata().getResourceVersion()))
            .onDelete((Deleted<Pod> deleted) -> seen.add("delete " + deleted.key()))
            .build());
        informers.start();
        registration.awaitSynced(LIMIT);

        assertThat(List.of(seen.take(), seen.take()))
            .containsExactlyInAnyOrder("add web-0 true", "add web-1 true");
        assertThat(byNode.get("worker-7")).hasSize(1);
        Pod web = pods.lister().namespace("prod").get("web-0");
        assertThat(web).isNotNull();
        assertThat(web.getMetadata().getManagedFields()).isEmpty();
        assertThat(pods.lister().list()).hasSize(2);
        awaitWatch();
        api.send("MODIFIED", object("prod", "web-0", "11", ",\"spec\":{}"));
        assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo("update 11");
        api.send("DELETED", object("dev", "web-1", "12", ""));
        assertThat(seen.poll(60, TimeUnit.SECONDS)).isEqualTo("delete dev/web-1");
      }
      api.watches.clear();
      assertThat(client.getHttpClient().isClosed()).isFalse();
    }
  }

  @Test
  void everyKindOfTheModelsIsListedAtItsPlace() {
    api.streamsLists = false;
    SharedInformerFactory informers = factory(
        SharedInformerFactory.builder(config).options(o -> o.watchList(WatchListPolicy.NEVER)));
    int kinds = 0;
    for (Class<? extends HasMetadata> type : ModelKinds.all()) {
      api.collections.put("/" + Resource.of(type).path(""), "");
      informers.informerFor(type);
      kinds++;
    }
    informers.start();
    informers.awaitSynced(LIMIT);
    Map<Scope, SyncResult> results = informers.syncResults();
    assertThat(results.values()).as("%d kinds", kinds).allMatch(SyncResult::isSynced);
    assertThat(results).hasSize(kinds);
  }

  @Test
  void equalScopesShareOneInformerAndOthersDoNot() {
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    Informer<Pod> pods = informers.core().v1().pods().informer();
    assertThat(informers.informerFor(Pod.class)).isNotSameAs(pods);
    assertThat(informers.all()).hasSize(1);
    informers.core().v1().pods().namespace("a").informer();
    informers.kind(Pod.class).namespace("a").informer();
    assertThat(informers.all()).hasSize(2);
    informers.core().v1().pods().withLabels("a=b").informer();
    informers.metadata(Pod.class).informer();
    informers.metadata(Resource.of(Pod.class)).informer();
    assertThat(informers.all()).hasSize(4);
    informers.trees(Resource.of(Pod.class)).informer();
    informers.forResource(Resource.of(Pod.class)).informer();
    assertThat(informers.all()).hasSize(6);
  }

  @Test
  void missingRightsAreTheCauseAndSyncFollowsTheirRepair() {
    api.collections.put(PODS, object("a", "b", "3", ""));
    api.forbidden = request -> request.path().equals(PODS);
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config)
        .options(o -> o.backoff(
            new BackoffPolicy(Duration.ofMillis(20), 1, Duration.ofMillis(20), 0, Duration.ZERO))));
    KindInformer<Pod> pods = informers.core().v1().pods();
    pods.informer();
    informers.start();
    assertThat(complaint(pods.informer(), "403 Forbidden"))
        .contains("User \"x\" cannot list resource \"pods\" at the cluster scope");

    api.forbidden = request -> false;
    informers.awaitSynced(LIMIT);
    assertThat(pods.informer().lister().namespace("a").get("b")).isNotNull();
  }

  @Test
  void aKindThatComesToBeLaterSyncsThen() {
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config)
        .options(o -> o.backoff(
            new BackoffPolicy(Duration.ofMillis(20), 1, Duration.ofMillis(20), 0, Duration.ZERO))));
    Resource widgets = new Resource("example.com", "v1", "widgets", "Widget", true);
    var generic = informers.forResource(widgets);
    generic.informer();
    informers.start();
    assertThat(complaint(generic.informer(), "404")).contains("widgets.example.com/v1");
    api.collections.put(
        "/apis/example.com/v1/widgets", object("a", "w", "3", ",\"spec\":{\"size\":7}"));
    informers.awaitSynced(LIMIT);
    var widget = generic.informer().lister().namespace("a").get("w");
    assertThat(widget.getKind()).isEqualTo("Widget");
    assertThat(widget.<Object>get("spec", "size")).isEqualTo(7);
  }

  @Test
  void anInformerNeverStartedSaysSo() {
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    informers.core().v1().pods().informer();
    SyncResult result = informers.syncResults().values().iterator().next();
    assertThat(result.isSynced()).isFalse();
    assertThat(result.failure()).hasMessageContaining("is not started; call start()");
    assertThatThrownBy(() -> informers.awaitSynced(LIMIT))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("pods/v1")
        .hasMessageContaining("is not started; call start()")
        .hasMessageNotContaining(" after ");
  }

  @Test
  void waitingForAClosedFactoryThrows() {
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    informers.close();
    assertThatThrownBy(() -> informers.awaitSynced(Duration.ofSeconds(1)))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("factory is closed");
  }

  @Test
  void theNearestOptionHolds() throws Exception {
    api.streamsLists = false;
    api.collections.put("/api/v1/namespaces/pods/pods", "");
    api.collections.put("/api/v1/namespaces/mine/pods", "");
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config)
        .namespace("everywhere")
        .options(o -> o.labelSelector("all=yes")
            .watchList(WatchListPolicy.NEVER)
            .tweakListOptions(options -> options.withLimit(7)))
        .kind(Pod.class, o -> o.namespace("pods").labelSelector("pod=yes").pageSize(5)));
    informers.core().v1().pods().informer();
    informers.start();
    assertThat(server.takeRequest().target())
        .startsWith("/api/v1/namespaces/pods/pods?labelSelector=pod%3Dyes&limit=7");
    informers.core().v1().pods().namespace("mine").withFields("spec.nodeName=n").informer();
    informers.start();
    assertThat(Stream.of(server.takeRequest(), server.takeRequest())
            .map(ScriptedServer.Request::target))
        .anyMatch(
            target -> target.startsWith(
                "/api/v1/namespaces/mine/pods?fieldSelector=spec.nodeName%3Dn&labelSelector=pod%3Dyes"));
    assertThat(informers.kind(Node.class).scope().namespace()).isEmpty();
    assertThat(informers.core().v1().services().scope().namespace()).isEqualTo("everywhere");
    // Overrides are for the class; other models of the kind take the factory's options.
    assertThat(informers.metadata(Pod.class).scope().labelSelector()).isEqualTo("all=yes");
  }

  @Test
  void aKindNobodyFollowsIsNotWatched() {
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    informers.start();
    Informer<Pod> pods = informers.core().v1().pods().informer();
    pods.close();
    assertThat(informers.all()).isEmpty();
    assertThatThrownBy(pods::lister)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("pods/v1");
  }

  @Test
  void anInformerRunsUntilItsLastHandleIsClosed() {
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    KindInformer<Pod> pods = informers.core().v1().pods();
    Informer<Pod> mine = pods.informer();
    Informer<Pod> yours = pods.informer();
    SharedIndexInformer<?> shared = informers.all().get(pods.scope());
    informers.start();
    mine.close();
    mine.close();
    assertThat(shared.isClosed()).isFalse();
    assertThatThrownBy(mine::snapshot).isInstanceOf(IllegalStateException.class);
    assertThat(yours.snapshot()).isNotNull();
    yours.close();
    assertThat(shared.isClosed()).isTrue();
    assertThat(informers.all()).isEmpty();
    pods.informer();
    assertThat(informers.all().get(pods.scope())).isNotSameAs(shared);
  }

  @Test
  @SuppressWarnings("NullAway") // null is refused
  void malformedNamespacesAreRefusedWhereTheyAreGiven() {
    var pods = factory(SharedInformerFactory.builder(config)).core().v1().pods();
    NamespaceSet set = NamespaceSet.of("a", "x".repeat(63), "0-9");
    Set<String> before = set.names();
    for (String name : List.of("a/b", "../x", "Bad Name", " ", "-a", "a-", "a.b", "x".repeat(64))) {
      List<ThrowingCallable> places = List.of(
          () -> pods.namespace(name),
          () -> pods.namespaces("a", name),
          () -> NamespaceSet.of(name),
          () -> set.add(name),
          () -> set.set(List.of("other", name)),
          () -> SharedInformerFactory.builder(config).namespace(name),
          () -> SharedInformerFactory.builder(config).kind(Pod.class, o -> o.namespace(name)));
      assertThat(places)
          .allSatisfy(place -> assertThatThrownBy(place)
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageStartingWith("\"" + name + "\" is not the name of a namespace"));
    }
    assertThatThrownBy(() -> set.set(Arrays.asList("a", null))).hasMessage("a namespace is null");
    assertThatThrownBy(() -> pods.namespaces("a", null)).hasMessage("a namespace is null");
    assertThat(set.names()).isEqualTo(before);
    assertThat(pods.namespace("").scope().namespace()).isEmpty();
  }

  @Test
  void anInitialStateIsDividedByNamespaces() throws Exception {
    api.collections.put("/api/v1/namespaces/a/pods", object("a", "one", "3", ""));
    api.collections.put("/api/v1/namespaces/b/pods", object("b", "two", "4", ""));
    List<Pod> known = List.of(pod("a", "one", "3"), pod("b", "two", "4"), pod("c", "three", "5"));
    SharedInformerFactory informers =
        factory(SharedInformerFactory.builder(config).kind(Pod.class, o -> o.initialState(known)));
    List<String> calls = Collections.synchronizedList(new ArrayList<>());
    var both = informers.core().v1().pods().namespaces("a", "b").informer();
    var registration = both.addHandler(ResourceEventHandler.<Pod>builder()
        .onAdd(pod -> calls.add("add " + pod.getMetadata().getName()))
        .onUpdate((before, after) -> calls.add("update " + after.getMetadata().getName()))
        .onDelete(deleted -> calls.add("delete " + deleted.key()))
        .build());
    informers.start();
    informers.awaitSynced(LIMIT);
    registration.awaitSynced(LIMIT);
    assertThat(calls).containsExactlyInAnyOrder("add one", "add two");
    assertThat(both.snapshot().keys()).containsExactlyInAnyOrder("a/one", "b/two");
  }

  @Test
  void anInitialStateIsOfTheInformersLabelsAndUsedOnce() throws Exception {
    Pod web = pod("a", "web", "3");
    web.getMetadata().setLabels(Map.of("app", "web"));
    Pod database = pod("a", "database", "4");
    database.getMetadata().setLabels(Map.of("app", "db"));
    api.collections.put("/api/v1/pods", object("a", "web", "3", ""));
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config)
        .kind(Pod.class, o -> o.initialState(List.of(web, database))));
    List<String> calls = Collections.synchronizedList(new ArrayList<>());
    KindInformer<Pod> webs = informers.core().v1().pods().withLabels("app=web");
    Informer<Pod> first = webs.informer();
    Registration<Pod> ofFirst = first.addKeyHandler(calls::add);
    informers.start();
    ofFirst.awaitSynced(LIMIT);
    assertThat(calls).containsExactly("a/web");
    first.close();
    api.collections.put("/api/v1/pods", "");
    Informer<Pod> second = webs.informer();
    Registration<Pod> ofSecond = second.addKeyHandler(calls::add);
    informers.start();
    ofSecond.awaitSynced(LIMIT);
    assertThat(calls).as("not again what the first one began with").hasSize(1);
  }

  private static Pod pod(String namespace, String name, String version) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .withResourceVersion(version)
        .endMetadata()
        .build();
  }

  @Test
  void anInitialStateForAllKindsIsRefused() {
    assertThatThrownBy(() -> SharedInformerFactory.builder(config)
            .options(o -> o.initialState(List.of(pod("a", "one", "3")))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("initialState")
        .hasMessageContaining("kind(");
  }

  @Test
  @SuppressWarnings("NullAway") // null is the mistake
  void aFaultyTweakOfTheListOptionsIsNamed() {
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config)
        .kind(Pod.class, o -> o.tweakListOptions(options -> null))
        .kind(Node.class, o -> o.tweakListOptions(options -> options.withLabelSelector("a=b=c"))));
    informers.start();
    complaint(informers.core().v1().pods().informer(), "tweakListOptions returned null");
    complaint(informers.core().v1().nodes().informer(), "\"a=b=c\"");
  }

  @Test
  void malformedSelectorsAreRefusedWhereTheyAreGiven() {
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    KindInformer<Pod> pods = informers.core().v1().pods();
    for (String selector : List.of("a=b=c", "a in (b", "!", "=b")) {
      assertThatThrownBy(() -> pods.withLabels(selector))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(
              () -> SharedInformerFactory.builder(config).options(o -> o.labelSelector(selector)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (String selector : List.of("a", "=b", "!=b", "a=b=c", "a=b,c", "a=\\x", "a=b\\")) {
      assertThatThrownBy(() -> pods.withFields(selector))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("is not a field selector");
      assertThatThrownBy(
              () -> SharedInformerFactory.builder(config).options(o -> o.fieldSelector(selector)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    for (String selector :
        List.of("", "a=b", "a==b", "a!=b", "a=", "a=b,c!=d", "a=b\\,c", "a=b\\=c", "a=\\\\")) {
      assertThat(pods.withFields(selector)).isNotNull();
    }
  }

  @Test
  void theTransportInUseIsNamed() {
    assertThat(factory(SharedInformerFactory.builder(config)).transport())
        .startsWith("own connection: Vert.x");
    try (KubernetesClient client =
        new KubernetesClientBuilder().withConfig(config).build()) {
      SharedInformerFactory own = factory(SharedInformerFactory.builder(client));
      assertThat(own.transport()).startsWith("own connection: Vert.x");
      SharedInformerFactory shared = factory(SharedInformerFactory.sharingTransportOf(client));
      assertThat(shared.transport()).isEqualTo("shared with the client: Vert.x");
      Informer<Pod> pods = shared.core().v1().pods().informer();
      assertThat(pods.state().transport()).isEmpty();
      api.collections.put(PODS, "");
      shared.start();
      shared.awaitSynced(LIMIT);
      assertThat(pods.state().transport()).isEqualTo("shared with the client: Vert.x");
    }
  }

  /** Thirty times what closing used to take beyond its timeout is more than the time of this test. */
  @Test
  @Timeout(120)
  void closingTakesNoLongerThanItsTimeoutWhateverAHandlerDoes() throws Exception {
    api.collections.put(PODS, object("a", "p", "7", ""));
    CountDownLatch over = new CountDownLatch(1);
    closeables.add(over::countDown);
    KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build();
    closeables.add(client);
    for (int i = 0; i < 30; i++) {
      CountDownLatch inside = new CountDownLatch(1);
      SharedInformerFactory informers = factory(SharedInformerFactory.builder(client)
          .options(options -> options.closeTimeout(Duration.ofMillis(10))));
      informers
          .core()
          .v1()
          .pods()
          .informer()
          .addHandler(ResourceEventHandler.<Pod>builder()
              .onAdd((pod, inInitialList) -> {
                inside.countDown();
                try {
                  over.await();
                } catch (InterruptedException interrupted) {
                  Thread.currentThread().interrupt();
                }
              })
              .build());
      informers.start();
      assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
      informers.close();
    }
  }

  @Test
  void anInformerAskedForAfterTheStartIsStarted() {
    api.collections.put(PODS, "");
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    informers.start();
    informers.core().v1().pods().informer().awaitSynced(LIMIT);
  }

  @Test
  void whoWaitsForEverWaits() {
    api.collections.put(PODS, "");
    api.collections.put("/api/v1/namespaces/a/pods", "");
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    var pods = informers.core().v1().pods();
    pods.informer();
    informers.start();
    Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
    informers.awaitSynced(forEver);
    var registration = pods.namespaces("a")
        .informer()
        .addHandler(ResourceEventHandler.<Pod>builder().build());
    registration.awaitSynced(forEver);
    assertThat(registration.isSynced()).isTrue();
  }

  @Test
  void aSetOfNamespacesAsksForEachOfThem() throws Exception {
    api.collections.put("/api/v1/namespaces/a/pods", object("a", "one", "3", ""));
    api.collections.put("/api/v1/namespaces/b/pods", object("b", "two", "4", ""));
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    informers.start();
    NamespaceSet set = NamespaceSet.of("a");
    Informer<Pod> pods = informers.core().v1().pods().namespaces(set).informer();
    pods.awaitSynced(LIMIT);
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    var registration = pods.addHandler(ResourceEventHandler.<Pod>builder()
        .onAdd((pod, initial) -> seen.add("add " + pod.getMetadata().getName()))
        .onDelete(deleted -> seen.add("delete " + deleted.key()))
        .build());
    set.add("b");
    registration.awaitSynced(LIMIT);
    assertThat(List.of(seen.take(), seen.take())).containsExactlyInAnyOrder("add one", "add two");
    assertThat(pods.lister().namespace("b").get("two")).isNotNull();
    set.remove("a").get(60, TimeUnit.SECONDS);
    assertThat(seen.take()).isEqualTo("delete a/one");
    assertThat(informers.all()).hasSize(1);
    assertThatThrownBy(() -> informers.core().v1().nodes().namespace("a"))
        .hasMessage("nodes/v1 is not in namespaces");
    assertThatThrownBy(() -> informers.core().v1().nodes().namespaces("a"))
        .hasMessageContaining("nodes/v1 is not in namespaces");
    assertThatThrownBy(() -> informers.core().v1().pods().namespaces())
        .hasMessageContaining("no namespaces given for pods/v1");
  }

  @Test
  void aClosedFactoryRefusesWithAReason() {
    SharedInformerFactory informers = SharedInformerFactory.builder(config).build();
    Informer<Pod> pods = informers.core().v1().pods().informer();
    informers.start();
    informers.close();
    informers.close();
    assertThat(pods.isClosed()).isTrue();
    assertThatThrownBy(informers::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void metadataAloneIsAskedForAndKept() {
    api.collections.put(
        PODS,
        "{\"metadata\":{\"namespace\":\"a\",\"name\":\"b\",\"uid\":\"u\",\"resourceVersion\":\"3\"},\"kind\":"
            + "\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\"}");
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    KindInformer<PartialObjectMetadata> pods = informers.metadata(Pod.class);
    pods.informer();
    informers.start();
    informers.awaitSynced(LIMIT);
    assertThat(pods.informer().lister().namespace("a").get("b").getMetadata().getUid())
        .isEqualTo("u");
  }

  private void awaitWatch() {
    long deadline = System.currentTimeMillis() + 60_000;
    while (api.watches.isEmpty()) {
      Thread.onSpinWait();
      assertThat(System.currentTimeMillis()).isLessThan(deadline);
    }
  }

  @Test
  void theFactorysNamespacesAreFollowedAsTheyChange() throws Exception {
    api.collections.put("/api/v1/namespaces/a/pods", object("a", "one", "3", ""));
    api.collections.put("/api/v1/namespaces/b/pods", object("b", "two", "4", ""));
    api.collections.put("/api/v1/namespaces/b/services", object("b", "svc", "4", ""));
    api.collections.put("/api/v1/nodes", object("", "node", "4", ""));
    NamespaceSet set = NamespaceSet.of("a");
    SharedInformerFactory informers =
        factory(SharedInformerFactory.builder(config).namespaces(set));
    informers.start();
    Informer<Pod> pods = informers.core().v1().pods().informer();
    pods.awaitSynced(LIMIT);
    assertThat(pods.snapshot().keys()).containsExactly("a/one");
    set.set(List.of("b")).get(60, TimeUnit.SECONDS);
    pods.awaitSynced(LIMIT);
    assertThat(pods.snapshot().keys()).containsExactly("b/two");
    // Who comes later begins with the set as it is.
    var services = informers.core().v1().services().informer();
    services.awaitSynced(LIMIT);
    assertThat(services.snapshot().keys()).containsExactly("b/svc");
    informers.core().v1().nodes().informer().awaitSynced(LIMIT);

    assertThatThrownBy(() -> informers.core().v1().pods().scope())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("several namespaces");
    pods.close();
    set.add("a");
    assertThat(((NamespaceSetInformer<Pod>) pods).namespaces()).doesNotContain("a");
    assertThatThrownBy(pods::snapshot).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aClosedFactoryFollowsItsNamespacesNoLongerAndOthersDo() {
    NamespaceSet set = NamespaceSet.of("a");
    SharedInformerFactory closing =
        factory(SharedInformerFactory.builder(config).namespaces(set));
    SharedInformerFactory open = factory(SharedInformerFactory.builder(config).namespaces(set));
    var before = (NamespaceSetInformer<Pod>) closing.core().v1().pods().informer();
    var after = (NamespaceSetInformer<Pod>) open.core().v1().pods().informer();
    closing.close();
    set.add("b");
    set.add("c");
    assertThat(after.namespaces()).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(before.namespaces()).containsExactly("a");
    assertThat(before.isClosed()).isTrue();
  }

  @Test
  void aBuilderChangedLaterDoesNotChangeWhatItBuilt() {
    SharedInformerFactoryBuilder builder =
        SharedInformerFactory.builder(config).namespace("a").kind(Pod.class, o -> o.namespace("p"));
    SharedInformerFactory first = factory(builder);
    SharedInformerFactory second =
        factory(builder.namespace("b").kind(Pod.class, o -> o.namespace("q")));
    assertThat(first.core().v1().services().scope().namespace()).isEqualTo("a");
    assertThat(first.core().v1().pods().scope().namespace()).isEqualTo("p");
    assertThat(second.core().v1().services().scope().namespace()).isEqualTo("b");
    assertThat(second.core().v1().pods().scope().namespace()).isEqualTo("q");
  }

  /** Pods in a class of one's own. */
  @Group("")
  @Version("v1")
  @Kind("Pod")
  @Plural("pods")
  public static final class OwnPod extends CustomResource<Void, Void> implements Namespaced {
    private static final long serialVersionUID = 1;
  }

  @Test
  void twoClassesForOneKindAreTwoInformers() {
    api.collections.put(PODS, object("a", "one", "3", ""));
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    Informer<Pod> pods = informers.informerFor(Pod.class);
    Informer<OwnPod> own = informers.informerFor(OwnPod.class);
    assertThat(informers.kind(OwnPod.class).scope()).hasToString("pods/v1");
    informers.start();
    pods.awaitSynced(LIMIT);
    own.awaitSynced(LIMIT);
    assertThat(pods.snapshot().list()).hasOnlyElementsOfType(Pod.class).hasSize(1);
    assertThat(own.snapshot().list()).hasOnlyElementsOfType(OwnPod.class).hasSize(1);
  }

  @Test
  void aKindsPlacesHideTheFactorysPlaces() {
    NamespaceSet everybody = NamespaceSet.of("a", "b");
    NamespaceSet few = NamespaceSet.of("c");
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config)
        .namespaces(everybody)
        .kind(Pod.class, o -> o.namespace("only"))
        .kind(Service.class, o -> o.namespaces(few))
        .kind(Secret.class, o -> o.namespaces(few).namespace("")));
    assertThat(namespaces(informers.core().v1().configMaps())).containsExactlyInAnyOrder("a", "b");
    assertThat(namespaces(informers.core().v1().services())).containsExactly("c");
    assertThat(informers.core().v1().pods().scope().namespace()).isEqualTo("only");
    assertThat(informers.core().v1().secrets().scope().namespace()).isEmpty();
    assertThat(informers.core().v1().services().namespace("x").scope().namespace())
        .isEqualTo("x");
    assertThat(informers.core().v1().pods().informer()).isNotInstanceOf(NamespaceSetInformer.class);
  }

  private static Set<String> namespaces(KindInformer<?> kind) {
    return ((NamespaceSetInformer<?>) kind.informer()).namespaces();
  }

  @Test
  void managedFieldsAreKeptUnlessTheyAreToBeStripped() {
    api.collections.put(PODS, object("a", "b", "3", ""));
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    informers.start();
    KindInformer<Pod> pods = informers.core().v1().pods();
    pods.informer().awaitSynced(LIMIT);
    assertThat(pods.informer().lister().namespace("a").get("b").getMetadata().getManagedFields())
        .hasSize(1);
  }

  @Test
  void theLeastTimeOfAWatchCanBeSetAndBookmarksAreAskedFor() throws Exception {
    api.streamsLists = false;
    api.collections.put(PODS, "");
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config)
        .options(o -> o.watchList(WatchListPolicy.NEVER).minWatchTimeout(Duration.ofHours(1))));
    informers.core().v1().pods().informer();
    informers.start();
    server.takeRequest();
    String watch = server.takeRequest().target();
    assertThat(watch).contains("allowWatchBookmarks=true");
    Matcher seconds = Pattern.compile("timeoutSeconds=(\\d+)").matcher(watch);
    assertThat(seconds.find()).isTrue();
    assertThat(Integer.parseInt(seconds.group(1))).isBetween(3600, 7200);
  }

  @Test
  void noBookmarkButTheRightOneEndsTheInitialList() throws Exception {
    api.collections.put(PODS, object("a", "b", "3", ""));
    api.beforeItems = List.of(
        bookmark("4", ""),
        bookmark("5", ",\"annotations\":{\"k8s.io/initial-events-end\":\"false\"}"),
        bookmark("6", ",\"annotations\":{\"other\":\"true\"}"),
        "{\"type\":\"ADDED\",\"object\":" + object("a", "early", "2", "") + "}\n");
    CountDownLatch early = new CountDownLatch(1);
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config)
        .kind(
            Pod.class,
            o -> o.transform(pod -> {
              early.countDown();
              return pod;
            })));
    informers.start();
    Informer<Pod> pods = informers.core().v1().pods().informer();
    assertThat(early.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(pods.isSynced()).isFalse();
    api.itemsMayCome.countDown();
    pods.awaitSynced(LIMIT);
    assertThat(pods.snapshot().keys()).containsExactlyInAnyOrder("a/early", "a/b");
  }

  private static String bookmark(String version, String more) {
    return "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":"
        + "{\"resourceVersion\":\"" + version + "\"" + more + "}}}\n";
  }

  @Test
  void clientsShareTheConnection() throws Exception {
    api.collections.put(PODS, object("a", "b", "3", ""));
    api.collections.put("/version", "");
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    assertThat(informers.client()).isSameAs(informers.client());
    assertThat(informers.client().pods().inAnyNamespace().list().getItems()).hasSize(1);
    assertThat(informers
            .rest()
            .get()
            .path("/version")
            .send()
            .get(60, TimeUnit.SECONDS)
            .code())
        .isEqualTo(200);
    informers.client().close();
    assertThat(informers
            .rest()
            .get()
            .resource(Resource.of(Pod.class))
            .query("limit", "1 & more")
            .send()
            .get(60, TimeUnit.SECONDS)
            .tree()
            .path("items"))
        .hasSize(1);
    assertThatThrownBy(
            () -> informers.rest().get().path("nowhere").send().get(60, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(SourceException.class)
        .hasMessageContaining("get of nowhere at")
        .hasMessageContaining("404");
    assertThatThrownBy(() -> informers
            .rest()
            .get()
            .resource(Resource.of(Pod.class))
            .subresource("status")
            .send())
        .hasMessageContaining("needs the name");
  }
}

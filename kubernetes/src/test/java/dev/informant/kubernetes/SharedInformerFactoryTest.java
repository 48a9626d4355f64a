package dev.informant.kubernetes;

import static dev.informant.kubernetes.FakeApi.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.informer.Deleted;
import dev.informant.informer.NotSyncedException;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.informer.SharedIndexInformer;
import dev.informant.informer.SyncResult;
import dev.informant.kubernetes.informers.ModelKinds;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.kubernetes.transport.ScriptedServer;
import dev.informant.object.LabelSelector;
import dev.informant.source.BackoffPolicy;
import dev.informant.source.SourceException;
import dev.informant.source.WatchListPolicy;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import io.fabric8.kubernetes.api.model.Pod;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
  private static String complaint(SharedIndexInformer<?> informer, String expected) {
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
        var pods = informers.core().v1().pods();
        pods.informer()
            .addIndexer(
                "node", pod -> Stream.ofNullable(pod.getSpec().getNodeName()).toList());
        var registration = pods.informer()
            .addHandler(ResourceEventHandler.<Pod>builder()
                .onAdd((pod, initial) ->
                    seen.add("add " + pod.getMetadata().getName() + " " + initial))
                .onUpdate((before, after) ->
                    seen.add("update " + after.getMetadata().getResourceVersion()))
                .onDelete((Deleted<Pod> deleted) -> seen.add("delete " + deleted.key()))
                .build());
        informers.start();
        registration.awaitSynced(LIMIT);

        assertThat(List.of(seen.take(), seen.take()))
            .containsExactlyInAnyOrder("add web-0 true", "add web-1 true");
        assertThat(pods.informer().indexer().byIndex("node", "worker-7")).hasSize(1);
        Pod web = pods.lister().namespace("prod").get("web-0");
        assertThat(web).isNotNull();
        assertThat(web.getMetadata().getManagedFields()).isEmpty();
        assertThat(pods.lister().list(LabelSelector.everything())).hasSize(2);
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
    Map<Scope, SyncResult> results = informers.awaitSync(LIMIT);
    assertThat(results.values()).as("%d kinds", kinds).allMatch(SyncResult::isSynced);
    assertThat(results).hasSize(kinds);
  }

  @Test
  void theSameScopeIsTheSameInformerAndAnotherIsNot() {
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    SharedIndexInformer<Pod> pods = informers.core().v1().pods().informer();
    assertThat(informers.informerFor(Pod.class)).isSameAs(pods);
    assertThat(informers.core().v1().pods().inNamespace("a").informer()).isNotSameAs(pods);
    assertThat(informers.core().v1().pods().inNamespace("a").informer())
        .isSameAs(informers.kind(Pod.class).inNamespace("a").informer());
    assertThat(informers.core().v1().pods().withLabels("a=b").informer()).isNotSameAs(pods);
    SharedIndexInformer<PartialObjectMetadata> metadata =
        informers.metadata(Pod.class).informer();
    assertThat((Object) metadata).isNotSameAs(pods);
    assertThat(informers.metadata(Pod.class).informer()).isSameAs(metadata);
    assertThat((Object) informers.trees(Resource.of(Pod.class)).informer())
        .isNotSameAs(informers.forResource(Resource.of(Pod.class)).informer());
  }

  @Test
  void readingAKindNobodyWatchesIsAnErrorAndNoWatch() {
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    assertThatThrownBy(() -> informers.core().v1().pods().lister())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("nobody watches pods/v1");
    informers.start();
    assertThat(server.requestsNotTaken()).isZero();
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
    assertThat(informers.awaitSync(LIMIT).get(pods.scope()).isSynced()).isTrue();
    assertThat(pods.lister().namespace("a").get("b")).isNotNull();
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
    assertThat(informers.awaitSync(LIMIT).get(generic.scope()).isSynced()).isTrue();
    var widget = generic.lister().namespace("a").get("w");
    assertThat(widget.getKind()).isEqualTo("Widget");
    assertThat(widget.<Object>get("spec", "size")).isEqualTo(7);
  }

  @Test
  void anInformerNeverStartedSaysSo() {
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    informers.core().v1().pods().informer();
    SyncResult result = informers.awaitSync(LIMIT).values().iterator().next();
    assertThat(result.isSynced()).isFalse();
    assertThat(result.failure()).hasMessageContaining("never started");
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
    informers
        .core()
        .v1()
        .pods()
        .inNamespace("mine")
        .withFields("spec.nodeName=n")
        .informer();
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
  void aReleasedInformerIsClosedAndForgotten() {
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    KindInformer<Pod> pods = informers.core().v1().pods();
    SharedIndexInformer<Pod> first = pods.informer();
    informers.start();
    pods.release();
    assertThat(first.isClosed()).isTrue();
    assertThatThrownBy(pods::lister).isInstanceOf(IllegalStateException.class);
    assertThat(pods.informer()).isNotSameAs(first);
  }

  @Test
  void anInformerRunsUntilTheLastSharerReleasesIt() {
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    KindInformer<Pod> mine = informers.core().v1().pods();
    KindInformer<Pod> yours = informers.core().v1().pods();
    SharedIndexInformer<Pod> shared = mine.informer();
    assertThat(mine.informer()).isSameAs(shared);
    assertThat(yours.informer()).isSameAs(shared);
    informers.start();
    mine.release();
    mine.release();
    assertThat(shared.isClosed()).isFalse();
    assertThat(mine.lister()).isNotNull();
    informers.core().v1().services().release();
    informers.core().v1().pods().inNamespace("other").release();
    assertThat(shared.isClosed()).isFalse();
    yours.release();
    assertThat(shared.isClosed()).isTrue();
    assertThat(informers.all()).isEmpty();
  }

  @Test
  void aShareCanBeGivenBackThroughAnotherAccessorOfTheSameScope() {
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    SharedIndexInformer<Pod> shared = informers.core().v1().pods().informer();
    KindInformer<Pod> kept = informers.kind(Pod.class);
    assertThat(kept.informer()).isSameAs(shared);
    informers.core().v1().pods().release();
    assertThat(shared.isClosed()).as("the other share holds it").isFalse();
    informers.core().v1().pods().release();
    assertThat(shared.isClosed()).isTrue();
    kept.release();
    SharedIndexInformer<Pod> next = kept.informer();
    assertThat(next).isNotSameAs(shared);
    informers.core().v1().pods().release();
    assertThat(next.isClosed()).isTrue();
    informers.core().v1().pods().release();
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
    assertThat(informers.awaitSync(forEver).values()).allMatch(SyncResult::isSynced);
    var registration =
        pods.inNamespaces("a").addHandler(ResourceEventHandler.<Pod>builder().build());
    registration.awaitSynced(forEver);
    assertThat(registration.isSynced()).isTrue();
  }

  @Test
  void aSetOfNamespacesAsksForEachOfThem() throws Exception {
    api.collections.put("/api/v1/namespaces/a/pods", object("a", "one", "3", ""));
    api.collections.put("/api/v1/namespaces/b/pods", object("b", "two", "4", ""));
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    informers.start();
    NamespaceSetInformer<Pod> pods = informers.core().v1().pods().inNamespaces("a");
    pods.awaitSynced(LIMIT);
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    var registration = pods.addHandler(ResourceEventHandler.<Pod>builder()
        .onAdd((pod, initial) -> seen.add("add " + pod.getMetadata().getName()))
        .onDelete(deleted -> seen.add("delete " + deleted.key()))
        .build());
    pods.addNamespace("b");
    registration.awaitSynced(LIMIT);
    assertThat(List.of(seen.take(), seen.take())).containsExactlyInAnyOrder("add one", "add two");
    assertThat(pods.lister().namespace("b").get("two")).isNotNull();
    pods.removeNamespace("a").get(60, TimeUnit.SECONDS);
    assertThat(seen.take()).isEqualTo("delete a/one");
    assertThat(informers.all()).hasSize(1);
    assertThatThrownBy(() -> informers.core().v1().nodes().inNamespaces("a"))
        .hasMessageContaining("nodes/v1 is not in namespaces");
  }

  @Test
  void aClosedFactoryRefusesWithAReason() {
    SharedInformerFactory informers = SharedInformerFactory.builder(config).build();
    SharedIndexInformer<Pod> pods = informers.core().v1().pods().informer();
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
    assertThat(informers.awaitSync(LIMIT).get(pods.scope()).isSynced()).isTrue();
    assertThat(pods.lister().namespace("a").get("b").getMetadata().getUid()).isEqualTo("u");
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
    NamespaceSetInformer<Pod> pods = informers.core().v1().pods().inNamespaceSet();
    pods.awaitSynced(LIMIT);
    assertThat(pods.indexer().keys()).containsExactly("a/one");
    set.set(List.of("b")).get(60, TimeUnit.SECONDS);
    pods.awaitSynced(LIMIT);
    assertThat(pods.indexer().keys()).containsExactly("b/two");
    // Who comes later begins with the set as it is.
    var services = informers.core().v1().services().inNamespaceSet();
    services.awaitSynced(LIMIT);
    assertThat(services.indexer().keys()).containsExactly("b/svc");
    informers.core().v1().nodes().informer().awaitSynced(LIMIT);

    assertThatThrownBy(() -> informers.core().v1().pods().informer())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("inNamespaceSet()");
    assertThatThrownBy(() -> pods.addNamespace("c"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("NamespaceSet");
    pods.close();
    set.add("a");
    assertThat(pods.namespaces()).doesNotContain("a");
  }

  @Test
  void aClosedFactoryFollowsItsNamespacesNoLongerAndOthersDo() {
    NamespaceSet set = NamespaceSet.of("a");
    SharedInformerFactory closing =
        factory(SharedInformerFactory.builder(config).namespaces(set));
    SharedInformerFactory open = factory(SharedInformerFactory.builder(config).namespaces(set));
    var before = closing.core().v1().pods().inNamespaceSet();
    var after = open.core().v1().pods().inNamespaceSet();
    closing.close();
    set.add("b");
    set.add("c");
    assertThat(after.namespaces()).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(before.namespaces()).containsExactly("a");
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
    SharedIndexInformer<Pod> pods = informers.informerFor(Pod.class);
    SharedIndexInformer<OwnPod> own = informers.informerFor(OwnPod.class);
    assertThat(informers.kind(OwnPod.class).scope()).hasToString("pods/v1");
    informers.start();
    pods.awaitSynced(LIMIT);
    own.awaitSynced(LIMIT);
    assertThat(pods.indexer().list()).hasOnlyElementsOfType(Pod.class).hasSize(1);
    assertThat(own.indexer().list()).hasOnlyElementsOfType(OwnPod.class).hasSize(1);
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
    assertThat(informers.core().v1().configMaps().inNamespaceSet().namespaces())
        .containsExactlyInAnyOrder("a", "b");
    assertThat(informers.core().v1().services().inNamespaceSet().namespaces()).containsExactly("c");
    assertThat(informers.core().v1().pods().scope().namespace()).isEqualTo("only");
    assertThat(informers.core().v1().secrets().scope().namespace()).isEmpty();
    assertThat(informers.core().v1().services().inNamespace("x").scope().namespace())
        .isEqualTo("x");
    assertThatThrownBy(() -> informers.core().v1().pods().inNamespaceSet())
        .hasMessageContaining("no set of namespaces is said for pods/v1");
  }

  @Test
  void managedFieldsAreKeptUnlessTheyAreToBeStripped() {
    api.collections.put(PODS, object("a", "b", "3", ""));
    SharedInformerFactory informers = factory(SharedInformerFactory.builder(config));
    informers.start();
    KindInformer<Pod> pods = informers.core().v1().pods();
    pods.informer().awaitSynced(LIMIT);
    assertThat(pods.lister().namespace("a").get("b").getMetadata().getManagedFields())
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
    SharedIndexInformer<Pod> pods = informers.core().v1().pods().informer();
    assertThat(early.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(pods.hasSynced()).isFalse();
    api.itemsMayCome.countDown();
    pods.awaitSynced(LIMIT);
    assertThat(pods.indexer().keys()).containsExactlyInAnyOrder("a/early", "a/b");
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

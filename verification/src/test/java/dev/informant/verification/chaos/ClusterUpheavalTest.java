package dev.informant.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.informer.Informer;
import dev.informant.informer.InformerEvent;
import dev.informant.informer.InformerObserver;
import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.Kubeconfig;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.source.BackoffPolicy;
import dev.informant.verification.controlplane.Binaries;
import dev.informant.verification.controlplane.ControlPlane;
import dev.informant.verification.controlplane.RealCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What happens to clusters, on a control plane of its own, with controllers. */
@RealCluster
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 12, unit = TimeUnit.MINUTES)
class ClusterUpheavalTest {
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final Duration FIRST_CUT = Duration.ofSeconds(8);
  private static final int PATIENCE = 120_000; // of the test's own client
  private static final BackoffPolicy QUICK = new BackoffPolicy(
      Duration.ofMillis(50), 2, Duration.ofSeconds(1), 0.2, Duration.ofSeconds(10));
  private static final AtomicInteger NAMES = new AtomicInteger();

  private final List<AutoCloseable> closeables = new ArrayList<>();
  private ControlPlane plane;
  private FaultProxy line;
  private KubernetesClient client;
  private String namespace;

  @BeforeAll
  void startCluster() throws Exception {
    plane = ControlPlane.start(Binaries.find().orElseThrow());
    plane.startControllerManager();
    line = new FaultProxy("127.0.0.1", plane.url(0).getPort());
    Config patient = Kubeconfig.load(plane.kubeconfig(0));
    patient.setConnectionTimeout(PATIENCE);
    patient.setRequestTimeout(PATIENCE);
    client = new KubernetesClientBuilder().withConfig(patient).build();
  }

  @AfterAll
  void stopCluster() throws Exception {
    if (client != null) {
      client.close();
      line.close();
      plane.close();
    }
  }

  @BeforeEach
  void makeNamespace() {
    nextCut = 0;
    namespace = "upheaval-" + NAMES.incrementAndGet();
    client
        .resource(new NamespaceBuilder()
            .withNewMetadata()
            .withName(namespace)
            .endMetadata()
            .build())
        .create();
  }

  private long lastCut = System.nanoTime();
  private long nextCut;

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable closeable : closeables) {
      closeable.close();
    }
    closeables.clear();
    line.mend();
  }

  @Test
  void rolledDeploymentsEndAlikeInCacheAndCluster() throws Exception {
    SharedInformerFactory informers = informers(plane.adminToken(), InformerObserver.NONE);
    var deployments = followed(informers.apps().v1().deployments().namespace(namespace));
    var sets = followed(informers.apps().v1().replicaSets().namespace(namespace));
    var pods = followed(informers.core().v1().pods().namespace(namespace));
    Deployment web = client.resource(deployment("web", "web:0")).create();
    for (int release = 1; release <= 3; release++) {
      String image = "web:" + release;
      client
          .apps()
          .deployments()
          .inNamespace(namespace)
          .withName("web")
          .patch(
              PatchContext.of(PatchType.STRATEGIC_MERGE),
              """
              {"spec": {"template": {"spec": {"containers": [{"name": "web", "image": "%s"}]}}}}
              """.formatted(image)); // no version: the controller writes, too
      eventually("the cache shows ten pods of " + image, () -> {
        List<Pod> cached = pods.informer().snapshot().list();
        return cached.size() == 10
            && cached.stream()
                .allMatch(pod -> pod.getSpec().getContainers().get(0).getImage().equals(image));
      });
    }
    assertThat(web.getMetadata().getName()).isEqualTo("web");
    agrees(
        deployments,
        () -> client.apps().deployments().inNamespace(namespace).list().getItems());
    agrees(sets, () -> client.apps().replicaSets().inNamespace(namespace).list().getItems());
    agrees(pods, () -> client.pods().inNamespace(namespace).list().getItems());
    client.apps().deployments().inNamespace(namespace).withName("web").delete();
    eventually(
        "everything it owned has left the cache",
        () ->
            pods.informer().snapshot().size() == 0 && sets.informer().snapshot().size() == 0);
    assertThat(pods.follower().wrong()).isEmpty();
  }

  @Test
  void aDeletedNamespaceLeavesTheCacheWithOneDeleteForEachObject() throws Exception {
    SharedInformerFactory informers = informers(plane.adminToken(), InformerObserver.NONE);
    var maps = followed(informers.core().v1().configMaps());
    for (int i = 0; i < 20; i++) {
      write("map-" + i, "v");
    }
    eventually("all are cached", () -> cachedIn(maps) >= 20);
    client.namespaces().withName(namespace).delete();
    eventually("none is cached", () -> cachedIn(maps) == 0);
    eventually(
        "each was told",
        () -> maps.follower().deletes().keySet().stream()
                .filter(key -> key.startsWith(namespace + "/map-"))
                .count()
            == 20);
    assertThat(maps.follower().deletes())
        .allSatisfy((key, times) -> assertThat(times).isEqualTo(1));
    assertThat(maps.follower().wrong()).isEmpty();
  }

  private long cachedIn(Followed<ConfigMap> maps) {
    return maps.informer().snapshot().keys().stream()
        .filter(key -> key.startsWith(namespace + "/"))
        .count();
  }

  @Test
  void customKindsComeAndGoUnderARunningInformer() throws Exception {
    String group = namespace + ".example.com";
    Resource widgets = new Resource(group, "v1", "widgets", "Widget", /* namespaced= */ true);
    SharedInformerFactory informers = informers(plane.adminToken(), InformerObserver.NONE);
    Followed<GenericKubernetesResource> kind = followed(informers.forResource(widgets));
    for (int round = 1; round <= 2; round++) {
      apply(definition(group));
      String name = "w" + round;
      eventually("a widget can be made", () -> {
        try {
          apply("apiVersion: " + group + "/v1\nkind: Widget\nmetadata: {name: " + name
              + ", namespace: " + namespace + "}\nspec: {size: 1}\n");
          return true;
        } catch (java.io.IOException notServedYet) {
          return false;
        }
      });
      eventually("it is cached", () -> kind.informer().snapshot().contains(namespace + "/" + name));
      plane.kubectl("delete", "crd", "widgets." + group);
      eventually("it has left with its kind", () -> kind.informer().snapshot().size() == 0);
    }
    eventually("both deletes were told", () -> kind.follower().deletes().size() == 2);
    eventually("the state names the missing kind", () -> {
      cutNowAndThen(); // the server leaves the last watch open for minutes
      Throwable cause = kind.informer().state().cause();
      return cause != null && cause.getMessage().contains("no longer served");
    });
    assertThat(kind.follower().wrong()).isEmpty();
  }

  @Test
  void withdrawnRightsAreToldAndReturnedRightsAreUsed() throws Exception {
    grant();
    write("before", "1");
    SharedInformerFactory informers = informers(plane.guestToken(), InformerObserver.NONE);
    var maps = followed(informers.core().v1().configMaps().namespace(namespace));
    maps.informer().awaitSynced(LIMIT);
    plane.kubectl("delete", "rolebinding", "reader", "-n", namespace);
    eventually("the refusal is told", () -> {
      cutNowAndThen();
      Throwable cause = maps.informer().state().cause();
      return cause != null && cause.getMessage().contains("forbidden");
    });
    assertThat(maps.informer().snapshot().contains(namespace + "/before")).isTrue();
    write("meanwhile", "2");
    client.configMaps().inNamespace(namespace).withName("before").delete();
    grant();
    agrees(maps, () -> client.configMaps().inNamespace(namespace).list().getItems());
    assertThat(maps.follower().deletes()).containsEntry(namespace + "/before", 1);
  }

  @Test
  void aKilledApiServerIsSurvived() throws Exception {
    SharedInformerFactory informers = informers(plane.adminToken(), InformerObserver.NONE);
    var maps = followed(informers.core().v1().configMaps().namespace(namespace));
    write("kept", "1");
    write("removed", "1");
    eventually(
        "both are cached", () -> maps.informer().snapshot().contains(namespace + "/removed"));
    plane.killApiServer(0);
    eventually("the outage is told", () -> maps.informer().state().cause() != null);
    assertThat(maps.informer().snapshot().contains(namespace + "/kept")).isTrue();
    plane.restartApiServer(0);
    write("kept", "2");
    client.configMaps().inNamespace(namespace).withName("removed").delete();
    write("new", "1");
    agrees(maps, () -> client.configMaps().inNamespace(namespace).list().getItems());
    assertThat(maps.follower().wrong()).isEmpty();
  }

  @Test
  void aForcedCompactionBringsARelistAndNoMissedDelete() throws Exception {
    AtomicInteger lists = new AtomicInteger();
    SharedInformerFactory informers = informers(plane.adminToken(), event -> {
      if (event instanceof InformerEvent.Listed) {
        lists.incrementAndGet();
      }
    });
    var maps = followed(informers.core().v1().configMaps().namespace(namespace));
    write("removed", "1");
    write("changed", "1");
    eventually(
        "both are cached", () -> maps.informer().snapshot().contains(namespace + "/changed"));
    line.refuse(true);
    line.cutAll();
    client.configMaps().inNamespace(namespace).withName("removed").delete();
    for (int i = 0; i < 10; i++) {
      write("changed", "x" + i);
    }
    int before = lists.get();
    compactEverything();
    plane.killApiServer(0); // its cache of past changes goes with it
    plane.restartApiServer(0);
    line.refuse(false);
    agrees(maps, () -> client.configMaps().inNamespace(namespace).list().getItems());
    assertThat(lists.get()).isGreaterThan(before);
    assertThat(maps.follower().deletes()).containsEntry(namespace + "/removed", 1);
    assertThat(maps.follower().wrong()).isEmpty();
  }

  @Test
  void aClientSwitchedBetweenApiServersNeverGoesBack() throws Exception {
    int second = plane.startApiServer();
    SharedInformerFactory informers = informers(plane.adminToken(), InformerObserver.NONE);
    var maps = followed(informers.core().v1().configMaps().namespace(namespace));
    maps.informer().awaitSynced(LIMIT);
    for (int round = 0; round < 12; round++) {
      for (int i = 0; i < 5; i++) {
        write("map-" + i, round + "");
      }
      client.configMaps().inNamespace(namespace).withName("map-" + round % 5).delete();
      line.switchTo("127.0.0.1", plane.url(round % 2 == 0 ? second : 0).getPort());
      line.cutAll();
    }
    line.switchTo("127.0.0.1", plane.url(0).getPort());
    agrees(maps, () -> client.configMaps().inNamespace(namespace).list().getItems());
    assertThat(maps.follower().wrong()).isEmpty();
  }

  // ---- how it is done

  /** An informer, and a handler at it. */
  private record Followed<T extends HasMetadata>(Informer<T> informer, Follower<T> follower) {}

  private SharedInformerFactory informers(String token, InformerObserver observer)
      throws Exception {
    Path file = plane.kubeconfig(0, URI.create("https://127.0.0.1:" + line.port()), token);
    SharedInformerFactory informers = SharedInformerFactory.builder(Kubeconfig.load(file))
        .options(options -> options.backoff(QUICK).observer(resource -> observer))
        .build();
    closeables.add(informers);
    informers.start();
    return informers;
  }

  private static <T extends HasMetadata> Followed<T> followed(KindInformer<T> kind) {
    Follower<T> follower = new Follower<>();
    kind.informer().addHandler(follower);
    return new Followed<>(kind.informer(), follower);
  }

  /** Cache and handler come to hold what the server holds. */
  private static <T extends HasMetadata> void agrees(Followed<T> followed, Callable<List<T>> server)
      throws Exception {
    eventually("cache and handler hold what the server holds", () -> {
      Map<String, Long> expected = versions(server.call());
      return versions(followed.informer().snapshot().list()).equals(expected)
          && followed.follower().told().equals(expected);
    });
    assertThat(followed.follower().wrong()).isEmpty();
  }

  private static Map<String, Long> versions(List<? extends HasMetadata> objects) {
    Map<String, Long> versions = new HashMap<>();
    objects.forEach(object -> versions.put(Follower.key(object), Follower.version(object)));
    return versions;
  }

  private void write(String name, String value) {
    client
        .resource(new ConfigMapBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(namespace)
            .endMetadata()
            .withData(Map.of("value", value))
            .build())
        .serverSideApply();
  }

  private Deployment deployment(String name, String image) {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(namespace)
        .endMetadata()
        .withNewSpec()
        .withReplicas(10)
        .withNewStrategy()
        .withType("Recreate")
        .endStrategy()
        .withNewSelector()
        .addToMatchLabels("app", name)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .addToLabels("app", name)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("web")
        .withImage(image)
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  private static String definition(String group) {
    return """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: widgets.%s}
        spec:
          group: %s
          scope: Namespaced
          names: {kind: Widget, plural: widgets}
          versions:
          - name: v1
            served: true
            storage: true
            schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
        """.formatted(group, group);
  }

  private void grant() throws Exception {
    apply("""
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata: {name: reader, namespace: %1$s}
        rules: [{apiGroups: [""], resources: [configmaps], verbs: [get, list, watch]}]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: reader, namespace: %1$s}
        subjects: [{kind: User, name: %2$s, apiGroup: rbac.authorization.k8s.io}]
        roleRef: {kind: Role, name: reader, apiGroup: rbac.authorization.k8s.io}
        """.formatted(namespace, ControlPlane.GUEST));
  }

  private void apply(String yaml) throws Exception {
    Path file = Files.createTempFile(plane.directory(), "apply", ".yaml");
    Files.writeString(file, yaml);
    plane.kubectl("apply", "-f", file.toString());
  }

  private void compactEverything() throws Exception {
    JsonNode range = etcd("/v3/kv/range", "{\"key\":\"AA==\"}");
    String revision = range.path("header").path("revision").asText();
    etcd("/v3/kv/compaction", "{\"revision\":\"" + revision + "\",\"physical\":true}");
  }

  private JsonNode etcd(String path, String body) throws Exception {
    HttpResponse<String> answer = HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(plane.etcdUrl().resolve(path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return RawApi.JSON.readTree(answer.body());
  }

  /** Not always: a request needs the time to be answered, on a slow machine a long one. */
  private void cutNowAndThen() {
    long now = System.nanoTime();
    if (now - lastCut > nextCut) {
      lastCut = now;
      nextCut = nextCut == 0 ? FIRST_CUT.toNanos() : 2 * nextCut;
      line.cutAll();
    }
  }

  private static void eventually(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    CountDownLatch never = new CountDownLatch(1);
    while (!condition.call()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("not within " + LIMIT + ": " + what);
      }
      never.await(50, TimeUnit.MILLISECONDS);
    }
  }
}

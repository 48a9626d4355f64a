package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.ApiServer;
import dev.informant.kubernetes.codec.DecodeException;
import dev.informant.kubernetes.codec.HasMetadataAccessor;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.store.Indexer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every example runs, against the embedded server. */
@Timeout(180)
@SuppressWarnings("try") // some only have to be open
class ExamplesTest {
  private final ApiServer server = ApiServer.builder().plainHttp().start();
  private final KubernetesClient client = new KubernetesClientBuilder()
      .withConfig(new ConfigBuilder(Config.empty())
          .withMasterUrl(server.url())
          .withOauthToken(server.token())
          .build())
      .build();
  private final BlockingQueue<String> printed = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private void pod(String name, String node) {
    client
        .resource(new PodBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace("default")
            .endMetadata()
            .withNewSpec()
            .withNodeName(node)
            .addNewContainer()
            .withName("c")
            .withImage("i")
            .endContainer()
            .endSpec()
            .build())
        .create();
  }

  private String printed() throws InterruptedException {
    return printed.poll(60, TimeUnit.SECONDS);
  }

  private static void eventually(BooleanSupplier condition) throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    for (int i = 0; i < 6000 && !condition.getAsBoolean(); i++) {
      never.await(10, TimeUnit.MILLISECONDS);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  @Test
  void podsAreCountedByNode() {
    pod("a", "one");
    pod("b", "two");
    pod("c", "two");
    try (PodsByNode pods = new PodsByNode(client)) {
      assertThat(pods.counts()).containsEntry("one", 1).containsEntry("two", 2);
      assertThat(pods.on("two")).hasSize(2);
      assertThat(pods.running("i")).hasSize(3);
    }
  }

  @Test
  void aKindWithoutAClassIsFollowed() throws Exception {
    Resource maps = Resource.of(ConfigMap.class);
    try (var example = new CustomResourceWithoutAClass(client, maps, printed::add)) {
      map("m");
      String line = printed();
      while (line != null && !line.equals("+ default/m")) {
        line = printed();
      }
      assertThat(line).isEqualTo("+ default/m");
      client.configMaps().inNamespace("default").withName("m").delete();
      assertThat(printed()).isEqualTo("- default/m");
    }
  }

  @Test
  void thePartsOfAnInformerAreUsedOnTheirOwn() throws Exception {
    pod("a", "one");
    var store = Indexer.<Pod>builder(HasMetadataAccessor.instance()).build();
    var reflected = new AtomicReference<Indexer<Pod>>();
    try (var parts = new PartsOfAnInformer(client.getConfiguration())) {
      assertThat(parts.list().get(60, TimeUnit.SECONDS).items()).isEmpty(); // none is labelled
      try (var processing = parts.process(printed::add)) {
        assertThat(printed()).isEqualTo("all pods: 1");
        pod("b", "two");
        assertThat(printed()).isEqualTo("Added default/b");
      }
      try (var handling = parts.handle(store, printed::add)) {
        assertThat(List.of(printed(), printed())).containsExactlyInAnyOrder("+ a", "+ b");
        client.pods().inNamespace("default").withName("b").withGracePeriod(0).delete();
        assertThat(printed()).isEqualTo("- default/b");
        assertThat(store.keys()).containsExactly("default/a");
      }
      try (var reflecting = parts.reflect(reflected::set)) {
        eventually(reflecting::hasSynced);
        assertThat(reflected.get().byIndex(Indexer.NAMESPACE_INDEX, "default")).hasSize(1);
      }
    }
  }

  @Test
  void anAdapterKeepsItsStoreInStepAndReceivesTheEndsOfLists() throws Exception {
    var gone = new ConfigMapBuilder()
        .withNewMetadata()
        .withName("gone")
        .withNamespace("default")
        .withUid("u")
        .withResourceVersion("1")
        .endMetadata()
        .build();
    map("there");
    try (var adapter = new StoreAdapter(client.getConfiguration(), List.of(gone), printed::add)) {
      assertThat(printed()).isEqualTo("+ default/gone");
      assertThat(printed()).isEqualTo("list started");
      List<String> added = new ArrayList<>();
      for (String line = printed(); !"list complete".equals(line); line = printed()) {
        added.add(line);
      }
      assertThat(added).contains("+ default/there");
      assertThat(adapter.versions()).containsKey("default/there").doesNotContainKey("default/gone");
      adapter.stop().get(60, TimeUnit.SECONDS);
      map("unseen");
      assertThat(adapter.versions()).doesNotContainKey("default/unseen");
    }
  }

  private void map(String name) {
    client
        .resource(new ConfigMapBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace("default")
            .endMetadata()
            .build())
        .create();
  }

  @Test
  void metadataIsCounted() {
    for (int i = 0; i < 3; i++) {
      pod("p" + i, "n");
    }
    assertThat(MetadataCount.byNamespace(client, Pod.class)).containsEntry("default", 3);
  }

  @Test
  void theControllerKeepsItsAnnotationRight() throws Exception {
    var deployments = client.apps().deployments().inNamespace("default");
    deployment("before", 3);
    try (var controller = new ReplicasController(client, 2)) {
      deployment("after", 1);
      eventually(() -> "3".equals(annotation("before")) && "1".equals(annotation("after")));
      deployments
          .withName("after")
          .edit(found ->
              new DeploymentBuilder(found).editSpec().withReplicas(5).endSpec().build());
      eventually(() -> "5".equals(annotation("after")));
    }
  }

  private void deployment(String name, int replicas) {
    client
        .resource(new DeploymentBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace("default")
            .endMetadata()
            .withNewSpec()
            .withReplicas(replicas)
            .withNewSelector()
            .addToMatchLabels("app", name)
            .endSelector()
            .withNewTemplate()
            .withNewMetadata()
            .addToLabels("app", name)
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("c")
            .withImage("i")
            .endContainer()
            .endSpec()
            .endTemplate()
            .endSpec()
            .build())
        .create();
  }

  private String annotation(String name) {
    return client
        .apps()
        .deployments()
        .inNamespace("default")
        .withName(name)
        .get()
        .getMetadata()
        .getAnnotations()
        .get(ReplicasController.ANNOTATION);
  }

  @Test
  void namespacesComeAndGo() throws Exception {
    service("kube-public", "a");
    service("kube-system", "b");
    try (var services = new SeveralNamespaces(client, printed::add, "kube-public")) {
      assertThat(printed()).isEqualTo("+ a");
      services.follow(List.of("kube-system"));
      assertThat(List.of(printed(), printed())).containsExactlyInAnyOrder("- kube-public/a", "+ b");
      assertThat(services.all()).hasSize(1);
    }
  }

  private void service(String namespace, String name) {
    client
        .resource(new ServiceBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(namespace)
            .endMetadata()
            .withNewSpec()
            .addNewPort()
            .withPort(80)
            .endPort()
            .endSpec()
            .build())
        .create();
  }

  @Test
  void theMirrorHoldsWhatTheClusterHolds() throws Exception {
    pod("a", "one");
    try (var mirror = new MirrorToRecords(client)) {
      assertThat(mirror.pods().get("default/a").node()).isEqualTo("one");
      pod("b", "two");
      eventually(() -> mirror.pods().containsKey("default/b"));
      client.pods().inNamespace("default").withName("a").withGracePeriod(0).delete();
      eventually(() -> !mirror.pods().containsKey("default/a"));
    }
  }

  @Test
  void theOfficialClientsModelsAreFollowed() throws Exception {
    pod("a", "one");
    try (var pods = new ClientJavaPods(client, printed::add)) {
      assertThat(printed()).isEqualTo("+ one");
      V1Pod cached = pods.pod("default", "a");
      assertThat(cached.getKind()).isEqualTo("Pod");
      Pod truth = client.pods().inNamespace("default").withName("a").get();
      assertThat(cached.getMetadata().getUid()).isEqualTo(truth.getMetadata().getUid());
      assertThat(cached.getMetadata().getResourceVersion())
          .isEqualTo(truth.getMetadata().getResourceVersion());
      assertThat(cached)
          .isEqualTo(
              JSON.deserialize(client.getKubernetesSerialization().asJson(truth), V1Pod.class));
      client.pods().inNamespace("default").withName("a").withGracePeriod(0).delete();
      assertThat(printed()).isEqualTo("- default/a");
    }
  }

  @Test
  void whatTheOfficialClientCannotReadIsRefusedWithoutBeingQuoted() {
    var codec = new ClientJavaCodec<>(V1Pod.class, Resource.of(Pod.class).type());
    for (String bad : List.of("[]", "{\"spec\":\"s3cr3t\"}", "{\"metadata\":", "7")) {
      byte[] bytes = bad.getBytes(java.nio.charset.StandardCharsets.UTF_8);
      assertThatThrownBy(() -> codec.decode(bytes, 0, bytes.length))
          .isInstanceOf(DecodeException.class)
          .hasMessageNotContaining("s3cr3t");
    }
  }
}

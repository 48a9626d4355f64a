package consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.informant.apiserver.faults.Faults;
import dev.informant.apiserver.junit.ApiServerTest;
import dev.informant.informer.Informer;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transforms;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Version;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The library with the release of fabric8 that the application has pinned. */
@ApiServerTest(tls = true)
class Fabric8Test {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Test
  void thePinnedReleaseIsUsed() {
    assertThat(System.getProperty("basedir")).endsWith(Version.clientVersion());
  }

  @Test
  void syncsAndWatchesThroughLostConnections(KubernetesClient client, Faults faults) {
    client.resource(pod("first")).create();
    try (var informers = SharedInformerFactory.builder(client)
        .kind(Pod.class, options -> options.transform(Transforms.stripManagedFields()))
        .build()) {
      Informer<Pod> pods = informers.core().v1().pods().informer();
      informers.start();
      pods.awaitSynced(LIMIT);
      for (String name : List.of("second", "third", "fourth")) {
        client.resource(pod(name)).create();
        await().atMost(LIMIT).until(() -> pods.lister().get("default/" + name) != null);
        faults.closeWatches();
      }
      client.resource(pod("first")).delete();
      await().atMost(LIMIT).until(() -> pods.lister().list().size() == 3);
    }
  }

  @Test
  void objectsAreEqualToThoseOfJackson(KubernetesClient client) {
    client.resource(pod("first")).create();
    client.resource(deployment()).create();
    client
        .resource(new ConfigMapBuilder()
            .withNewMetadata().withName("m").withNamespace("default").endMetadata()
            .addToData("key", "va\"lue\u00e4")
            .build())
        .create();
    try (var informers = SharedInformerFactory.builder(client).build()) {
      Informer<Pod> pods = informers.core().v1().pods().informer();
      Informer<Deployment> deployments = informers.apps().v1().deployments().informer();
      var maps = informers.core().v1().configMaps().informer();
      var namespaces = informers.core().v1().namespaces().informer();
      informers.start();
      informers.awaitSynced(LIMIT);
      equal(pods, client.pods().inAnyNamespace().list().getItems());
      equal(deployments, client.apps().deployments().inAnyNamespace().list().getItems());
      equal(maps, client.configMaps().inAnyNamespace().list().getItems());
      equal(namespaces, client.namespaces().list().getItems());
    }
  }

  private static <T extends HasMetadata> void equal(Informer<T> informer, List<T> listed) {
    assertThat(listed).isNotEmpty();
    assertThat(informer.lister().list()).containsExactlyInAnyOrderElementsOf(listed);
  }

  @Test
  void aKindThatTheReleaseLacksGivesAMessageWithItsVersion(KubernetesClient client)
      throws Exception {
    try (var informers = SharedInformerFactory.builder(client).build()) {
      Object kinds = informers.scheduling().v1alpha2(); // neither in older nor in later releases
      var workloads = kinds.getClass().getMethod("workloads");
      assertThatThrownBy(() -> workloads.invoke(kinds))
          .cause()
          .hasMessageContaining("fabric8 " + Version.clientVersion())
          .hasMessageContaining("Workload");
    }
  }

  @Test
  void metadataAloneIsReadOrRefusedWithAMessage(KubernetesClient client) {
    boolean supported = true;
    try {
      Class.forName("io.fabric8.kubernetes.api.model.PartialObjectMetadata");
    } catch (ClassNotFoundException older) {
      supported = false;
    }
    try (var informers = SharedInformerFactory.builder(client).build()) {
      if (supported) {
        informers.metadata(Pod.class).informer();
        informers.start();
        informers.awaitSynced(LIMIT);
      } else {
        assertThatThrownBy(() -> informers.metadata(Pod.class))
            .hasMessageContaining("fabric8 " + Version.clientVersion());
      }
    }
  }

  private static Pod pod(String name) {
    return new PodBuilder()
        .withNewMetadata().withName(name).withNamespace("default").addToLabels("app", name).endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .withImage("image")
        .withNewResources().addToRequests("cpu", new Quantity("100m")).endResources()
        .endContainer()
        .endSpec()
        .build();
  }

  private static Deployment deployment() {
    return new DeploymentBuilder()
        .withNewMetadata().withName("d").withNamespace("default").endMetadata()
        .withNewSpec()
        .withReplicas(2)
        .withNewSelector().withMatchLabels(Map.of("app", "d")).endSelector()
        .withTemplate(null)
        .withNewTemplate()
        .withNewMetadata().addToLabels("app", "d").endMetadata()
        .withSpec(pod("x").getSpec())
        .endTemplate()
        .endSpec()
        .build();
  }
}

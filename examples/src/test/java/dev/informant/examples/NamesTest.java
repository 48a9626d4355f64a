package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import dev.informant.informer.Index;
import dev.informant.informer.Informer;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program with fabric8's client and our factory needs no qualified name: that it compiles is the test. */
final class NamesTest {
  @Test
  @Timeout(60)
  void ourFactoryAndFabric8sClientAreUsedTogetherWithoutQualifiedNames() {
    try (ApiServer server = ApiServer.start();
        KubernetesClient client = new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(server.kubeconfig()))
            .build();
        SharedInformerFactory informers = SharedInformerFactory.builder(client).build()) {
      Informer<ConfigMap> maps =
          informers.core().v1().configMaps().namespace("default").informer();
      Index<ConfigMap> byName = maps.index("name", map -> map.getMetadata().getName());
      ConfigMap made = client
          .configMaps()
          .inNamespace("default")
          .resource(new ConfigMapBuilder()
              .withNewMetadata()
              .withName("m")
              .endMetadata()
              .build())
          .create();
      informers.start();
      informers.awaitSynced(Duration.ofSeconds(30));
      assertThat(byName.keys("m")).containsExactly(SharedInformerFactory.keyOf(made));
    }
  }
}

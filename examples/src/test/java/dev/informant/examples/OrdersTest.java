package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.faults.Fault;
import dev.informant.apiserver.faults.Faults;
import dev.informant.apiserver.junit.ApiServerTest;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The test that docs/testing.md shows. */
@ApiServerTest
class OrdersTest {
  @Test
  void survivesAServerThatFailsTwice(ApiServer server, Faults faults, KubernetesClient client) {
    faults.add(Fault.status(503).verb("list").resource("configmaps").times(2));
    client
        .configMaps()
        .inNamespace("default")
        .resource(
            new ConfigMapBuilder().withNewMetadata().withName("a").endMetadata().build())
        .create();
    try (var orders = new Orders(client)) { // your program
      orders.awaitSynced(Duration.ofSeconds(60));
      assertThat(orders.known()).containsExactly("a");
    }
  }
}

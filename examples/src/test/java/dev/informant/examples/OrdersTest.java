package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

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
  void survivesAServerThatFailsTwice(Faults faults, KubernetesClient client) {
    client
        .configMaps()
        .inNamespace("default")
        .resource(
            new ConfigMapBuilder().withNewMetadata().withName("a").endMetadata().build())
        .create();
    faults.add(Fault.status(503).resource("configmaps").times(2));
    try (var orders = new Orders(client)) { // your program
      orders.awaitSynced(Duration.ofSeconds(60));
      assertThat(orders.known()).containsExactly("a");
    }
    assertThat(faults.hits()).isEqualTo(2);
  }
}

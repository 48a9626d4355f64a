package dev.informant.verification.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.faults.Fault;
import dev.informant.apiserver.faults.Faults;
import dev.informant.apiserver.junit.ApiServerTest;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** fabric8's client as a parameter of {@link ApiServerTest}: it is of the same server as the faults. */
@ApiServerTest
@Timeout(120)
class InjectedClientTest {
  @Test
  void theClientIsOfTheServerWhoseFaultsAreTurned(
      ApiServer server, Faults faults, KubernetesClient client) {
    assertThat(client.getMasterUrl().toString()).startsWith(server.url());
    client
        .configMaps()
        .inNamespace("default")
        .resource(
            new ConfigMapBuilder().withNewMetadata().withName("a").endMetadata().build())
        .create();
    faults.add(Fault.status(403).verb("list").resource("configmaps").times(1));
    assertThatThrownBy(() -> client.configMaps().inNamespace("default").list())
        .isInstanceOf(KubernetesClientException.class);
    assertThat(client.configMaps().inNamespace("default").list().getItems()).hasSize(1);
  }

  @Test
  @ApiServerTest(tls = true)
  void theClientTrustsTheServerWithTls(ApiServer server, KubernetesClient client) {
    assertThat(server.url()).startsWith("https://");
    assertThat(client.namespaces().withName("default").get()).isNotNull();
  }
}

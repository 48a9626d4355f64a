package website;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.faults.Fault;
import dev.informant.apiserver.faults.Faults;
import dev.informant.apiserver.junit.ApiServerTest;
import dev.informant.apiserver.simulator.ClusterSimulator;
import dev.informant.apiserver.simulator.SimulatorOptions;
import dev.informant.runtime.EngineRuntime;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

@ApiServerTest(crds = "/website-crd.yaml")
class WebsiteOperatorTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Test
  void aWebsiteGetsADeploymentAndAStatusAndIsFinalized(KubernetesClient client) {
    try (var operator = new WebsiteOperator(client)) {
      create(client, "a");
      await().atMost(LIMIT).until(() -> get(client, "a").getStatus() != null);
      Deployment made = deployments(client).get(0);
      assertThat(made.getSpec().getReplicas()).isEqualTo(1); // the schema's default
      assertThat(made.getMetadata().getOwnerReferences()).hasSize(1);
      client.resources(Website.class).inNamespace("default").withName("a").delete();
      await().atMost(LIMIT).until(() -> get(client, "a") == null);
    }
  }

  @Test
  void lostWatchesFailedWritesAndConflictsAreSurvived(KubernetesClient client, Faults faults) {
    try (var operator = new WebsiteOperator(client)) {
      faults.add(Fault.status(503).verb("create").resource("deployments").times(2));
      faults.add(Fault.status(409).verb("update").resource("websites").times(2));
      for (int i = 0; i < 10; i++) {
        create(client, "w" + i);
        faults.closeWatches();
      }
      await().atMost(LIMIT).until(() -> deployments(client).size() == 10);
    }
  }

  @Test
  void awaitVersionPreventsASecondCreate(KubernetesClient client, Faults faults) {
    faults.add(Fault.delay(Duration.ZERO).verb("create").resource("deployments")); // counts
    try (var operator = new WebsiteOperator(client)) {
      for (int i = 0; i < 30; i++) {
        create(client, "w" + i);
      }
      await().atMost(LIMIT).until(() -> client.resources(Website.class).inNamespace("default").list().getItems().stream()
          .allMatch(each -> each.getStatus() != null));
    }
    assertThat(faults.hits()).isEqualTo(30);
  }

  @Test
  void theSimulatorRunsThePodsOfTheDeployment(KubernetesClient client, ApiServer server) {
    var simulator = new ClusterSimulator(
        server, EngineRuntime.shared(), SimulatorOptions.DEFAULT.withPods(0).withRate(0));
    simulator.populate().join();
    simulator.start();
    try (var operator = new WebsiteOperator(client)) {
      create(client, "a");
      await().atMost(LIMIT).until(() -> client.pods().inNamespace("default").withLabel("website", "a").list().getItems().size() == 1);
      client.resources(Website.class).inNamespace("default").withName("a").edit(each -> {
        each.getSpec().replicas = 2;
        return each;
      });
      await().atMost(LIMIT).until(() -> client.pods().inNamespace("default").withLabel("website", "a").list().getItems().size() == 2);
    } finally {
      simulator.close();
    }
  }

  @Test
  void theServerRefusesWhatARealOneRefuses(KubernetesClient client, Faults faults) {
    Website website = website("a");
    website.setStatus(new Website.Status());
    website.getStatus().phase = "forged";
    assertThat(client.resource(website).create().getStatus()).isNull();
    Website elsewhere = website("b");
    elsewhere.getMetadata().setNamespace("missing");
    assertThatThrownBy(() -> client.resource(elsewhere).create())
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("namespaces \"missing\" not found");
    assertThatThrownBy(() -> Fault.status(503).verb("craete")).hasMessageContaining("create");
  }

  private static void create(KubernetesClient client, String name) {
    client.resource(website(name)).create();
  }

  private static Website website(String name) {
    Website website = new Website();
    website.getMetadata().setName(name);
    website.getMetadata().setNamespace("default");
    website.setSpec(new Website.Spec());
    website.getSpec().image = "image";
    return website;
  }

  private static Website get(KubernetesClient client, String name) {
    return client.resources(Website.class).inNamespace("default").withName(name).get();
  }

  private static List<Deployment> deployments(KubernetesClient client) {
    return client.apps().deployments().inNamespace("default").list().getItems();
  }
}

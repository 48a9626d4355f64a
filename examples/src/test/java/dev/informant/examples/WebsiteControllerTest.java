package dev.informant.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.faults.Fault;
import dev.informant.apiserver.faults.Faults;
import dev.informant.apiserver.junit.ApiServerTest;
import dev.informant.workqueue.WorkQueue;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The controller of the page "Write a controller by hand" works. */
@Timeout(240)
@ApiServerTest(crds = "/website-crd.yaml")
@SuppressWarnings("try") // the controller runs until it is closed
class WebsiteControllerTest {
  private static final String OTHER = "example.com/other";

  @Test
  void aWebsiteGetsADeploymentAndAStatusAndIsFinalized(KubernetesClient client) {
    try (var controller = controller(client, 2)) {
      create(client, "a");
      awaitStatus(client, "a");
      Deployment created = deployments(client).get(0);
      assertThat(created.getMetadata().getOwnerReferences()).hasSize(1);
      Website website = websites(client, "a").get();
      assertThat(website.getMetadata().getFinalizers())
          .containsExactly(WebsiteController.FINALIZER);
      websites(client, "a").delete();
      websites(client, "a").waitUntilCondition(Objects::isNull, 60, TimeUnit.SECONDS);
    }
  }

  @Test
  void aDeletedDeploymentIsCreatedAgain(KubernetesClient client) {
    try (var controller = controller(client, 2)) {
      create(client, "b");
      awaitStatus(client, "b");
      var deployment = client.apps().deployments().inNamespace("default").withName("b");
      String first = deployment.get().getMetadata().getUid();
      deployment.delete();
      deployment.waitUntilCondition(
          each -> each != null && !each.getMetadata().getUid().equals(first), 60, TimeUnit.SECONDS);
    }
  }

  @Test
  void failedWritesAndConflictsAreRetried(KubernetesClient client, Faults faults) {
    try (var controller = controller(client, 2)) {
      faults.add(Fault.status(503).verb("create").resource("deployments").times(2));
      faults.add(Fault.status(409).verb("update").resource("websites").times(2));
      for (int i = 0; i < 5; i++) {
        create(client, "w" + i);
        faults.closeWatches();
      }
      for (int i = 0; i < 5; i++) {
        awaitStatus(client, "w" + i);
      }
      assertThat(deployments(client)).hasSize(5);
    }
  }

  @Test
  void finalizersOfOtherControllersStay(KubernetesClient client) {
    var cleanUps = new AtomicInteger();
    try (var controller = new WebsiteController(client, 1, website -> cleanUps.incrementAndGet())) {
      create(client, "shared", OTHER);
      awaitStatus(client, "shared");
      assertThat(websites(client, "shared").get().getMetadata().getFinalizers())
          .containsExactly(OTHER, WebsiteController.FINALIZER);
      websites(client, "shared").delete();
      websites(client, "shared")
          .waitUntilCondition(
              each -> each.getMetadata().getFinalizers().equals(List.of(OTHER)),
              60,
              TimeUnit.SECONDS);
      websites(client, "shared").edit(each -> {
        each.getMetadata().setLabels(Map.of("changed", "true"));
        return each;
      });
      create(client, "next"); // the only worker has handled the change when this one has a status
      awaitStatus(client, "next");
      assertThat(cleanUps).hasValue(1);
      assertThat(websites(client, "shared").get().getMetadata().getFinalizers())
          .containsExactly(OTHER);
    }
  }

  @Test
  void aChangedSpecReachesTheDeploymentBeforeTheStatusReportsIt(
      KubernetesClient client, Faults faults) {
    try (var controller = controller(client, 2)) {
      create(client, "changed");
      awaitStatus(client, "changed");
      faults.add(Fault.status(503).verb("update").resource("deployments").times(2));
      Website edited = websites(client, "changed").edit(each -> {
        each.getSpec().image = "other";
        each.getSpec().replicas = 3;
        return each;
      });
      websites(client, "changed")
          .waitUntilCondition(
              each ->
                  edited.getMetadata().getGeneration().equals(each.getStatus().observedGeneration),
              60,
              TimeUnit.SECONDS);
      var spec = client
          .apps()
          .deployments()
          .inNamespace("default")
          .withName("changed")
          .get()
          .getSpec();
      assertThat(spec.getReplicas()).isEqualTo(3);
      assertThat(spec.getTemplate().getSpec().getContainers().get(0).getImage()).isEqualTo("other");
    }
  }

  @Test
  void anUnchangedDeploymentIsNotWrittenAgain(KubernetesClient client, Faults faults) {
    try (var controller = controller(client, 1)) {
      create(client, "same");
      create(client, "fence");
      awaitStatus(client, "same");
      awaitStatus(client, "fence");
      long before = faults.hits();
      faults.add(Fault.delay(Duration.ZERO).verb("update").resource("deployments"));
      var deployments = client.apps().deployments().inNamespace("default");
      deployments.withName("same").edit(each -> {
        each.getMetadata().setLabels(Map.of("changed", "true"));
        return each;
      });
      String first = deployments.withName("fence").get().getMetadata().getUid();
      deployments.withName("fence").delete(); // the only worker handles this after the label
      deployments
          .withName("fence")
          .waitUntilCondition(
              each -> each != null && !each.getMetadata().getUid().equals(first),
              60,
              TimeUnit.SECONDS);
      assertThat(faults.hits()).isEqualTo(before);
    }
  }

  @Test
  void aConflictWhileDrainingIsNotReportedAsSuccess(KubernetesClient client, Faults faults)
      throws Exception {
    var drained = new CompletableFuture<Boolean>();
    var queue = new CompletableFuture<WorkQueue<String>>();
    try (var controller = new WebsiteController(client, 1, website -> {
      faults.add(Fault.status(409).verb("update").resource("websites"));
      queue.join().shutDownWithDrain().thenAccept(drained::complete);
    })) {
      queue.complete(controller.queue);
      create(client, "drained");
      awaitStatus(client, "drained");
      websites(client, "drained").delete();
      assertThat(drained.get(60, TimeUnit.SECONDS)).isFalse();
    }
  }

  @Test
  void aDeploymentOfAnotherOwnerIsLeftAlone(KubernetesClient client) throws Exception {
    Deployment foreign = client
        .resource(new DeploymentBuilder()
            .withNewMetadata()
            .withName("foreign")
            .withNamespace("default")
            .endMetadata()
            .withNewSpec()
            .withNewSelector()
            .addToMatchLabels("app", "foreign")
            .endSelector()
            .withNewTemplate()
            .withNewMetadata()
            .addToLabels("app", "foreign")
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("c")
            .withImage("theirs")
            .endContainer()
            .endSpec()
            .endTemplate()
            .endSpec()
            .build())
        .create();
    try (var controller = controller(client, 1)) {
      create(client, "foreign");
      awaitFailure(controller, "default/foreign");
      assertThat(client.resource(foreign).get()).isEqualTo(foreign);
      assertThat(websites(client, "foreign").get().getStatus()).isNull();
    }
  }

  @Test
  void aMissingStatusSubresourceIsAFailure() throws Exception {
    String crd;
    try (var resource =
        Objects.requireNonNull(getClass().getResourceAsStream("/website-crd.yaml"))) {
      crd = new String(resource.readAllBytes(), UTF_8);
    }
    try (var server = ApiServer.start();
        var client = new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(server.kubeconfig()))
            .build()) {
      server.createCrds(crd.replace("subresources: {status: {}}", ""));
      try (var controller = controller(client, 1)) {
        create(client, "a");
        awaitFailure(controller, "default/a");
      }
    }
  }

  private static WebsiteController controller(KubernetesClient client, int threads) {
    return new WebsiteController(client, threads, website -> {});
  }

  private static void awaitFailure(WebsiteController controller, String key)
      throws InterruptedException {
    var never = new CountDownLatch(1);
    for (int i = 0; i < 6000 && controller.queue.retries(key) == 0; i++) {
      never.await(10, TimeUnit.MILLISECONDS);
    }
    assertThat(controller.queue.retries(key)).isPositive();
  }

  private static void create(KubernetesClient client, String name, String... finalizers) {
    Website website = new Website();
    website.getMetadata().setName(name);
    website.getMetadata().setNamespace("default");
    website.setSpec(new Website.Spec());
    website.getSpec().image = "image";
    website.getMetadata().setFinalizers(List.of(finalizers));
    client.resource(website).create();
  }

  private static void awaitStatus(KubernetesClient client, String name) {
    websites(client, name)
        .waitUntilCondition(
            each -> each != null
                && each.getStatus() != null
                && each.getStatus().observedGeneration != null,
            60,
            TimeUnit.SECONDS);
  }

  private static io.fabric8.kubernetes.client.dsl.Resource<Website> websites(
      KubernetesClient client, String name) {
    return client.resources(Website.class).inNamespace("default").withName(name);
  }

  private static List<Deployment> deployments(KubernetesClient client) {
    return client.apps().deployments().inNamespace("default").list().getItems();
  }
}

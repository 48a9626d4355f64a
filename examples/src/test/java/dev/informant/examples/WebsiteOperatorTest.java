package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.faults.Fault;
import dev.informant.apiserver.faults.Faults;
import dev.informant.apiserver.junit.ApiServerTest;
import dev.informant.kubernetes.SharedInformerFactory;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The operator of the page "Write a controller" works: over HTTP, in real time, alone and as two replicas. */
@Timeout(240)
@ApiServerTest(crds = "/website-crd.yaml")
class WebsiteOperatorTest {
  private static WebsiteOperator operator(KubernetesClient client, String identity) {
    var informers = SharedInformerFactory.builder(client).build();
    return new WebsiteOperator(informers, new SimpleMeterRegistry(), identity);
  }

  @Test
  void aWebsiteGetsItsObjectsItsStatusAndItsEventsAndIsCleanedUp(KubernetesClient client)
      throws Exception {
    try (var operator = operator(client, "one")) {
      operator.manager().awaitSynced(Duration.ofMinutes(1));
      create(client, "a");
      awaitStatus(client, "a", 1);
      Deployment deployment = await(client, Deployment.class, "a", Objects::nonNull);
      assertThat(deployment.getMetadata().getOwnerReferences().get(0).getController())
          .isTrue();
      assertThat(client.services().inNamespace("default").withName("a").get()).isNotNull();
      websites(client, "a").edit(website -> {
        website.getSpec().image = "next";
        return website;
      });
      await(client, Deployment.class, "a", each -> image(each).equals("next"));
      awaitStatus(client, "a", 2);
      assertThat(websites(client, "a").get().getMetadata().getFinalizers())
          .containsExactly(WebsiteOperator.FINALIZER);
      websites(client, "a").delete();
      websites(client, "a").waitUntilCondition(Objects::isNull, 60, TimeUnit.SECONDS);
      assertThat(operator.manager().health().ready()).isTrue();
      assertThat(operator.manager().permissions())
          .isEqualTo(Files.readString(Path.of("src/main/manifests/website-operator-role.yaml")));
    }
    assertThat(client.events().v1().events().inNamespace("default").list().getItems())
        .extracting(event -> event.getReason())
        .contains("Created", "Released");
    assertThat(client
            .leases()
            .inNamespace("default")
            .withName("website-operator")
            .get()
            .getSpec()
            .getHolderIdentity())
        .as("the lease was given back")
        .isNullOrEmpty();
  }

  @Test
  void aSecondReplicaContinuesWhereTheFirstStopped(KubernetesClient client) {
    var one = operator(client, "one");
    awaitHolder(client, "one");
    try (var two = operator(client, "two")) {
      create(client, "b");
      awaitStatus(client, "b", 1);
      assertThat(two.manager().isActive()).isFalse();
      one.close();
      awaitHolder(client, "two");
      create(client, "c");
      awaitStatus(client, "c", 1);
    }
  }

  @Test
  void failedWritesAndBrokenWatchesAreOvercome(KubernetesClient client, Faults faults) {
    try (var operator = operator(client, "one")) {
      operator.manager().awaitSynced(Duration.ofMinutes(1));
      faults.add(Fault.status(503).verb("create").resource("deployments").times(2));
      faults.add(Fault.status(409).verb("patch").resource("websites").times(2));
      for (int i = 0; i < 5; i++) {
        create(client, "w" + i);
        faults.closeWatches();
      }
      for (int i = 0; i < 5; i++) {
        awaitStatus(client, "w" + i, 1);
      }
      assertThat(client.apps().deployments().inNamespace("default").list().getItems())
          .hasSizeGreaterThanOrEqualTo(5);
    }
  }

  private static String image(Deployment deployment) {
    return deployment.getSpec().getTemplate().getSpec().getContainers().get(0).getImage();
  }

  private static void create(KubernetesClient client, String name) {
    Website website = new Website();
    website.getMetadata().setName(name);
    website.getMetadata().setNamespace("default");
    website.setSpec(new Website.Spec());
    website.getSpec().image = "image";
    client.resource(website).create();
  }

  private static void awaitStatus(KubernetesClient client, String name, long generation) {
    websites(client, name)
        .waitUntilCondition(
            each -> each != null
                && each.getStatus() != null
                && Objects.equals(each.getStatus().observedGeneration, generation),
            60,
            TimeUnit.SECONDS);
  }

  private static void awaitHolder(KubernetesClient client, String identity) {
    await(
        client,
        Lease.class,
        "website-operator",
        lease -> lease != null && identity.equals(lease.getSpec().getHolderIdentity()));
  }

  private static <T extends HasMetadata> T await(
      KubernetesClient client, Class<T> type, String name, Predicate<T> condition) {
    return client
        .resources(type)
        .inNamespace("default")
        .withName(name)
        .waitUntilCondition(condition, 60, TimeUnit.SECONDS);
  }

  private static io.fabric8.kubernetes.client.dsl.Resource<Website> websites(
      KubernetesClient client, String name) {
    return client.resources(Website.class).inNamespace("default").withName(name);
  }
}

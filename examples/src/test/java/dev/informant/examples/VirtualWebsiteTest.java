package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.faults.Fault;
import dev.informant.controller.test.VirtualCluster;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The operator on virtual time: what the page about testing shows. */
@Timeout(60)
class VirtualWebsiteTest {
  @Test
  void aDeploymentIsCreatedAlthoughTheServerFailsForAMinute() throws IOException {
    try (VirtualCluster cluster = VirtualCluster.create(1)) {
      cluster.createCrds(crd());
      var informers = cluster.replica("one").informers().build();
      try (var operator = new WebsiteOperator(informers, new SimpleMeterRegistry(), "one")) {
        cluster.settle();
        var fault = cluster.faults().add(Fault.status(503).resource("deployments"));
        cluster.create(website("a"));
        cluster.advance(Duration.ofMinutes(1));
        assertThat(cluster.get(Deployment.class, "default", "a")).isNull();
        fault.close();
        cluster.advance(Duration.ofMinutes(2));
        assertThat(cluster.get(Deployment.class, "default", "a")).isNotNull();
        assertThat(operator.manager().health().live()).isTrue();
      }
    }
  }

  @Test
  void nothingIsWrittenWhenNothingHasChanged() throws IOException {
    try (VirtualCluster cluster = VirtualCluster.create(2)) {
      cluster.createCrds(crd());
      cluster.create(website("a"));
      var informers = cluster.replica("one").informers().build();
      try (var operator = new WebsiteOperator(informers, new SimpleMeterRegistry(), "one")) {
        cluster.advance(Duration.ofSeconds(10));
        assertThat(operator.manager().isActive()).isTrue();
        assertThat(cluster.writes()).isNotEmpty();
        cluster.clearRequests();
        cluster.advance(Duration.ofHours(1));
        assertThat(cluster.writes()).isEmpty();
      }
    }
  }

  private static String crd() throws IOException {
    try (var file = VirtualWebsiteTest.class.getResourceAsStream("/website-crd.yaml")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Website website(String name) {
    Website website = new Website();
    website.getMetadata().setName(name);
    website.getMetadata().setNamespace("default");
    website.setSpec(new Website.Spec());
    website.getSpec().image = "image";
    return website;
  }
}

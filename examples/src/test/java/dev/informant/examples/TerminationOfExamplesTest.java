package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.faults.Fault;
import dev.informant.apiserver.junit.ApiServerTest;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The main methods of the documented controllers finish the queued work on SIGTERM. */
@Timeout(240)
@ApiServerTest(crds = "/website-crd.yaml")
class TerminationOfExamplesTest {
  private static final Duration SLOW = Duration.ofMillis(500);
  private static final int OBJECTS = 6; // more than there are workers

  private @TempDir Path directory;

  @Test
  void websiteControllerFinishesItsQueue(ApiServer server, KubernetesClient client)
      throws Exception {
    for (int i = 0; i < OBJECTS; i++) {
      Website website = new Website();
      website.getMetadata().setName("w" + i);
      website.getMetadata().setNamespace("default");
      website.setSpec(new Website.Spec());
      website.getSpec().image = "image";
      client.resource(website).create();
    }
    server.faults().add(Fault.delay(SLOW).verb("create").resource("deployments"));
    terminateAtTheFirstHit(server, WebsiteController.class);
    assertThat(client.resources(Website.class).inNamespace("default").list().getItems())
        .hasSize(OBJECTS)
        .allSatisfy(website -> assertThat(website.getStatus()).isNotNull());
  }

  @Test
  void replicasControllerFinishesItsQueue(ApiServer server, KubernetesClient client)
      throws Exception {
    for (int i = 0; i < OBJECTS; i++) {
      client.resource(deployment("d" + i)).create();
    }
    server.faults().add(Fault.delay(SLOW).verb("update").resource("deployments"));
    terminateAtTheFirstHit(server, ReplicasController.class);
    assertThat(client.apps().deployments().inNamespace("default").list().getItems())
        .hasSize(OBJECTS)
        .allSatisfy(each -> assertThat(each.getMetadata().getAnnotations())
            .containsKey(ReplicasController.ANNOTATION));
  }

  private void terminateAtTheFirstHit(ApiServer server, Class<?> main)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(directory.resolve("err").toFile());
    builder
        .environment()
        .put("KUBECONFIG", server.writeKubeconfig(directory.resolve("config")).toString());
    Process program = builder.start();
    try {
      var never = new CountDownLatch(1);
      while (server.faults().hits() == 0 && program.isAlive()) {
        never.await(10, TimeUnit.MILLISECONDS);
      }
      program.destroy(); // SIGTERM
      assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(program.exitValue()).isEqualTo(128 + 15);
      assertThat(directory.resolve("err")).content().doesNotContain("SLF4J(W)");
    } finally {
      program.destroyForcibly();
    }
  }

  private static Deployment deployment(String name) {
    return new DeploymentBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .endMetadata()
        .withNewSpec()
        .withReplicas(2)
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
        .build();
  }
}

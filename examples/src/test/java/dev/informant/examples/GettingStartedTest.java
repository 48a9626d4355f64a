package dev.informant.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.Authorizer;
import dev.informant.informer.NotSyncedException;
import dev.informant.runtime.EngineRuntime;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the pages "Getting started" and "Metrics" show works. */
@Timeout(180)
class GettingStartedTest {
  private final BlockingQueue<String> printed = new LinkedBlockingQueue<>();

  private static void create(Config config, String name) {
    try (KubernetesClient client =
        new KubernetesClientBuilder().withConfig(config).build()) {
      client
          .resource(new ConfigMapBuilder()
              .withNewMetadata()
              .withNamespace("default")
              .withName(name)
              .addToLabels("app", "web")
              .endMetadata()
              .build())
          .create();
    }
  }

  private void awaitLine(String wanted) throws InterruptedException {
    String line = printed.poll(60, TimeUnit.SECONDS);
    while (line != null && !line.equals(wanted)) {
      line = printed.poll(60, TimeUnit.SECONDS);
    }
    assertThat(line).isEqualTo(wanted);
  }

  @Test
  void theFirstInformerFollowsReadsAndTakesALateHandler() throws Exception {
    try (ApiServer server = ApiServer.start()) {
      Config config = Config.fromKubeconfig(server.kubeconfig());
      create(config, "settings");
      try (FirstInformer informer = new FirstInformer(config, printed::add)) {
        awaitLine("+ settings");
        assertThat(informer.read()).hasSize(1);
        informer.describe(printed::add);
        assertThat(printed).anyMatch(line -> line.matches("the cache has reached version \\d+"));
        BlockingQueue<String> late = new LinkedBlockingQueue<>();
        informer.addSlow(late::add);
        assertThat(late.poll(60, TimeUnit.SECONDS)).isNotNull();
        create(config, "more");
        awaitLine("+ more");
      }
    }
  }

  @Test
  void whatCannotSyncSaysWhy() {
    try (ApiServer server = ApiServer.builder()
        .authorizer(Authorizer.allowAll().deny("*", "configmaps"))
        .start()) {
      Config config = Config.fromKubeconfig(server.kubeconfig("alice"));
      assertThatThrownBy(() -> new FirstInformer(config, printed::add).close())
          .isInstanceOf(NotSyncedException.class)
          .hasMessageContaining("403 Forbidden");
    }
  }

  @Test
  void theValuesOfSecretsDoNotReachTheCache() {
    try (ApiServer server = ApiServer.start()) {
      Config config = Config.fromKubeconfig(server.kubeconfig());
      try (KubernetesClient client =
          new KubernetesClientBuilder().withConfig(config).build()) {
        client
            .resource(new SecretBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("password")
                .endMetadata()
                .addToData("value", "czNjcmV0")
                .build())
            .create();
      }
      try (SecretNames names = new SecretNames(config)) {
        assertThat(names.secrets())
            .isNotEmpty()
            .allSatisfy(secret -> assertThat(secret.getData()).isNullOrEmpty())
            .anySatisfy(secret -> assertThat(secret.getMetadata().getName()).isEqualTo("password"));
      }
    }
  }

  @Test
  void anOperatedInformerIsMeasuredAndAnswersProbes() throws Exception {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    try (ApiServer server = ApiServer.start()) {
      Config config = Config.fromKubeconfig(server.kubeconfig());
      create(config, "settings");
      try (Operated operated = new Operated(config, registry, EngineRuntime.shared())) {
        Operated.Answer before = operated.probe();
        assertThat(before.readiness()).isEqualTo(503);
        assertThat(before.liveness()).isEqualTo(200);
        assertThat(before.body()).contains("configmaps/v1 has not synced: not started");
        operated.start();
        while (operated.probe().readiness() != 200) {
          TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(operated.probe().body()).isEqualTo("ok");
        assertThat(registry
                .get("informer.objects")
                .tags("name", "my-operator", "group", "", "version", "v1", "resource", "configmaps")
                .gauge()
                .value())
            .isPositive();
        assertThat(registry.get("workqueue.depth").gauge().value()).isZero();
      }
      assertThat(registry.getMeters()).isEmpty();
    }
  }
}

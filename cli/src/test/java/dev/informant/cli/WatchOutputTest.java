package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.faults.Fault;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a watch says of objects that mean harm, and of servers that have trouble. */
@Timeout(240)
class WatchOutputTest {
  private static final String HOSTILE = "\u001b[2J\u0007\u009b31m\u202e";
  private static final String SHOWN = "\\u001b[2J\\u0007\\u009b31m\\u202e";

  @TempDir
  private Path folder;

  private ApiServer server;
  private KubernetesClient client;
  private String kubeconfig;

  @BeforeEach
  void start() throws Exception {
    server = ApiServer.builder().plainHttp().start();
    client = new KubernetesClientBuilder()
        .withConfig(Config.fromKubeconfig(server.kubeconfig()))
        .build();
    kubeconfig = server.writeKubeconfig(folder.resolve("kubeconfig")).toString();
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private ConfigMap map(String name, String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .endMetadata()
        .addToData("key", value)
        .build();
  }

  @Test
  void eachCauseOfAnOutageIsToldOnceAndNotEachRetry() throws Exception {
    client.resource(map("before", "here")).create();
    Run run = Run.until(
        line -> {
          if (line.startsWith("---")) {
            server.faults().add(Fault.status(503).resource("configmaps").times(2));
            server.faults().add(Fault.status(403).resource("configmaps").nth(3).times(1));
            var ignored = CompletableFuture.runAsync(server.faults()::closeWatches);
          }
          return line.contains("newcomer");
        },
        remark -> {
          if (remark.contains("403")) { // the last failure
            var ignored = CompletableFuture.runAsync(
                () -> client.resource(map("newcomer", "here")).create());
          }
        },
        "watch",
        "cm",
        "--kubeconfig",
        kubeconfig);
    assertThat(run.exitCode()).as(run.err()).isZero();
    List<String> remarks = run.err().lines().toList();
    assertThat(remarks.stream().filter(line -> line.contains("503")))
        .as(run.err())
        .hasSize(1);
    assertThat(remarks.stream().filter(line -> line.contains("403")))
        .as(run.err())
        .hasSize(1);
    assertThat(run.err()).contains("503 ServiceUnavailable; retrying").doesNotContain(" ;");
  }

  @Test
  void detailsStandUnderTheirHeadingEvenWithoutAStatus() {
    client.resource(map("plain", "here")).create();
    Run run = Run.until(
        line -> line.startsWith("---"),
        "watch",
        "configmaps",
        "--metadata-only",
        "-o",
        "wide",
        "--kubeconfig",
        kubeconfig);
    List<String> lines = run.out().lines().toList();
    String row =
        lines.stream().filter(line -> line.contains("plain")).findFirst().orElseThrow();
    assertThat(row.substring(lines.get(0).indexOf("DETAILS"))).matches("v\\d+.*");
  }

  @Test
  void theMessageOfAnEventCannotWriteToTheTerminal() {
    client
        .resource(new EventBuilder()
            .withNewMetadata()
            .withName("hostile")
            .withNamespace("default")
            .endMetadata()
            .withNewInvolvedObject()
            .withKind("Pod")
            .withName("web")
            .withNamespace("default")
            .endInvolvedObject()
            .withReason("Told")
            .withMessage("before" + HOSTILE + "\nits second line")
            .build())
        .create();
    Run run = Run.until(
        line -> line.contains("hostile"),
        "watch",
        "events",
        "-o",
        "wide",
        "--kubeconfig",
        kubeconfig);
    assertThat(run.out())
        .contains("before" + SHOWN)
        .doesNotContain("\u001b", "\u0007", "\u009b", "\u202e");
  }

  @Test
  void aDifferenceCannotWriteToTheTerminal() {
    client.resource(map("hostile", "quiet")).create();
    Run run = Run.until(
        line -> {
          if (line.startsWith("---")) {
            var ignored = CompletableFuture.runAsync(
                () -> client.resource(map("hostile", HOSTILE + "\nloud")).update());
          }
          return line.contains("+ data.key");
        },
        "watch",
        "cm/hostile",
        "--diff",
        "--kubeconfig",
        kubeconfig);
    assertThat(run.lines())
        .as(run.err())
        .contains("          - data.key: quiet")
        .contains("          + data.key: " + SHOWN + "\\nloud");
  }

  @Test
  void jsonOfAHostileObjectIsTheObject() throws Exception {
    client.resource(map("hostile", HOSTILE + "Zürich")).create();
    Run run = Run.until(
        line -> line.contains("hostile"),
        "watch",
        "cm/hostile",
        "-o",
        "json",
        "--kubeconfig",
        kubeconfig);
    assertThat(run.out()).doesNotContain("\u001b", "\u0007", "\u009b", "\u202e").contains("Zürich");
    JsonNode line = new ObjectMapper().readTree(run.lines().get(0));
    assertThat(line.path("object").path("data").path("key").asText()).isEqualTo(HOSTILE + "Zürich");
  }
}

package dev.informant.apiserver.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.KubernetesCore;
import dev.informant.testing.VirtualRuntime;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ClusterSimulatorTest {
  private static final SimulatorOptions SMALL =
      SimulatorOptions.DEFAULT.withNodes(3).withPods(30).withRate(20);

  private static JsonNode list(VirtualRuntime runtime, KubernetesCore core, String path)
      throws Exception {
    CompletableFuture<ApiResponse> answer = core.handle(
        new ApiRequest("GET", path, Map.of(), Map.of(), new byte[0], "test", List.of()));
    runtime.runUntilIdle();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    ApiResponse response = answer.join();
    if (response instanceof ApiResponse.Complete complete) {
      body.writeBytes(complete.body());
    } else if (response instanceof ApiResponse.Chunked chunked) {
      chunked.chunks().forEachRemaining(body::writeBytes);
    }
    return new ObjectMapper().readTree(body.toByteArray()).path("items");
  }

  private static String live(long seed) throws Exception {
    VirtualRuntime runtime = VirtualRuntime.inOrder(9);
    KubernetesCore core = KubernetesCore.create(runtime);
    ClusterSimulator simulator = new ClusterSimulator(core, runtime, SMALL.withSeed(seed));
    CompletableFuture<Void> populated = simulator.populate();
    runtime.runUntilIdle();
    populated.join();
    simulator.start();
    runtime.advance(Duration.ofSeconds(10));
    simulator.close();
    assertThat(simulator.changes()).isBetween(250L, 500L);
    return list(runtime, core, "/api/v1/pods").toString();
  }

  @Test
  void populatedClusterIsConsistentAndOfRealisticSize() throws Exception {
    VirtualRuntime runtime = VirtualRuntime.inOrder(1);
    KubernetesCore core = KubernetesCore.create(runtime);
    ClusterSimulator simulator = new ClusterSimulator(core, runtime, SMALL);
    CompletableFuture<Void> populated = simulator.populate();
    runtime.runUntilIdle();
    populated.join();
    JsonNode pods = list(runtime, core, "/api/v1/pods");
    assertThat(pods).hasSize(30);
    Map<String, String> sets = new HashMap<>();
    list(runtime, core, "/apis/apps/v1/replicasets")
        .forEach(set ->
            sets.put(set.at("/metadata/uid").asText(), set.at("/metadata/name").asText()));
    assertThat(sets).hasSize(6);
    long bytes = 0;
    for (JsonNode pod : pods) {
      assertThat(sets.get(pod.at("/metadata/ownerReferences/0/uid").asText()))
          .isEqualTo(pod.at("/metadata/ownerReferences/0/name").asText());
      assertThat(pod.at("/status/phase").asText()).isEqualTo("Running");
      assertThat(pod.at("/spec/nodeName").asText()).startsWith("worker-");
      assertThat(pod.at("/metadata/managedFields")).hasSize(2);
      bytes += pod.toString().length();
    }
    assertThat(bytes / 30).isBetween(9000L, 10_000L);
    assertThat(list(runtime, core, "/api/v1/nodes")).hasSize(3);
    assertThat(list(runtime, core, SimulatedApi.LEASES)).hasSize(3);
    JsonNode deployment = list(runtime, core, "/apis/apps/v1/deployments").path(0);
    assertThat(deployment.at("/status/readyReplicas").asInt()).isEqualTo(5);
    Map<String, String> conditions = new HashMap<>();
    deployment
        .at("/status/conditions")
        .forEach(condition -> conditions.put(
            condition.path("type").asText(), condition.path("status").asText()));
    assertThat(conditions).isEqualTo(Map.of("Available", "True", "Progressing", "True"));
  }

  @Test
  void podsAreOfTheSizeAskedFor() throws Exception {
    VirtualRuntime runtime = VirtualRuntime.inOrder(1);
    KubernetesCore core = KubernetesCore.create(runtime);
    CompletableFuture<Void> populated =
        new ClusterSimulator(core, runtime, SMALL.withPodBytes(20_000)).populate();
    runtime.runUntilIdle();
    populated.join();
    long bytes = 0;
    for (JsonNode pod : list(runtime, core, "/api/v1/pods")) {
      bytes += pod.toString().length();
    }
    assertThat(bytes / 30).isBetween(18_000L, 22_000L);
  }

  @Test
  void namespaceThatIsBeingDeletedEmptiesAlsoOfAClusterThatStandsStill() throws Exception {
    VirtualRuntime runtime = VirtualRuntime.inOrder(1);
    KubernetesCore core = KubernetesCore.create(runtime);
    ClusterSimulator simulator = new ClusterSimulator(core, runtime, SMALL.withRate(0));
    CompletableFuture<Void> populated = simulator.populate();
    runtime.runUntilIdle();
    populated.join();
    simulator.start();
    runtime.runUntilIdle();
    core.handle(new ApiRequest(
            "DELETE", "/api/v1/namespaces/team-0", Map.of(), Map.of(), new byte[0], "u", List.of()))
        .join();
    runtime.runUntilIdle();
    for (String path : List.of(
        "/apis/apps/v1/namespaces/team-0/deployments",
        "/apis/apps/v1/namespaces/team-0/replicasets",
        "/api/v1/namespaces/team-0/pods")) {
      assertThat(list(runtime, core, path)).as(path).isEmpty();
      assertThat(list(runtime, core, path.replace("team-0", "team-1"))).as(path).isNotEmpty();
    }
    simulator.close();
  }

  @Test
  void lifeIsAFunctionOfTheSeed() throws Exception {
    String first = live(4);
    assertThat(live(4)).isEqualTo(first);
    assertThat(live(5)).isNotEqualTo(first);
  }

  @Test
  void livingClusterStaysConsistentAndOfItsSize() throws Exception {
    VirtualRuntime runtime = VirtualRuntime.inOrder(2);
    KubernetesCore core = KubernetesCore.create(runtime);
    ClusterSimulator simulator = new ClusterSimulator(core, runtime, SMALL.withRate(50));
    CompletableFuture<Void> populated = simulator.populate();
    runtime.runUntilIdle();
    populated.join();
    simulator.start();
    boolean scaled = false;
    for (int i = 0; i < 20; i++) {
      runtime.advance(Duration.ofSeconds(6));
      assertThat(list(runtime, core, "/api/v1/pods").size()).isBetween(28, 32);
      Map<String, JsonNode> replicas = new HashMap<>();
      for (JsonNode deployment : list(runtime, core, "/apis/apps/v1/deployments")) {
        replicas.put(deployment.at("/metadata/uid").asText(), deployment.at("/spec/replicas"));
        scaled |= deployment.at("/spec/replicas").asInt() != 5;
      }
      for (JsonNode set : list(runtime, core, "/apis/apps/v1/replicasets")) {
        assertThat(set.at("/spec/replicas"))
            .as(set.at("/metadata/name").asText())
            .isEqualTo(replicas.get(set.at("/metadata/ownerReferences/0/uid").asText()));
      }
    }
    simulator.close();
    assertThat(scaled).isTrue();
  }
}

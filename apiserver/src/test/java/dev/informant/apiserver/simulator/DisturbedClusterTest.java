package dev.informant.apiserver.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.informant.apiserver.internal.content.ContentNegotiation;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.CoreOptions;
import dev.informant.apiserver.internal.core.KubernetesCore;
import dev.informant.testing.VirtualRuntime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Users delete what they like: the simulated cluster does what a real one does, and says nothing about it. */
@Timeout(120)
class DisturbedClusterTest {
  private static final String DEPLOYMENTS = "/apis/apps/v1/deployments";
  private static final String SETS = "/apis/apps/v1/replicasets";
  private static final String PODS = "/api/v1/pods";
  private static final String NODES = "/api/v1/nodes";

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(3);
  private final KubernetesCore core = KubernetesCore.create(runtime);
  private final ClusterSimulator simulator = new ClusterSimulator(
      core,
      runtime,
      SimulatorOptions.DEFAULT.withNodes(3).withPods(30).withPodBytes(0).withRate(50));
  private final Logger log = Logger.getLogger(ClusterSimulator.class.getName());
  private final List<LogRecord> records = new ArrayList<>();
  private final Handler keeper = new Handler() {
    @Override
    public void publish(LogRecord record) {
      records.add(record);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  };

  @BeforeEach
  void live() {
    log.addHandler(keeper);
    CompletableFuture<Void> populated = simulator.populate();
    runtime.runUntilIdle();
    populated.join();
    simulator.start();
    runtime.advance(Duration.ofSeconds(2));
  }

  @AfterEach
  void nothingWasSaid() {
    simulator.close();
    log.removeHandler(keeper);
    assertThat(records).isEmpty();
  }

  private JsonNode ask(String method, String path) {
    return ask(method, path, "", 200);
  }

  private JsonNode ask(String method, String path, String body, int status) {
    return ask(core, method, path, body, status);
  }

  private JsonNode ask(KubernetesCore server, String method, String path, String body, int status) {
    String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
    CompletableFuture<ApiResponse> answer = server.handle(new ApiRequest(
        method,
        path,
        Map.of(),
        Map.of("content-type", type),
        body.replace('\'', '"').getBytes(StandardCharsets.UTF_8),
        "user",
        List.of()));
    runtime.runUntilIdle();
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    ApiResponse response = answer.join();
    assertThat(response.status()).as(method + " " + path).isEqualTo(status);
    if (response instanceof ApiResponse.Complete complete) {
      content.writeBytes(complete.body());
    } else if (response instanceof ApiResponse.Chunked chunked) {
      chunked.chunks().forEachRemaining(content::writeBytes);
    }
    try {
      return new ObjectMapper().readTree(content.toByteArray());
    } catch (IOException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  private JsonNode items(String path) {
    return ask("GET", path).path("items");
  }

  private static String path(String plural, JsonNode object) {
    return (plural.equals("pods") ? "/api/v1" : "/apis/apps/v1") + "/namespaces/"
        + object.at("/metadata/namespace").asText() + "/" + plural + "/"
        + object.at("/metadata/name").asText();
  }

  private static Set<String> uids(JsonNode items) {
    Set<String> uids = new HashSet<>();
    items.forEach(item -> uids.add(item.at("/metadata/uid").asText()));
    return uids;
  }

  /** Every replica set has its deployment, every pod its replica set, every deployment its pods. */
  private void assertSound() {
    JsonNode deployments = items(DEPLOYMENTS);
    JsonNode sets = items(SETS);
    int wanted = 0;
    for (JsonNode deployment : deployments) {
      wanted += deployment.at("/spec/replicas").asInt();
    }
    assertThat(owners(sets)).isEqualTo(uids(deployments));
    JsonNode pods = items(PODS);
    assertThat(owners(pods)).isEqualTo(uids(sets));
    assertThat(pods).hasSize(wanted);
  }

  private static Set<String> owners(JsonNode items) {
    Set<String> owners = new HashSet<>();
    items.forEach(item -> owners.add(item.at("/metadata/ownerReferences/0/uid").asText()));
    return owners;
  }

  @Test
  void replicaSetsComeBackWithNewPods() {
    JsonNode before = items(SETS);
    before.forEach(set -> ask("DELETE", path("replicasets", set)));
    assertThat(items(SETS)).hasSizeGreaterThanOrEqualTo(6);
    assertThat(uids(items(SETS))).doesNotContainAnyElementsOf(uids(before));
    settle();
    assertSound();
  }

  /** Until no roll-out is under way: then there is one replica set for each deployment. */
  private void settle() {
    for (int i = 0; items(SETS).size() > items(DEPLOYMENTS).size(); i++) {
      assertThat(i).isLessThan(1000);
      runtime.advance(Duration.ofMillis(20));
    }
  }

  @Test
  void podThatIsDeletedLeavesAndAnotherComes() {
    JsonNode pod = items(PODS).path(0);
    ask("DELETE", path("pods", pod));
    runtime.advance(Duration.ofSeconds(5));
    assertThat(uids(items(PODS))).doesNotContain(pod.at("/metadata/uid").asText());
    settle();
    assertSound();
  }

  @Test
  void podsOfANodeThatIsDeletedAreMadeAnewElsewhere() {
    String gone = items(NODES).path(0).at("/metadata/name").asText();
    ask("DELETE", NODES + "/" + gone);
    runtime.advance(Duration.ofSeconds(10));
    settle();
    assertSound();
    assertThat(nodesOnceAllAreBound()).isNotEmpty().doesNotContain(gone);
  }

  @Test
  void podsWaitForANode() {
    JsonNode nodes = items(NODES);
    nodes.forEach(node -> ask("DELETE", NODES + "/" + node.at("/metadata/name").asText()));
    runtime.advance(Duration.ofSeconds(10));
    assertThat(nodesOfPods()).containsExactly("");
    String back = nodes.path(1).at("/metadata/name").asText();
    ask("POST", NODES, "{'metadata':{'name':'" + back + "'}}", 201);
    runtime.advance(Duration.ofSeconds(10));
    settle();
    assertSound();
    assertThat(nodesOnceAllAreBound()).containsExactly(back);
  }

  /** A pod that was made a moment ago has no node yet. */
  private Set<String> nodesOnceAllAreBound() {
    for (int i = 0; nodesOfPods().contains(""); i++) {
      assertThat(i).isLessThan(1000);
      runtime.advance(Duration.ofMillis(20));
    }
    return nodesOfPods();
  }

  private Set<String> nodesOfPods() {
    Set<String> nodes = new HashSet<>();
    items(PODS).forEach(pod -> nodes.add(pod.at("/spec/nodeName").asText()));
    return nodes;
  }

  @Test
  void deploymentsOfUsersArePlayedWithoutWatchList() {
    KubernetesCore old = KubernetesCore.create(
        runtime, CoreOptions.DEFAULT.withWatchList(false), new ContentNegotiation(runtime.clock()));
    ClusterSimulator cluster = new ClusterSimulator(
        old, runtime, SimulatorOptions.DEFAULT.withNodes(1).withPods(1).withPodBytes(0));
    CompletableFuture<Void> populated = cluster.populate();
    runtime.runUntilIdle();
    populated.join();
    cluster.start();
    runtime.advance(Duration.ofSeconds(2));
    old.handle(new ApiRequest(
        "POST",
        "/apis/apps/v1/namespaces/default/deployments",
        Map.of(),
        Map.of("content-type", "application/json"),
        """
        {"metadata":{"name":"mine"},"spec":{"replicas":2,"selector":{"matchLabels":{"a":"b"}},
         "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}""".getBytes(StandardCharsets.UTF_8),
        "user",
        List.of()));
    runtime.advance(Duration.ofSeconds(2));
    JsonNode pods = ask(old, "GET", "/api/v1/namespaces/default/pods", "", 200).path("items");
    assertThat(pods).hasSize(2);
    cluster.close();
  }

  @Test
  void noFaultReachesTheClustersOwnWatches() {
    assertThat(core.faults().openWatches(type -> true)).isZero();
    assertThat(core.faults().closeWatches()).isZero();
  }

  @Test
  void whatBelongsToADeploymentGoesWithIt() {
    ask("DELETE", path("deployments", items(DEPLOYMENTS).path(0)));
    runtime.advance(Duration.ofSeconds(5));
    settle();
    assertThat(items(DEPLOYMENTS)).hasSize(5);
    assertSound();
  }

  @Test
  void namespaceThatIsBeingDeletedEmptiesAndTheOthersGoOn() {
    assertThat(items("/apis/apps/v1/namespaces/team-0/deployments")).isNotEmpty();
    ask("DELETE", "/api/v1/namespaces/team-0");
    runtime.advance(Duration.ofSeconds(20));
    for (String kind :
        List.of("apps/v1/namespaces/team-0/deployments", "apps/v1/namespaces/team-0/replicasets")) {
      assertThat(items("/apis/" + kind)).as(kind).isEmpty();
    }
    assertThat(items("/api/v1/namespaces/team-0/pods")).isEmpty();
    long changes = simulator.changes();
    runtime.advance(Duration.ofSeconds(5));
    assertThat(simulator.changes()).isGreaterThan(changes + 150);
    settle();
    assertSound();
  }

  @Test
  void undisturbedClusterIsRefusedNothing() {
    runtime.advance(Duration.ofSeconds(20));
    assertThat(simulator.refusals()).isZero();
    settle();
    assertSound();
  }

  @Test
  void podThatIsDeletedLeavesAtOnce() {
    Set<String> before = uids(items(PODS));
    JsonNode pod = items(PODS).path(0);
    ask("DELETE", path("pods", pod));
    assertThat(uids(items(PODS)))
        .doesNotContain(pod.at("/metadata/uid").asText())
        .hasSize(before.size());
  }

  @Test
  void deploymentThatAUserHasScaledIsFollowedAndKeepsItsSizeAndLabels() {
    String path = path("deployments", items(DEPLOYMENTS).path(0));
    ask("PATCH", path, "{'metadata':{'labels':{'mine':'x'}},'spec':{'replicas':9}}", 200);
    assertThat(podsOf(path)).isEqualTo(9);
    runtime.advance(Duration.ofSeconds(20));
    JsonNode deployment = ask("GET", path);
    assertThat(deployment.at("/spec/replicas").asInt()).isEqualTo(9);
    assertThat(deployment.at("/metadata/labels/mine").asText()).isEqualTo("x");
    ask("PATCH", path, "{'spec':{'replicas':0}}", 200);
    assertThat(podsOf(path)).isZero();
  }

  @Test
  void labelsOfUsersStayWhateverTheSimulatorDoes() {
    for (JsonNode deployment : items(DEPLOYMENTS)) {
      ask("PATCH", path("deployments", deployment), "{'metadata':{'labels':{'mine':'x'}}}", 200);
    }
    runtime.advance(Duration.ofSeconds(20));
    for (JsonNode deployment : items(DEPLOYMENTS)) {
      assertThat(deployment.at("/metadata/labels/mine").asText()).isEqualTo("x");
    }
  }

  /** The pods whose replica set belongs to the deployment at {@code path}. */
  private int podsOf(String path) {
    String uid = ask("GET", path).at("/metadata/uid").asText();
    Set<String> sets = new HashSet<>();
    for (JsonNode set : items(SETS)) {
      if (set.at("/metadata/ownerReferences/0/uid").asText().equals(uid)) {
        sets.add(set.at("/metadata/uid").asText());
      }
    }
    int found = 0;
    for (JsonNode pod : items(PODS)) {
      found += sets.contains(pod.at("/metadata/ownerReferences/0/uid").asText()) ? 1 : 0;
    }
    return found;
  }

  @Test
  void foregroundDeletionEndsWithTheLastPod() {
    JsonNode deployment = items(DEPLOYMENTS).path(0);
    ask(
        "DELETE",
        path("deployments", deployment),
        "{'propagationPolicy':'Foreground','kind':'DeleteOptions','apiVersion':'v1'}",
        200);
    assertThat(items(DEPLOYMENTS)).hasSize(5);
    assertThat(items(PODS)).hasSizeLessThan(27);
    settle();
    assertSound();
  }

  @Test
  void foregroundDeletionOfAReplicaSetMakesAnother() {
    JsonNode set = items(SETS).path(0);
    ask(
        "DELETE",
        path("replicasets", set),
        "{'propagationPolicy':'Foreground','kind':'DeleteOptions','apiVersion':'v1'}",
        200);
    assertThat(uids(items(SETS))).doesNotContain(set.at("/metadata/uid").asText());
    settle();
    assertSound();
  }

  private static String deployment(int replicas, String image) {
    return "{'metadata':{'name':'mine'},'spec':{'replicas':" + replicas
        + ",'selector':{'matchLabels':{'a':'b'}},'template':{'metadata':{'labels':{'a':'b'}},"
        + "'spec':{'containers':[{'name':'c','image':'" + image + "'}]}}}}";
  }

  @Test
  void deploymentOfAUserIsPlayedFromItsSpec() {
    String path = "/apis/apps/v1/namespaces/team-0/deployments";
    ask("POST", path, deployment(3, "one"), 201);
    assertThat(podsOf(path + "/mine")).isEqualTo(3);
    JsonNode status = ask("GET", path + "/mine").path("status");
    assertThat(status.path("readyReplicas").asInt()).isEqualTo(3);
    ask(
        "PATCH",
        path + "/mine",
        "{'spec':{'template':{'spec':{'containers':[{'name':'c','image':'two'}]}}}}",
        200);
    runtime.advance(Duration.ofSeconds(5));
    settle();
    int two = 0;
    for (JsonNode pod : items("/api/v1/namespaces/team-0/pods")) {
      two += pod.at("/spec/containers/0/image").asText().equals("two") ? 1 : 0;
    }
    assertThat(two).isEqualTo(3);
    ask("DELETE", path + "/mine");
    assertSound();
  }

  @Test
  void nodeThatIsGoneGetsNoMorePods() {
    ask("DELETE", "/api/v1/nodes/worker-1");
    Set<String> before = uids(items(PODS));
    runtime.advance(Duration.ofSeconds(20));
    int fresh = 0;
    for (JsonNode pod : items(PODS)) {
      if (!before.contains(pod.at("/metadata/uid").asText())) {
        assertThat(pod.at("/spec/nodeName").asText()).isNotEqualTo("worker-1");
        fresh++;
      }
    }
    assertThat(fresh).isPositive();
  }

  @Test
  void eventsAreAboutThePodTheyName() {
    runtime.advance(Duration.ofSeconds(5));
    Set<String> pods = uids(items(PODS));
    int known = 0;
    for (JsonNode event : items("/api/v1/events")) {
      JsonNode about = event.path("involvedObject");
      known += pods.contains(about.path("uid").asText()) ? 1 : 0;
      assertThat(about.path("uid").asText()).isNotEmpty();
      assertThat(about.path("resourceVersion").asText()).isNotEmpty();
      assertThat(about.path("fieldPath").asText()).startsWith("spec.containers{");
      assertThat(event.at("/metadata/managedFields/0/manager").asText()).isEqualTo("kubelet");
    }
    assertThat(known).isPositive();
    for (JsonNode lease : items(SimulatedApi.LEASES)) {
      assertThat(lease.at("/metadata/managedFields")).hasSize(1);
    }
  }
}

package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Deletion in steps: finalizers, grace, policies, preconditions, collections; evictions and bindings of pods. */
@Timeout(30)
class DeleteTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String PODS = "/api/v1/namespaces/default/pods";
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

  private final TestServer server = new TestServer();

  private void pod(String name, String node, String finalizers) {
    TestServer.Reply reply = server.post(
        PODS,
        "{\"metadata\":{\"name\":\"" + name + "\",\"finalizers\":" + finalizers + "},\"spec\":{"
            + (node.isEmpty() ? "" : "\"nodeName\":\"" + node + "\",")
            + "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
  }

  @Test
  void anObjectGoneAtOnceIsAnsweredWithAStatusThatHasItsUid() {
    String uid = server.configMap("a").at("/metadata/uid");
    TestServer.Reply reply = server.delete(MAPS + "/a", "{\"propagationPolicy\":\"Background\"}");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text())
        .isEqualTo(
            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Success\","
                + "\"details\":{\"name\":\"a\",\"kind\":\"configmaps\",\"uid\":\"" + uid
                + "\"}}\n");
    assertThat(server.get(MAPS + "/a").status()).isEqualTo(404);
    assertThat(server.delete(MAPS + "/a").status()).isEqualTo(404);
  }

  @Test
  void someKindsAreAnsweredWithTheObject() {
    server.post("/api/v1/namespaces/default/serviceaccounts", "{\"metadata\":{\"name\":\"a\"}}");
    assertThat(server.delete("/api/v1/namespaces/default/serviceaccounts/a").at("/kind"))
        .isEqualTo("ServiceAccount");
  }

  @Test
  void finalizersTurnADeleteIntoOneModification() {
    server.post(
        DEPLOYMENTS,
        "{\"metadata\":{\"name\":\"d\",\"finalizers\":[\"x/y\"]},\"spec\":{" + TestServer.TEMPLATE
            + "}}");
    TestServer.Watching watch = server.watch(
        DEPLOYMENTS + "?watch=1&resourceVersion=" + server.core.faults().resourceVersion());
    TestServer.Reply reply = server.delete(DEPLOYMENTS + "/d");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.at("/kind")).isEqualTo("Deployment");
    assertThat(reply.at("/metadata/deletionTimestamp")).isNotEmpty();
    assertThat(reply.at("/metadata/deletionGracePeriodSeconds")).isEqualTo("0");
    assertThat(reply.at("/metadata/generation")).isEqualTo("2");
    TestServer.Reply again = server.delete(DEPLOYMENTS + "/d");
    assertThat(again.text()).isEqualTo(reply.text());
    assertThat(watch.summary()).containsExactly("MODIFIED d");
  }

  @Test
  void removingTheLastFinalizerRemovesTheObjectInTheSameRequest() {
    server.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"finalizers\":[\"x/y\"]}}");
    server.delete(MAPS + "/a");
    TestServer.Watching watch =
        server.watch(MAPS + "?watch=1&resourceVersion=" + server.core.faults().resourceVersion());
    TestServer.Reply reply =
        server.patch(MAPS + "/a", "merge-patch+json", "{\"metadata\":{\"finalizers\":null}}");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.at("/metadata/name")).isEqualTo("a");
    assertThat(watch.summary()).containsExactly("DELETED a");
    assertThat(server.get(MAPS + "/a").status()).isEqualTo(404);
  }

  @Test
  void noFinalizerCanBeAddedToADeletingObject() {
    server.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"finalizers\":[\"x/y\"]}}");
    server.delete(MAPS + "/a");
    TestServer.Reply reply =
        server.put(MAPS + "/a", "{\"metadata\":{\"name\":\"a\",\"finalizers\":[\"x/y\",\"x/z\"]}}");
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.message())
        .endsWith(
            "no new finalizers can be added if the object is being deleted, found new finalizers"
                + " []string{\"x/z\"}");
  }

  @Test
  void deletionTimestampIsKeptWhateverTheBodySays() {
    server.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"finalizers\":[\"x/y\"]}}");
    String time = server.delete(MAPS + "/a").at("/metadata/deletionTimestamp");
    TestServer.Reply reply = server.put(
        MAPS + "/a",
        "{\"metadata\":{\"name\":\"a\",\"finalizers\":[\"x/y\"]},\"data\":{\"k\":\"w\"}}");
    assertThat(reply.at("/metadata/deletionTimestamp")).isEqualTo(time);
  }

  @Test
  void policiesAddTheirFinalizer() {
    server.configMap("a");
    assertThat(server
            .delete(MAPS + "/a?propagationPolicy=Foreground")
            .json()
            .at("/metadata/finalizers")
            .toString())
        .isEqualTo("[\"foregroundDeletion\"]");
    server.configMap("b");
    assertThat(server
            .delete(MAPS + "/b", "{\"orphanDependents\":true}")
            .json()
            .at("/metadata/finalizers")
            .toString())
        .isEqualTo("[\"orphan\"]");
    server.post(
        "/apis/batch/v1/namespaces/default/jobs",
        "{\"metadata\":{\"name\":\"j\"},\"spec\":{\"template\":{\"spec\":{\"restartPolicy\":\"Never\","
            + "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}");
    assertThat(server
            .delete("/apis/batch/v1/namespaces/default/jobs/j")
            .json()
            .at("/metadata/finalizers")
            .toString())
        .as("jobs orphan by default")
        .isEqualTo("[\"orphan\"]");
    assertThat(server.delete(MAPS + "/x", "{\"propagationPolicy\":\"No\"}").status())
        .isEqualTo(422);
  }

  @Test
  void orphanDependentsFalseIs202WhileTheObjectIsThere() {
    server.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"finalizers\":[\"x/y\"]}}");
    assertThat(server.delete(MAPS + "/a", "{\"orphanDependents\":false}").status())
        .isEqualTo(202);
    server.configMap("b");
    assertThat(server.delete(MAPS + "/b", "{\"orphanDependents\":false}").status())
        .isEqualTo(200);
  }

  @Test
  void aScheduledPodIsDeletedGracefully() {
    pod("p", "n1", "[]");
    TestServer.Watching watch =
        server.watch(PODS + "?watch=1&resourceVersion=" + server.core.faults().resourceVersion());
    TestServer.Reply first = server.delete(PODS + "/p");
    assertThat(first.at("/metadata/deletionGracePeriodSeconds")).isEqualTo("30");
    assertThat(first.at("/metadata/deletionTimestamp"))
        .isEqualTo(server.runtime.now().plusSeconds(30).toString());
    TestServer.Reply longer = server.delete(PODS + "/p", "{\"gracePeriodSeconds\":60}");
    assertThat(longer.at("/metadata/deletionGracePeriodSeconds"))
        .as("never longer")
        .isEqualTo("30");
    TestServer.Reply shorter = server.delete(PODS + "/p", "{\"gracePeriodSeconds\":5}");
    assertThat(shorter.at("/metadata/deletionTimestamp"))
        .isEqualTo(server.runtime.now().plusSeconds(5).toString());
    assertThat(server.delete(PODS + "/p", "{\"gracePeriodSeconds\":0}").at("/kind"))
        .isEqualTo("Pod");
    assertThat(server.get(PODS + "/p").status()).isEqualTo(404);
    assertThat(watch.summary())
        .containsExactly("MODIFIED p", "MODIFIED p", "MODIFIED p", "DELETED p");
  }

  @Test
  void aGraceBeyondAllTimeEndsWhereGoCountsToIt() {
    Instant now = server.runtime.now();
    for (String grace : List.of("9223372036", "1000000000000", "9223372036854775807")) {
      pod("p" + grace, "n", "[]");
      TestServer.Reply reply =
          server.delete(PODS + "/p" + grace, "{\"gracePeriodSeconds\":" + grace + "}");
      assertThat(reply.status()).as(reply.text()).isEqualTo(200);
      assertThat(reply.at("/metadata/deletionGracePeriodSeconds")).isEqualTo(grace);
      long nanos = new BigInteger(grace + "000000000").longValue(); // the lowest 64 bits
      assertThat(reply.at("/metadata/deletionTimestamp"))
          .isEqualTo(now.plusNanos(nanos).truncatedTo(ChronoUnit.SECONDS).toString())
          .matches("[0-9]{4}-.*");
      TestServer.Reply shorter = server.delete(PODS + "/p" + grace, "{\"gracePeriodSeconds\":5}");
      assertThat(shorter.at("/metadata/deletionTimestamp"))
          .isEqualTo(now.plusNanos(nanos)
              .truncatedTo(ChronoUnit.SECONDS)
              .minusNanos(nanos)
              .plusSeconds(5)
              .truncatedTo(ChronoUnit.SECONDS)
              .toString());
    }
  }

  @Test
  void aPodThatNeverRanOrHasFinishedGoesAtOnce() {
    pod("unscheduled", "", "[]");
    server.delete(PODS + "/unscheduled");
    assertThat(server.get(PODS + "/unscheduled").status()).isEqualTo(404);
    pod("done", "n1", "[]");
    server.patch(
        PODS + "/done/status", "merge-patch+json", "{\"status\":{\"phase\":\"Succeeded\"}}");
    server.delete(PODS + "/done");
    assertThat(server.get(PODS + "/done").status()).isEqualTo(404);
  }

  @Test
  void preconditionsMustHold() {
    TestServer.Reply created = server.configMap("a");
    TestServer.Reply uid = server.delete(MAPS + "/a", "{\"preconditions\":{\"uid\":\"other\"}}");
    assertThat(uid.status()).isEqualTo(409);
    assertThat(uid.message())
        .isEqualTo("Operation cannot be fulfilled on ConfigMap \"a\": the UID in the precondition"
            + " (other) does not match the UID in record ("
            + created.at("/metadata/uid")
            + "). The object might have been deleted and then recreated");
    TestServer.Reply version =
        server.delete(MAPS + "/a", "{\"preconditions\":{\"resourceVersion\":\"1\"}}");
    assertThat(version.status()).isEqualTo(409);
    assertThat(version.message()).contains("the ResourceVersion in the precondition (1)");
    assertThat(server
            .delete(
                MAPS + "/a",
                "{\"preconditions\":{\"resourceVersion\":\"" + created.resourceVersion() + "\"}}")
            .status())
        .isEqualTo(200);
  }

  @Test
  void dryRunDeletesNothing() {
    server.configMap("a");
    assertThat(server.delete(MAPS + "/a?dryRun=All").status()).isEqualTo(200);
    assertThat(server.delete(MAPS + "/a", "{\"dryRun\":[\"All\"]}").status()).isEqualTo(200);
    assertThat(server.get(MAPS + "/a").status()).isEqualTo(200);
  }

  @Test
  void deleteCollectionTakesWhatItsSelectorTakes() {
    server.configMap("a", "{\"app\":\"x\"}");
    server.configMap("b");
    server.configMap("c", "{\"app\":\"x\"}");
    TestServer.Reply reply = server.delete(MAPS + "?labelSelector=app%3Dx");
    assertThat(reply.at("/kind")).isEqualTo("ConfigMapList");
    assertThat(reply.names()).containsExactly("a", "c");
    assertThat(server.get(MAPS).names()).containsExactly("b");
  }

  @Test
  void aNamespaceLivesUntilItIsFinalized() {
    TestServer.Reply created = server.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"x\"}}");
    assertThat(created.json().at("/spec/finalizers").toString()).isEqualTo("[\"kubernetes\"]");
    assertThat(created.at("/status/phase")).isEqualTo("Active");
    TestServer.Reply deleted = server.delete("/api/v1/namespaces/x");
    assertThat(deleted.at("/status/phase")).isEqualTo("Terminating");
    assertThat(deleted.at("/metadata/deletionTimestamp")).isNotEmpty();
    assertThat(server.get("/api/v1/namespaces/x").status()).isEqualTo(200);
    TestServer.Reply finalized = server.put(
        "/api/v1/namespaces/x/finalize",
        "{\"metadata\":{\"name\":\"x\"},\"spec\":{\"finalizers\":[]}}");
    assertThat(finalized.status()).isEqualTo(200);
    assertThat(server.get("/api/v1/namespaces/x").status()).isEqualTo(404);
  }

  @Test
  void theFirstNamespacesExistAndSomeCannotBeDeleted() {
    assertThat(server.get("/api/v1/namespaces").names())
        .containsExactly("default", "kube-node-lease", "kube-public", "kube-system");
    assertThat(server.delete("/api/v1/namespaces/default").status()).isEqualTo(403);
  }

  @Test
  void evictionDeletesUnlessABudgetForbidsIt() {
    pod("p", "n1", "[]");
    server.patch(PODS + "/p", "merge-patch+json", "{\"metadata\":{\"labels\":{\"app\":\"x\"}}}");
    server.patch(PODS + "/p/status", "merge-patch+json", "{\"status\":{\"phase\":\"Running\"}}");
    server.post(
        "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
        "{\"metadata\":{\"name\":\"b\"},\"spec\":{\"selector\":{\"matchLabels\":{\"app\":\"x\"}}}}");
    String eviction =
        "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"p\"}}";
    TestServer.Reply refused = server.post(PODS + "/p/eviction", eviction);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.message())
        .isEqualTo("Cannot evict pod as it would violate the pod's disruption budget.");
    assertThat(refused.json().path("details").toString())
        .isEqualTo(
            "{\"causes\":[{\"reason\":\"DisruptionBudget\",\"message\":\"The disruption budget b is still being"
                + " processed by the server.\"}],\"retryAfterSeconds\":10}");
    allow("b", 1);
    assertThat(server
            .post(PODS + "/p/eviction", eviction.replace("\"p\"", "\"q\""))
            .status())
        .as("another pod's name")
        .isEqualTo(400);
    assertThat(server.post(PODS + "/p/eviction", eviction).status()).isEqualTo(201);
    assertThat(server.get(PODS + "/p").at("/metadata/deletionTimestamp")).isNotEmpty();
  }

  private static final String BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";

  private void allow(String budget, int disruptions) {
    server.patch(
        BUDGETS + "/" + budget + "/status",
        "merge-patch+json",
        "{\"status\":{\"observedGeneration\":1,\"desiredHealthy\":2,\"currentHealthy\":2,\"disruptionsAllowed\":"
            + disruptions + "}}");
  }

  private void ready(String name) {
    pod(name, "n1", "[]");
    server.patch(
        PODS + "/" + name, "merge-patch+json", "{\"metadata\":{\"labels\":{\"app\":\"x\"}}}");
    server.patch(
        PODS + "/" + name + "/status",
        "merge-patch+json",
        "{\"status\":{\"phase\":\"Running\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]}}");
  }

  @Test
  void everyEvictionCostsItsBudget() {
    List.of("p", "q", "r").forEach(this::ready);
    String selector = "{\"selector\":{\"matchLabels\":{\"app\":\"x\"}}}";
    server.post(BUDGETS, "{\"metadata\":{\"name\":\"b\"},\"spec\":" + selector + "}");
    allow("b", 1);
    assertThat(
            server.post(PODS + "/p/eviction", "{\"metadata\":{\"name\":\"p\"}}").status())
        .isEqualTo(201);
    JsonNode budget = server.get(BUDGETS + "/b").json().path("status");
    assertThat(budget.path("disruptionsAllowed").asInt()).isZero();
    assertThat(budget.path("disruptedPods").has("p")).isTrue();
    TestServer.Reply second = server.post(PODS + "/q/eviction", "{\"metadata\":{\"name\":\"q\"}}");
    assertThat(second.status()).isEqualTo(429);
    assertThat(second.json().at("/details/causes/0/message").asText())
        .isEqualTo("The disruption budget b needs 2 healthy pods and has 2 currently");
    assertThat(
            server.post(PODS + "/p/eviction", "{\"metadata\":{\"name\":\"p\"}}").status())
        .as("a pod that is going costs nothing")
        .isEqualTo(201);
    assertThat(server.get(PODS + "/p").json().at("/status/conditions"))
        .filteredOn(condition -> condition.path("type").asText().equals("DisruptionTarget"))
        .hasSize(1);
    server.patch(
        PODS + "/r/status",
        "merge-patch+json",
        "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"False\"}]}}");
    assertThat(
            server.post(PODS + "/r/eviction", "{\"metadata\":{\"name\":\"r\"}}").status())
        .as("not ready, and enough others are")
        .isEqualTo(201);
    server.post(BUDGETS, "{\"metadata\":{\"name\":\"c\"},\"spec\":" + selector + "}");
    assertThat(
            server.post(PODS + "/q/eviction", "{\"metadata\":{\"name\":\"q\"}}").status())
        .as("two budgets")
        .isEqualTo(500);
  }

  @Test
  void bindingSchedulesAPodOnce() {
    pod("p", "", "[]");
    String binding =
        "{\"metadata\":{\"name\":\"p\"},\"target\":{\"kind\":\"Node\",\"name\":\"n1\"}}";
    assertThat(server.post(PODS + "/p/binding", binding).status()).isEqualTo(201);
    JsonNode pod = server.get(PODS + "/p").json();
    assertThat(pod.at("/spec/nodeName").asText()).isEqualTo("n1");
    assertThat(pod.at("/status/conditions/0/type").asText()).isEqualTo("PodScheduled");
    assertThat(server.post(PODS + "/p/binding", binding).status()).isEqualTo(409);
    pod("q", "", "[]");
    assertThat(server
            .post("/api/v1/namespaces/default/bindings", binding.replace("\"p\"", "\"q\""))
            .status())
        .isEqualTo(201);
    assertThat(server.get(PODS + "?fieldSelector=spec.nodeName%3Dn1").names())
        .isEqualTo(List.of("p", "q"));
  }

  @Test
  void bindingIsHeldToItsPodAndGivesItItsAnnotations() {
    pod("p", "", "[]");
    String target = "\"target\":{\"name\":\"n1\"}}";
    assertThat(server
            .post(PODS + "/p/binding", "{\"metadata\":{\"name\":\"q\"}," + target)
            .status())
        .isEqualTo(400);
    assertThat(server
            .post(PODS + "/p/binding", "{\"metadata\":{\"name\":\"p\",\"uid\":\"x\"}," + target)
            .status())
        .isEqualTo(409);
    assertThat(server
            .post(
                PODS + "/p/binding",
                "{\"metadata\":{\"name\":\"p\"},\"target\":{\"kind\":\"Pod\",\"name\":\"n1\"}}")
            .message())
        .isEqualTo(
            "target.kind: Unsupported value: \"Pod\": supported values: \"Node\", \"<empty>\"");
    assertThat(server
            .post(PODS + "/p/binding", "{\"metadata\":{\"name\":\"p\"},\"target\":{}}")
            .status())
        .isEqualTo(500);
    server.post(
        PODS + "/p/binding",
        "{\"metadata\":{\"name\":\"p\",\"annotations\":{\"a\":\"1\"},\"labels\":{\"l\":\"2\"}},"
            + target);
    JsonNode pod = server.get(PODS + "/p").json();
    assertThat(pod.at("/metadata/annotations/a").asText()).isEqualTo("1");
    assertThat(pod.at("/metadata/labels/l").asText()).isEqualTo("2");
  }

  @Test
  void anEvictionThatIsOnlyTriedChangesNothing() {
    pod("p", "n", "[]");
    String before = server.get(PODS + "/p").text();
    TestServer.Reply tried =
        server.post(PODS + "/p/eviction?dryRun=All", "{\"metadata\":{\"name\":\"p\"}}");
    assertThat(tried.status()).isEqualTo(201);
    assertThat(server.get(PODS + "/p").text()).isEqualTo(before);
  }

  @Test
  void anEvictionMayNameTheVersionItMeans() {
    pod("p", "n", "[]");
    String version = server.get(PODS + "/p").at("/metadata/resourceVersion");
    String eviction = "{\"metadata\":{\"name\":\"p\"},\"deleteOptions\":{\"preconditions\":{"
        + "\"resourceVersion\":\"%s\"}}}";
    assertThat(server.post(PODS + "/p/eviction", eviction.formatted("1")).status())
        .isEqualTo(409);
    assertThat(server.get(PODS + "/p").at("/metadata/resourceVersion")).isEqualTo(version);
    assertThat(server.post(PODS + "/p/eviction", eviction.formatted(version)).status())
        .isEqualTo(201);
    assertThat(server.get(PODS + "/p").at("/status/conditions/0/type"))
        .isEqualTo("DisruptionTarget");
  }

  @Test
  void aPolicyThatComesWhileAGraceRunsIsNotHeard() {
    pod("p", "n", "[]");
    server.delete(PODS + "/p");
    String before = server.get(PODS + "/p").text();
    server.delete(PODS + "/p", "{\"propagationPolicy\":\"Foreground\"}");
    assertThat(server.get(PODS + "/p").text()).isEqualTo(before);
    server.delete(PODS + "/p", "{\"gracePeriodSeconds\":0}");
    assertThat(server.get(PODS + "/p").status()).isEqualTo(404);
  }

  @Test
  void anEmptyDryRunIsRefusedAndDeletesNothing() {
    server.configMap("a");
    assertThat(server.delete(MAPS + "/a?dryRun=").status()).isEqualTo(422);
    assertThat(server.get(MAPS + "/a").status()).isEqualTo(200);
  }
}

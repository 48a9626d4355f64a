package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Patches and subresources, as requests. */
@Timeout(30)
class PatchRequestTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

  private final TestServer server = new TestServer();

  private void deployment() {
    server.post(
        DEPLOYMENTS,
        "{\"metadata\":{\"name\":\"d\"},\"spec\":{\"replicas\":2,\"selector\":{\"matchLabels\":{\"a\":\"b\","
            + "\"A\":\"c\"}},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\",\"A\":\"c\"}},\"spec\":{\"containers\":[{\"name\":\"one\",\"image\":\"i1\"},"
            + "{\"name\":\"two\",\"image\":\"i2\"}]}}}}");
  }

  @Test
  void jsonPatchIsApplied() {
    server.configMap("a");
    TestServer.Reply reply = server.patch(
        MAPS + "/a",
        "json-patch+json",
        "[{\"op\":\"test\",\"path\":\"/data/k\",\"value\":\"v\"},"
            + "{\"op\":\"add\",\"path\":\"/data/n\",\"value\":\"w\"}]");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.at("/data/n")).isEqualTo("w");
  }

  @Test
  void jsonPatchTestsThatAMemberIsMissing() {
    server.configMap("a");
    String add = "[{\"op\":\"test\",\"path\":\"/metadata/finalizers\",\"value\":null},"
        + "{\"op\":\"add\",\"path\":\"/metadata/finalizers\",\"value\":[\"example.com/f\"]}]";
    TestServer.Reply first = server.patch(MAPS + "/a", "json-patch+json", add);
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.at("/metadata/finalizers/0")).isEqualTo("example.com/f");
    assertThat(server.patch(MAPS + "/a", "json-patch+json", add).status()).isEqualTo(422);
  }

  @Test
  void failedJsonPatchIs422AndMalformedIs400() {
    server.configMap("a");
    TestServer.Reply failed = server.patch(
        MAPS + "/a",
        "json-patch+json",
        "[{\"op\":\"test\",\"path\":\"/data/k\",\"value\":\"other\"}]");
    assertThat(failed.status()).isEqualTo(422);
    assertThat(failed.reason()).isEqualTo("Invalid");
    assertThat(failed.message())
        .isEqualTo("the server rejected our request due to an error in our request");
    assertThat(server.patch(MAPS + "/a", "json-patch+json", "{}").status()).isEqualTo(400);
    assertThat(server.patch(MAPS + "/a", "json-patch+json", "[").status()).isEqualTo(400);
    assertThat(server.patch(MAPS + "/a", "merge-patch+json", "[]").status()).isEqualTo(400);
    assertThat(server.patch(MAPS + "/a", "merge-patch+json", "").status()).isEqualTo(400);
  }

  @Test
  void mergePatchOfAMissingObjectIs404() {
    assertThat(server.patch(MAPS + "/a", "merge-patch+json", "{}").status()).isEqualTo(404);
  }

  @Test
  void versionInAPatchIsALock() {
    long version = server.configMap("a").resourceVersion();
    String patch = "{\"metadata\":{\"resourceVersion\":\"%s\"},\"data\":{\"k\":\"w\"}}";
    assertThat(server
            .patch(MAPS + "/a", "merge-patch+json", patch.formatted(version - 1))
            .status())
        .isEqualTo(409);
    assertThat(server
            .patch(MAPS + "/a", "merge-patch+json", patch.formatted(version))
            .status())
        .isEqualTo(200);
  }

  @Test
  void aPatchThatChangesNothingMakesNoVersion() {
    long version = server.configMap("a").resourceVersion();
    assertThat(server
            .patch(MAPS + "/a", "merge-patch+json", "{\"data\":{\"k\":\"v\"}}")
            .resourceVersion())
        .isEqualTo(version);
  }

  @Test
  void strategicPatchMergesContainersByName() {
    deployment();
    TestServer.Reply reply = server.patch(
        DEPLOYMENTS + "/d",
        "strategic-merge-patch+json",
        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"two\",\"image\":\"i3\"}]}}}}");
    assertThat(reply.json().at("/spec/template/spec/containers").toString())
        .isEqualTo("[{\"name\":\"one\",\"image\":\"i1\"},{\"name\":\"two\",\"image\":\"i3\"}]");
    assertThat(reply.at("/metadata/generation")).isEqualTo("2");
  }

  @Test
  void nullsInListsAreZerosInStrategicPatchesAsInOthers() {
    String access = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/";
    record Case(String path, String body, String patch) {}
    for (Case one : List.of(
        new Case(
            access + "rolebindings",
            "\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"Role\",\"name\":\"r\"}",
            "{\"subjects\":[null]}"),
        new Case(
            access + "roles",
            "\"rules\":[]",
            "{\"rules\":[{\"apiGroups\":[\"\"],\"resources\":[\"pods\"],\"verbs\":[null]}]}"),
        new Case(
            "/api/v1/namespaces/default/endpoints",
            "\"subsets\":[]",
            "{\"subsets\":[{\"addresses\":[{\"ip\":\"10.0.0.1\"}],\"ports\":[null]}]}"),
        new Case(
            "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
            "\"addressType\":\"IPv4\",\"endpoints\":[]",
            "{\"ports\":[null]}"),
        new Case(
            "/api/v1/namespaces/default/limitranges",
            "\"spec\":{\"limits\":[]}",
            "{\"spec\":{\"limits\":[null]}}"),
        new Case(
            "/api/v1/namespaces/default/services",
            "\"spec\":{\"clusterIP\":\"None\",\"selector\":{\"a\":\"b\"}}",
            "{\"spec\":{\"ports\":[null]}}"))) {
      TestServer.Reply created =
          server.post(one.path, "{\"metadata\":{\"name\":\"n\"}," + one.body + "}");
      assertThat(created.status()).as(created.text()).isEqualTo(201);
      String tried = one.path + "/n?dryRun=All";
      TestServer.Reply strategic = server.patch(tried, "strategic-merge-patch+json", one.patch);
      assertThat(strategic.status()).as(one.path + strategic.text()).isIn(200, 422);
      assertThat(strategic.text())
          .isEqualTo(server.patch(tried, "merge-patch+json", one.patch).text());
    }
  }

  @Test
  void nullsInListsOfAStrategicPatchAreNotStored() {
    deployment();
    TestServer.Reply reply = server.patch(
        DEPLOYMENTS + "/d",
        "strategic-merge-patch+json",
        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"one\",\"args\":[null]}]}}}}");
    assertThat(reply.json().at("/spec/template/spec/containers/0/args").toString())
        .isEqualTo("[\"\"]");
  }

  @Test
  void applyPatchIs415() {
    server.configMap("a");
    TestServer.Reply reply = server.call(
        "PATCH", MAPS + "/a", Map.of("content-type", "application/apply-patch+yaml"), "{}");
    assertThat(reply.status()).isEqualTo(415);
    assertThat(reply.message())
        .isEqualTo(
            "the body of the request was in an unknown format - accepted media types include:"
                + " application/json-patch+json, application/merge-patch+json,"
                + " application/strategic-merge-patch+json");
  }

  @Test
  void forceIsForApplyOnly() {
    server.configMap("a");
    TestServer.Reply reply = server.patch(MAPS + "/a?force=true", "merge-patch+json", "{}");
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.message())
        .contains("force: Forbidden: may not be specified for non-apply patch");
  }

  @Test
  void statusSubresourceTakesOnlyStatusAndKeepsTheGeneration() {
    deployment();
    TestServer.Reply reply = server.put(
        DEPLOYMENTS + "/d/status",
        "{\"metadata\":{\"name\":\"d\"},\"spec\":{\"replicas\":99},\"status\":{\"replicas\":2}}");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.at("/spec/replicas")).isEqualTo("2");
    assertThat(reply.at("/status/replicas")).isEqualTo("2");
    assertThat(reply.at("/metadata/generation")).isEqualTo("1");
    assertThat(server.get(DEPLOYMENTS + "/d/status").at("/status/replicas")).isEqualTo("2");
    assertThat(server
            .patch(DEPLOYMENTS + "/d/status", "merge-patch+json", "{\"status\":{\"replicas\":3}}")
            .at("/status/replicas"))
        .isEqualTo("3");
  }

  @Test
  void scaleSubresourceShowsAndSetsReplicas() {
    deployment();
    TestServer.Reply scale = server.get(DEPLOYMENTS + "/d/scale");
    assertThat(scale.at("/kind")).isEqualTo("Scale");
    assertThat(scale.at("/apiVersion")).isEqualTo("autoscaling/v1");
    assertThat(scale.at("/spec/replicas")).isEqualTo("2");
    assertThat(scale.at("/status/selector")).isEqualTo("A=c,a=b");
    TestServer.Reply set = server.put(
        DEPLOYMENTS + "/d/scale",
        scale.text().replace("\"spec\":{\"replicas\":2}", "\"spec\":{\"replicas\":5}"));
    assertThat(set.at("/spec/replicas")).isEqualTo("5");
    assertThat(server.get(DEPLOYMENTS + "/d").at("/spec/replicas")).isEqualTo("5");
    assertThat(server.get(DEPLOYMENTS + "/d").at("/metadata/generation")).isEqualTo("2");
    assertThat(server
            .patch(DEPLOYMENTS + "/d/scale", "merge-patch+json", "{\"spec\":{\"replicas\":1}}")
            .at("/spec/replicas"))
        .isEqualTo("1");
    assertThat(server.put(DEPLOYMENTS + "/d/scale", scale.text()).status())
        .as("stale")
        .isEqualTo(409);
    assertThat(server
            .patch(DEPLOYMENTS + "/d/scale", "merge-patch+json", "{\"spec\":{\"replicas\":-1}}")
            .status())
        .isEqualTo(422);
  }

  @Test
  void scaleShowsTheWholeSelector() {
    server.post(DEPLOYMENTS, """
        {"metadata":{"name":"e"},"spec":{"selector":{"matchLabels":{"c":"d"},"matchExpressions":[
          {"key":"x","operator":"Exists"},{"key":"a","operator":"In","values":["2","1"]},
          {"key":"y","operator":"DoesNotExist"}]},
         "template":{"metadata":{"labels":{"a":"1","c":"d","x":"x"}},
          "spec":{"containers":[{"name":"n","image":"i"}]}}}}
        """);
    assertThat(server.get(DEPLOYMENTS + "/e/scale").at("/status/selector"))
        .isEqualTo("a in (1,2),c=d,x,!y");
  }

  @Test
  void unknownSubresourceIs404AndWrongVerbIs405() {
    server.configMap("a");
    deployment();
    assertThat(server.get(MAPS + "/a/status").status()).isEqualTo(404);
    assertThat(server.post(DEPLOYMENTS + "/d/scale", "{}").status()).isEqualTo(405);
  }

  @Test
  void unknownFieldsAreDroppedWithAWarningOrRefused() {
    String body = "{\"metadata\":{\"name\":\"x\"},\"spec\":{\"replicas\":1,\"replikas\":2,"
        + TestServer.TEMPLATE + "}}";
    TestServer.Reply warned = server.post(DEPLOYMENTS, body);
    assertThat(warned.headers())
        .containsEntry("Warning", "299 - \"unknown field \\\"spec.replikas\\\"\"");
    assertThat(warned.json().path("spec").has("replikas")).isFalse();
    TestServer.Reply strict =
        server.post(DEPLOYMENTS + "?fieldValidation=Strict", body.replace("\"x\"", "\"y\""));
    assertThat(strict.status()).isEqualTo(400);
    assertThat(strict.message())
        .isEqualTo("Deployment in version \"v1\" cannot be handled as a Deployment: strict decoding"
            + " error: unknown field \"spec.replikas\"");
    TestServer.Reply ignored =
        server.post(DEPLOYMENTS + "?fieldValidation=Ignore", body.replace("\"x\"", "\"z\""));
    assertThat(ignored.headers()).doesNotContainKey("Warning");
    assertThat(server
            .patch(
                DEPLOYMENTS + "/x?fieldValidation=Strict",
                "merge-patch+json",
                "{\"spec\":{\"nonsense\":1}}")
            .status())
        .isEqualTo(422);
  }

  @Test
  void eventsAreOneStoreWithTwoFaces() {
    TestServer.Reply created = server.post(
        "/api/v1/namespaces/default/events",
        "{\"metadata\":{\"name\":\"e\"},\"involvedObject\":{\"kind\":\"Pod\",\"namespace\":\"default\","
            + "\"name\":\"p\"},\"message\":\"hello\",\"count\":3,\"reason\":\"Started\"}");
    assertThat(created.status()).as(created.text()).isEqualTo(201);
    TestServer.Reply other = server.get("/apis/events.k8s.io/v1/namespaces/default/events/e");
    assertThat(other.at("/apiVersion")).isEqualTo("events.k8s.io/v1");
    assertThat(other.at("/note")).isEqualTo("hello");
    assertThat(other.at("/regarding/name")).isEqualTo("p");
    assertThat(other.at("/deprecatedCount")).isEqualTo("3");
    assertThat(server
            .get("/apis/events.k8s.io/v1/events?fieldSelector=regarding.name%3Dp")
            .names())
        .containsExactly("e");
    assertThat(
            server.get("/api/v1/events?fieldSelector=involvedObject.name%3Dq").names())
        .isEmpty();
    TestServer.Reply elsewhere = server.post(
        "/api/v1/namespaces/default/events",
        "{\"metadata\":{\"name\":\"f\"},\"involvedObject\":{\"namespace\":\"x\"}}");
    assertThat(elsewhere.status()).isEqualTo(422);
    assertThat(elsewhere.message())
        .endsWith("involvedObject.namespace: Invalid value: \"x\": does not match event.namespace");
  }

  @Test
  void autoscalersAreConvertedBetweenTheirVersions() {
    String first = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
    String second = first.replace("v1", "v2");
    TestServer.Reply created = server.post(
        first,
        "{\"metadata\":{\"name\":\"h\"},\"spec\":{\"maxReplicas\":3,\"scaleTargetRef\":"
            + "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"d\"},"
            + "\"targetCPUUtilizationPercentage\":80}}");
    assertThat(created.at("/spec/targetCPUUtilizationPercentage")).isEqualTo("80");
    TestServer.Reply seen = server.get(second + "/h");
    assertThat(seen.at("/spec/metrics/0/resource/target/averageUtilization")).isEqualTo("80");
    server.patch(
        second + "/h",
        "merge-patch+json",
        "{\"spec\":{\"behavior\":{\"scaleUp\":{\"stabilizationWindowSeconds\":7}}}}");
    TestServer.Reply back = server.get(first + "/h");
    server.put(first + "/h", back.text().replace("80", "70"));
    TestServer.Reply after = server.get(second + "/h");
    assertThat(after.at("/spec/metrics/0/resource/target/averageUtilization")).isEqualTo("70");
    assertThat(after.at("/spec/behavior/scaleUp/stabilizationWindowSeconds")).isEqualTo("7");
  }

  @Test
  void eventsExpireAnHourAfterTheirLastWrite() {
    String events = "/api/v1/namespaces/default/events";
    String body = "{\"metadata\":{\"name\":\"%s\"},\"involvedObject\":{\"namespace\":\"default\"}}";
    server.post(events, body.formatted("touched"));
    server.post(events, body.formatted("left"));
    TestServer.Watching watch = server.watch(events + "?watch=1&resourceVersion="
        + server.core.faults().resourceVersion() + "&timeoutSeconds=9999");
    server.advance(1800);
    server.patch(events + "/touched", "merge-patch+json", "{\"count\":2}");
    assertThat(watch.summary()).containsExactly("MODIFIED touched");
    server.advance(1800);
    assertThat(watch.summary()).containsExactly("DELETED left");
    server.advance(1800);
    assertThat(watch.summary()).containsExactly("DELETED touched");
  }

  @Test
  void patchOfTooManyOperationsIsTooLarge() {
    server.configMap("a");
    String operation = "{\"op\":\"test\",\"path\":\"/kind\",\"value\":\"ConfigMap\"}";
    TestServer.Reply reply = server.patch(
        "/api/v1/namespaces/default/configmaps/a",
        "json-patch+json",
        "[" + operation + ("," + operation).repeat(10_000) + "]");
    assertThat(reply.status()).isEqualTo(413);
    assertThat(reply.message())
        .isEqualTo("Request entity too large: The allowed maximum operations in a JSON patch is"
            + " 10000, got 10001");
  }

  @Test
  void whetherAPatchCanBeReadIsLookedAtWhenThereIsSomethingToPatch() {
    String missing = "/api/v1/namespaces/default/configmaps/missing";
    assertThat(server.patch(missing, "merge-patch+json", "{").status()).isEqualTo(404);
    server.configMap("a");
    assertThat(server
            .patch("/api/v1/namespaces/default/configmaps/a", "merge-patch+json", "{")
            .status())
        .isEqualTo(400);
  }
}

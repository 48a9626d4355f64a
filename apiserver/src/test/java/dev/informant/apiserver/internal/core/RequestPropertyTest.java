package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.testkit.Draw;
import dev.informant.testkit.Seeds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/** Whatever is asked, the server answers, and never with a failure of its own. */
class RequestPropertyTest {
  private record Call(
      String method, String path, String query, String type, String body, String accept) {}

  private final TestServer server = new TestServer();

  private static Call call(RandomGenerator random) {
    String method =
        Draw.oneOf(random, "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "");
    String path = Draw.oneOf(
        random,
        "/api/v1/namespaces/default/configmaps",
        "/api/v1/namespaces/default/configmaps/a",
        "/api/v1/namespaces/default/pods",
        "/api/v1/namespaces/default/pods/a",
        "/api/v1/namespaces/default/pods/a/status",
        "/api/v1/namespaces/default/pods/a/binding",
        "/api/v1/namespaces/default/pods/a/eviction",
        "/api/v1/namespaces/a",
        "/api/v1/namespaces",
        "/api/v1/namespaces/a/finalize",
        "/apis/apps/v1/namespaces/default/deployments",
        "/apis/apps/v1/namespaces/default/deployments/a",
        "/apis/apps/v1/namespaces/default/deployments/a/scale",
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/a.b",
        "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers",
        "/apis/events.k8s.io/v1/namespaces/default/events",
        "/api/v1/watch/pods",
        "/api",
        "/apis/",
        "/",
        "//",
        "",
        "/api/v1/",
        "/apis/apps",
        "/openapi/v3/apis/apps/v1",
        "/apis/b/v1/as",
        "/apis/b/v1/namespaces/default/as/x");
    String query = Draw.oneOf(
        random,
        "",
        "?watch=1",
        "?limit=-5",
        "?limit=x",
        "?continue=e30",
        "?resourceVersion=-1",
        "?resourceVersion=99999999999999999999",
        "?resourceVersion=0",
        "?timeoutSeconds=99999999999999",
        "?labelSelector=%21",
        "?fieldSelector=%3D",
        "?dryRun=All",
        "?dryRun=x",
        "?fieldValidation=Strict",
        "?watch=1&sendInitialEvents=",
        "?gracePeriodSeconds=-9",
        "?propagationPolicy=Orphan",
        "?pretty=1");
    String type = Draw.oneOf(
        random,
        "application/json",
        "application/json-patch+json",
        "application/merge-patch+json",
        "application/strategic-merge-patch+json",
        "application/apply-patch+yaml",
        "",
        ";;;");
    String body = Draw.oneOf(
        random,
        "",
        "{}",
        "[]",
        "null",
        "1e999999999",
        "\u0000",
        "{\"metadata\":{\"name\":\"a\"}}",
        "{\"metadata\":{\"name\":\"a\",\"namespace\":\"default\"},\"spec\":[],\"status\":[]}",
        "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"finalizers\":7,\"replicas\":\"x\",\"metrics\":{}},"
            + "\"status\":{\"conditions\":{}}}",
        "{\"metadata\":{\"name\":\"a.b\"},\"spec\":{\"group\":\"b\",\"scope\":\"Namespaced\",\"names\":{"
            + "\"plural\":\"a\",\"kind\":\"A\"},\"versions\":[{\"name\":\"v1\",\"served\":true,"
            + "\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":7,\"properties\":[]}}}]},"
            + "\"status\":{\"conditions\":[3]}}",
        "{\"metadata\":{\"name\":\"a\",\"finalizers\":[\"x\"]}}",
        "{\"metadata\":{\"generateName\":\"\"}}",
        "[{\"op\":\"add\",\"path\":\"/metadata\",\"value\":3}]",
        "[{\"op\":\"replace\",\"path\":\"\",\"value\":[]}]",
        "[{\"op\":\"remove\",\"path\":\"/metadata/name\"}]",
        "{\"metadata\":null}",
        "{\"spec\":null,\"status\":null}",
        "{\"target\":{\"name\":\"n\"}}",
        "{\"gracePeriodSeconds\":\"x\",\"dryRun\":{},\"preconditions\":[]}",
        "{\"spec\":{\"replicas\":1e400}}",
        "{\"metadata\":{\"name\":\"a\",\"ownerReferences\":[{},{},{\"uid\":null}],\"labels\":{\"a\":null}}}",
        "{\"metadata\":{\"name\":\"a\",\"generation\":1e99999999999}}",
        "{\"metadata\":{\"name\":\"" + "a.".repeat(10_000) + "\"}}",
        "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"containers\":[null],\"ports\":[null]}}",
        "[".repeat(2000),
        "{\"a\":".repeat(999) + "1" + "}".repeat(999));
    String accept = Draw.oneOf(
        random, "application/json", "*/*", ";", ",", ";;q", "a;b=c;q=x", " ", "*;as=Table");
    return new Call(method, path, query, type, body, accept);
  }

  @Seeds(3000)
  void everyRequestIsAnswered(RandomGenerator random) {
    Call call = call(random);
    Map<String, String> headers = new HashMap<>(Map.of("accept", call.accept()));
    if (!call.type().isEmpty()) {
      headers.put("content-type", call.type());
    }
    CompletableFuture<ApiResponse> answer =
        server.send(call.method(), call.path() + call.query(), headers, call.body());
    server.advance(4);
    assertThat(answer).as(call.toString()).isDone();
    ApiResponse response = answer.join();
    if (response instanceof ApiResponse.Watch watch) {
      watch.stream().poll();
      watch.stream().close();
      return;
    }
    TestServer.Reply reply = TestServer.reply(response);
    assertThat(reply.text()).as(call.toString()).doesNotContain("Internal error");
    assertThat(reply.status())
        .isIn(List.of(
            200, 201, 202, 301, 400, 403, 404, 405, 409, 406, 410, 415, 422, 429, 500, 504));
  }
}

package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Create and update, and the refusals that every request can get. */
@Timeout(30)
class WriteTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
  private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases";

  private final TestServer server = new TestServer();

  @Test
  void createAnswers201WithWhatTheServerSet() {
    TestServer.Reply created = server.post(
        MAPS,
        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"uid\":\"mine\","
            + "\"deletionTimestamp\":\"2020-01-01T00:00:00Z\",\"selfLink\":\"x\"},\"data\":{\"k\":\"v\"}}");
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.at("/metadata/uid"))
        .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    assertThat(created.at("/metadata/creationTimestamp"))
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    assertThat(created.at("/metadata/namespace")).isEqualTo("default");
    assertThat(created.json().path("metadata").has("deletionTimestamp")).isFalse();
    assertThat(created.json().path("metadata").has("selfLink")).isFalse();
    assertThat(created.text())
        .startsWith("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{");
  }

  @Test
  void updateThatNamesTheUidOfADeletedLeaseDoesNotBringItBack() {
    String lease = server.post(LEASES, "{\"metadata\":{\"name\":\"a\"}}").text();
    server.delete(LEASES + "/a");
    TestServer.Reply reply = server.put(LEASES + "/a", lease);
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.message())
        .startsWith(
            "Operation cannot be fulfilled on leases.coordination.k8s.io \"a\": StorageError:"
                + " invalid object, Code: 4, Key: /registry/leases/default/a, ResourceVersion: 0,"
                + " AdditionalErrorMsg: Precondition failed: UID in precondition: ");
    assertThat(server.get(LEASES + "/a").status()).isEqualTo(404);
  }

  @Test
  void eventsOfTheFirstVersionTakeAnyNameThatCanStandInAPath() {
    for (String name : List.of("a:b", "Bad_Name", "a".repeat(300))) {
      assertThat(event("\"name\":\"" + name + "\"").status()).as(name).isEqualTo(201);
    }
    assertThat(event("\"generateName\":\"p.\"").status()).isEqualTo(201);
    assertThat(event("\"name\":\"f\",\"finalizers\":[\"x\"]").status()).isEqualTo(201);
    assertThat(event("\"name\":\"a/b\"").message())
        .isEqualTo(
            "Event \"a/b\" is invalid: metadata.name: Invalid value: \"a/b\": may not contain '/'");
  }

  private TestServer.Reply event(String metadata) {
    return server.post(
        "/api/v1/namespaces/default/events",
        "{\"metadata\":{" + metadata + "},\"involvedObject\":{\"namespace\":\"default\"}}");
  }

  @Test
  void generateNameAppendsFiveLetters() {
    TestServer.Reply created = server.post(MAPS, "{\"metadata\":{\"generateName\":\"web-\"}}");
    assertThat(created.at("/metadata/name")).matches("web-[bcdfghjklmnpqrstvwxz2456789]{5}");
    TestServer.Reply cut =
        server.post(MAPS, "{\"metadata\":{\"generateName\":\"" + "a".repeat(70) + "\"}}");
    assertThat(cut.at("/metadata/name")).hasSize(63);
    TestServer.Reply both =
        server.post(MAPS, "{\"metadata\":{\"name\":\"n\",\"generateName\":\"web-\"}}");
    assertThat(both.at("/metadata/name")).isEqualTo("n");
  }

  @Test
  void createWithoutANameIs422() {
    TestServer.Reply reply = server.post(MAPS, "{\"metadata\":{}}");
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.message())
        .isEqualTo(
            "ConfigMap \"\" is invalid: metadata.name: Required value: name or generateName is"
                + " required");
    assertThat(reply.at("/details/kind")).isEqualTo("ConfigMap");
  }

  @Test
  void createOfAnInvalidNameIs422() {
    TestServer.Reply reply = server.post(MAPS, "{\"metadata\":{\"name\":\"A_b\"}}");
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.message())
        .startsWith(
            "ConfigMap \"A_b\" is invalid: metadata.name: Invalid value: \"A_b\": a lowercase RFC 1123 subdomain");
  }

  @Test
  void createOfWhatExistsIs409() {
    server.configMap("a");
    TestServer.Reply reply = server.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}");
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.text())
        .isEqualTo(
            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
                + "\"message\":\"configmaps \\\"a\\\" already exists\",\"reason\":\"AlreadyExists\","
                + "\"details\":{\"name\":\"a\",\"kind\":\"configmaps\"},\"code\":409}\n");
  }

  @Test
  void createOfWhatIsBeingDeletedSaysSo() {
    server.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"finalizers\":[\"x/y\"]}}");
    server.delete(MAPS + "/a");
    assertThat(server.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}").message())
        .isEqualTo("object is being deleted: configmaps \"a\" already exists");
  }

  @Test
  void createWithAResourceVersionIs500() {
    TestServer.Reply reply =
        server.post(MAPS, "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"5\"}}");
    assertThat(reply.status()).isEqualTo(500);
    assertThat(reply.json().has("reason")).isFalse();
    assertThat(reply.message())
        .isEqualTo("resourceVersion should not be set on objects to be created");
  }

  @Test
  void createInAnAbsentNamespaceIs404() {
    TestServer.Reply reply =
        server.post("/api/v1/namespaces/x/configmaps", "{\"metadata\":{\"name\":\"a\"}}");
    assertThat(reply.status()).isEqualTo(404);
    assertThat(reply.message()).isEqualTo("namespaces \"x\" not found");
  }

  @Test
  void createInATerminatingNamespaceIs403WithItsCause() {
    server.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"x\"}}");
    server.delete("/api/v1/namespaces/x");
    TestServer.Reply reply =
        server.post("/api/v1/namespaces/x/configmaps", "{\"metadata\":{\"name\":\"a\"}}");
    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.message())
        .isEqualTo(
            "configmaps \"a\" is forbidden: unable to create new content in namespace x because"
                + " it is being terminated");
    assertThat(reply.json().at("/details/causes/0").toString())
        .isEqualTo(
            "{\"reason\":\"NamespaceTerminating\",\"message\":\"namespace x is being terminated\","
                + "\"field\":\"metadata.namespace\"}");
  }

  @Test
  void bodyAndPathMustAgree() {
    server.configMap("a");
    assertThat(server
            .post(MAPS, "{\"metadata\":{\"name\":\"b\",\"namespace\":\"other\"}}")
            .message())
        .isEqualTo(
            "the namespace of the provided object does not match the namespace sent on the request");
    TestServer.Reply name = server.put(MAPS + "/a", "{\"metadata\":{\"name\":\"b\"}}");
    assertThat(name.status()).isEqualTo(400);
    assertThat(name.reason()).isEqualTo("BadRequest");
    assertThat(name.message())
        .isEqualTo("the name of the object (b) does not match the name on the URL (a)");
    assertThat(server
            .post(MAPS, "{\"apiVersion\":\"x/v1\",\"metadata\":{\"name\":\"b\"}}")
            .message())
        .isEqualTo(
            "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: no kind \"ConfigMap\" is"
                + " registered for version \"x/v1\" in scheme \"pkg/runtime/scheme.go:111\"");
    assertThat(server
            .post(MAPS, "{\"kind\":\"Secret\",\"metadata\":{\"name\":\"b\"}}")
            .status())
        .isEqualTo(400);
  }

  @Test
  void malformedBodiesAre400() {
    for (String body : List.of(
        "",
        "{",
        "[]",
        "null",
        "\"x\"",
        "{} {}",
        "{\"metadata\":7}",
        "{\"metadata\":{\"name\":7}}",
        "{\"metadata\":{\"labels\":{\"a\":1}}}")) {
      int status = server.post(MAPS, body).status();
      assertThat(status).as(body).isIn(400, 422);
    }
  }

  @Test
  void oversizedBodyIs413() {
    TestServer.Reply reply = server.post(MAPS, "x".repeat(3 * 1024 * 1024 + 1));
    assertThat(reply.status()).isEqualTo(413);
    assertThat(reply.message()).isEqualTo("Request entity too large: limit is 3145728");
    assertThat(reply.reason()).isEqualTo("RequestEntityTooLarge");
  }

  @Test
  void updateWithAStaleVersionIs409() {
    long old = server.configMap("a").resourceVersion();
    server.put(MAPS + "/a", "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"w\"}}");
    TestServer.Reply reply = server.put(
        MAPS + "/a", "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"" + old + "\"}}");
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.reason()).isEqualTo("Conflict");
    assertThat(reply.message())
        .isEqualTo(
            "Operation cannot be fulfilled on configmaps \"a\": the object has been modified;"
                + " please apply your changes to the latest version and try again");
  }

  @Test
  void updateWithAnotherUidIs409() {
    String uid = server.configMap("a").at("/metadata/uid");
    TestServer.Reply reply =
        server.put(MAPS + "/a", "{\"metadata\":{\"name\":\"a\",\"uid\":\"U1\"}}");
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.message())
        .isEqualTo(
            "Operation cannot be fulfilled on configmaps \"a\": StorageError: invalid object,"
                + " Code: 4, Key: /registry/configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg:"
                + " Precondition failed: UID in precondition: U1, UID in object meta: "
                + uid);
  }

  @Test
  void updateWithoutAVersionOverwritesMostBuiltIns() {
    TestServer.Reply created = server.configMap("a");
    TestServer.Reply updated = server.put(
        MAPS + "/a",
        "{\"metadata\":{\"name\":\"a\",\"creationTimestamp\":\"2000-01-01T00:00:00Z\"},\"data\":{}}");
    assertThat(updated.status()).isEqualTo(200);
    assertThat(updated.at("/metadata/uid")).isEqualTo(created.at("/metadata/uid"));
    assertThat(updated.at("/metadata/creationTimestamp"))
        .isEqualTo(created.at("/metadata/creationTimestamp"));
  }

  @Test
  void typesThatNeedAVersionAre422WithoutIt() {
    server.post(LEASES, "{\"metadata\":{\"name\":\"a\"}}");
    TestServer.Reply reply = server.put(LEASES + "/a", "{\"metadata\":{\"name\":\"a\"}}");
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.message())
        .isEqualTo("leases.coordination.k8s.io \"a\" is invalid: metadata.resourceVersion: Invalid"
            + " value: 0: must be specified for an update");
  }

  @Test
  void updateOfWhatIsMissingIs404OrCreates() {
    TestServer.Reply missing = server.put(MAPS + "/a", "{\"metadata\":{\"name\":\"a\"}}");
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.message()).isEqualTo("configmaps \"a\" not found");
    assertThat(server.put(LEASES + "/a", "{\"metadata\":{\"name\":\"a\"}}").status())
        .isEqualTo(201);
  }

  @Test
  void aWriteThatChangesNothingHasNoVersionAndNoEvent() {
    TestServer.Reply created = server.configMap("a");
    TestServer.Watching watch =
        server.watch(MAPS + "?watch=1&resourceVersion=" + created.resourceVersion());
    TestServer.Reply same = server.put(MAPS + "/a", created.text());
    assertThat(same.status()).isEqualTo(200);
    assertThat(same.text()).isEqualTo(created.text());
    assertThat(watch.events()).isEmpty();
  }

  @Test
  void dryRunStoresNothing() {
    TestServer.Reply reply = server.post(MAPS + "?dryRun=All", "{\"metadata\":{\"name\":\"a\"}}");
    assertThat(reply.status()).isEqualTo(201);
    assertThat(reply.json().path("metadata").has("resourceVersion")).isFalse();
    assertThat(server.get(MAPS + "/a").status()).isEqualTo(404);
    server.configMap("b");
    assertThat(server
            .put(MAPS + "/b?dryRun=All", "{\"metadata\":{\"name\":\"b\"},\"data\":{\"k\":\"w\"}}")
            .at("/data/k"))
        .isEqualTo("w");
    assertThat(server.get(MAPS + "/b").at("/data/k")).isEqualTo("v");
    assertThat(server.post(MAPS + "?dryRun=some", "{}").status()).isEqualTo(422);
  }

  @Test
  void generationCountsChangesOfWhatIsNotMetadataOrStatus() {
    TestServer.Reply created = server.post(
        DEPLOYMENTS,
        "{\"metadata\":{\"name\":\"d\"},\"spec\":{\"replicas\":1," + TestServer.TEMPLATE
            + "},\"status\":{\"replicas\":9}}");
    assertThat(created.json().at("/metadata/generation").asInt()).isEqualTo(1);
    assertThat(created.json().has("status")).as("status is the subresource's").isFalse();
    TestServer.Reply labelled = server.put(
        DEPLOYMENTS + "/d",
        "{\"metadata\":{\"name\":\"d\",\"generation\":7,\"labels\":{\"a\":\"b\"}},\"spec\":{\"replicas\":1,"
            + TestServer.TEMPLATE + "},\"status\":{\"replicas\":9}}");
    assertThat(labelled.json().at("/metadata/generation").asInt()).isEqualTo(1);
    assertThat(labelled.json().has("status")).isFalse();
    TestServer.Reply scaled = server.put(
        DEPLOYMENTS + "/d",
        "{\"metadata\":{\"name\":\"d\"},\"spec\":{\"replicas\":2," + TestServer.TEMPLATE + "}}");
    assertThat(scaled.json().at("/metadata/generation").asInt()).isEqualTo(2);
    assertThat(server.configMap("a").json().path("metadata").has("generation")).isFalse();
  }

  @Test
  void deletionTimestampCannotBeWritten() {
    server.configMap("a");
    TestServer.Reply reply = server.put(
        MAPS + "/a",
        "{\"metadata\":{\"name\":\"a\",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"}}");
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.message())
        .contains("metadata.deletionTimestamp")
        .contains("field is immutable");
  }

  @Test
  void everyReplyHasAnAuditIdWhichIsEchoedIfSent() {
    TestServer.Reply echoed = server.call("GET", MAPS, Map.of("audit-id", "mine"), "");
    assertThat(echoed.headers()).containsEntry("Audit-Id", "mine");
    assertThat(echoed.headers()).containsEntry("Cache-Control", "no-cache, private");
    assertThat(server.get("/nonsense").headers()).containsKey("Audit-Id");
  }

  @Test
  void pathsOfNoGroupAreText404s() {
    for (String path : List.of("/nonsense", "/apis/widgets.example.com/v1/widgets")) {
      TestServer.Reply reply = server.get(path);
      assertThat(reply.status()).as(path).isEqualTo(404);
      assertThat(reply.text()).isEqualTo("404 page not found\n");
      assertThat(reply.headers().get("Content-Type")).startsWith("text/plain");
    }
  }

  @Test
  void pathsThatAKnownGroupDoesNotHaveAreStatus404s() {
    for (String path : List.of(
        "/api/v1/widgets",
        "/apis/apps/v7/deployments",
        "/api/v1/namespaces/default/nodes",
        "/api/v1/configmaps/a")) {
      TestServer.Reply reply = server.get(path);
      assertThat(reply.status()).as(path).isEqualTo(404);
      assertThat(reply.reason()).isEqualTo("NotFound");
      assertThat(reply.message()).isEqualTo("the server could not find the requested resource");
    }
  }

  @Test
  void verbsThatAreNotOfferedAre405() {
    TestServer.Reply reply = server.call("PUT", MAPS, Map.of(), "{}");
    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.reason()).isEqualTo("MethodNotAllowed");
    assertThat(server.post("/api/v1/configmaps", "{}").status()).isEqualTo(405);
    assertThat(server.get("/api/v1/namespaces/default/bindings").status()).isEqualTo(405);
  }

  @Test
  void badAcceptIs406AndBadContentTypeIs415() {
    assertThat(server.call("GET", MAPS, Map.of("accept", "text/html"), "").status())
        .isEqualTo(406);
    TestServer.Reply reply = server.call("POST", MAPS, Map.of("content-type", "text/plain"), "{}");
    assertThat(reply.status()).isEqualTo(415);
    assertThat(reply.reason()).isEqualTo("UnsupportedMediaType");
  }

  @Test
  void objectsThatEtcdWouldNotTakeAreRefused() {
    String revisions = "/apis/apps/v1/namespaces/default/controllerrevisions";
    String large = "{\"metadata\":{\"name\":\"r\"},\"revision\":1,\"data\":{\"x\":\""
        + "x".repeat(1600 * 1024) + "\"}}";
    TestServer.Reply refused = server.post(revisions, large);
    assertThat(refused.status()).isEqualTo(500);
    assertThat(refused.message()).isEqualTo("etcdserver: request is too large");
    assertThat(server.get(revisions + "/r").status()).isEqualTo(404);
    assertThat(server.post(revisions + "?dryRun=All", large).status())
        .as("nothing is stored")
        .isEqualTo(201);
  }

  @Test
  void emptyAndAbsentAreToldApartInRefusals() {
    String labels = "\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}}";
    String body = "{\"metadata\":{\"name\":\"d\"},\"spec\":{" + TestServer.TEMPLATE + "}}";
    String deployments = "/apis/apps/v1/namespaces/default/deployments";
    assertThat(server
            .post(deployments, body.replace(labels, "\"template\":{\"metadata\":{\"labels\":{}}"))
            .message())
        .contains("spec.template.metadata.labels: Invalid value: {}: ");
    assertThat(server
            .post(deployments, body.replace(labels, "\"template\":{\"metadata\":{}"))
            .message())
        .contains("spec.template.metadata.labels: Invalid value: null: ");
    TestServer.Reply stored = server.post(
        "/api/v1/namespaces/default/configmaps",
        "{\"metadata\":{\"name\":\"m\",\"labels\":{}},\"data\":{}}");
    assertThat(stored.json().at("/metadata").has("labels") || stored.json().has("data"))
        .as("what is empty is not stored")
        .isFalse();
  }
}

package dev.informant.apiserver.internal.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.TestClient;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a kube-apiserver does by reading objects into Go structs: zeros come and go by the tags of their fields, quantities
 * come out in their shortest form.
 */
@Timeout(120)
class GoFormTest {
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
  private static final String POD_SPEC = """
      {"hostNetwork":false,"hostname":"","automountServiceAccountToken":false,"priorityClassName":"",
       "terminationGracePeriodSeconds":0,
       "volumes":[{"name":"e","emptyDir":{"medium":""}}],
       "containers":[{"name":"c","image":"i","tty":false,"workingDir":"","args":[""],
         "ports":[{"containerPort":80,"hostPort":0,"name":""}],
         "env":[{"name":"A","value":""}],
         "volumeMounts":[{"name":"e","mountPath":"/e","readOnly":false,"subPath":""}]}]}""";
  private static final String LABELS = "\"metadata\":{\"labels\":{\"a\":\"b\"}}";
  private static final String SELECTOR = "\"selector\":{\"matchLabels\":{\"a\":\"b\"}}";
  private static final String DEPLOYMENT = "\"spec\":{\"replicas\":0,\"paused\":false,"
      + "\"minReadySeconds\":0,\"strategy\":{\"type\":\"\"}," + SELECTOR + ",\"template\":{"
      + LABELS
      + ",\"spec\":" + POD_SPEC + "}}";

  private final ApiServer server = ApiServer.builder().plainHttp().start();
  private final TestClient client = new TestClient(server);

  @AfterEach
  void stop() {
    server.close();
  }

  private JsonNode create(String collection, String rest) throws Exception {
    return client.create(collection, "{\"metadata\":{\"name\":\"a\"}," + rest + "}");
  }

  private JsonNode send(String method, String path, String type, byte[] body) throws Exception {
    byte[] answer = client
        .http
        .send(
            client
                .request(path)
                .header("Content-Type", type)
                .header("Accept", "application/json")
                .method(method, BodyPublishers.ofByteArray(body))
                .build(),
            BodyHandlers.ofByteArray())
        .body();
    return new ObjectMapper().readTree(answer);
  }

  @Test
  void zerosThatGoOmitsAreNotStored() throws Exception {
    JsonNode spec =
        create("/apis/apps/v1/namespaces/default/deployments", DEPLOYMENT).path("spec");
    assertThat(spec.path("replicas").asInt(-1)).isZero();
    assertThat(spec.has("paused") || spec.has("minReadySeconds")).isFalse();
    JsonNode pod = spec.at("/template/spec");
    assertThat(pod.has("hostNetwork") || pod.has("hostname") || pod.has("priorityClassName"))
        .isFalse();
    assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
    assertThat(pod.path("terminationGracePeriodSeconds").asInt(-1)).isZero();
    JsonNode container = pod.at("/containers/0");
    assertThat(container.has("tty") || container.has("workingDir")).isFalse();
    assertThat(container.path("args").toString()).isEqualTo("[\"\"]");
    assertThat(container.path("env").toString()).isEqualTo("[{\"name\":\"A\"}]");
    assertThat(container.at("/volumeMounts/0").has("readOnly")).isFalse();
  }

  @Test
  void zerosThatGoAlwaysWritesAreStoredThoughNotSent() throws Exception {
    create("/api/v1/namespaces/default/pods", "\"spec\":" + POD_SPEC);
    JsonNode status = send(
            "PATCH",
            "/api/v1/namespaces/default/pods/a/status",
            "application/merge-patch+json",
            "{\"status\":{\"containerStatuses\":[{\"name\":\"c\"}]}}".getBytes(UTF_8))
        .at("/status/containerStatuses/0");
    assertThat(status.path("restartCount").asInt(-1)).isZero();
    assertThat(status.path("ready").asBoolean(true)).isFalse();
    assertThat(status.path("imageID").asText("?")).isEmpty();
  }

  @Test
  void patchToAZeroThatGoOmitsChangesNothing() throws Exception {
    JsonNode created = create(
        "/apis/apps/v1/namespaces/default/deployments",
        "\"spec\":{" + SELECTOR + ",\"template\":{" + LABELS
            + ",\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}");
    JsonNode patched = send(
        "PATCH",
        "/apis/apps/v1/namespaces/default/deployments/a",
        "application/merge-patch+json",
        "{\"spec\":{\"paused\":false,\"minReadySeconds\":0}}".getBytes(UTF_8));
    assertThat(patched).isEqualTo(created);
    JsonNode node = client.create(
        "/api/v1/nodes", "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"podCIDR\":\"10.0.0.0/24\"}}");
    JsonNode uncordoned = send(
        "PATCH",
        "/api/v1/nodes/n",
        "application/strategic-merge-patch+json",
        "{\"spec\":{\"unschedulable\":false}}".getBytes(UTF_8));
    assertThat(uncordoned.at("/metadata/resourceVersion"))
        .isEqualTo(node.at("/metadata/resourceVersion"));
  }

  private static final String QUOTA = "\"spec\":{\"hard\":{\"cpu\":\"1000m\",\"memory\":\"1024Mi\","
      + "\"requests.cpu\":0.5,\"limits.cpu\":\"100u\",\"pods\":\"1e1\"}}";

  @Test
  void quantitiesAreStoredInTheirShortestForm() throws Exception {
    JsonNode quota = create("/api/v1/namespaces/default/resourcequotas", QUOTA);
    assertThat(quota.at("/spec/hard").toString())
        .isEqualTo("{\"cpu\":\"1\",\"limits.cpu\":\"1m\",\"memory\":\"1Gi\",\"pods\":\"10\","
            + "\"requests.cpu\":\"500m\"}");
    JsonNode pod = create(
        "/api/v1/namespaces/default/pods",
        "\"spec\":{\"volumes\":[{\"name\":\"e\",\"emptyDir\":{\"sizeLimit\":\"2048Ki\"}}],\"containers\":"
            + "[{\"name\":\"c\",\"image\":\"i\",\"env\":[{\"name\":\"A\",\"valueFrom\":{\"resourceFieldRef\":"
            + "{\"resource\":\"limits.cpu\",\"divisor\":\"1000m\"}}}]}]}");
    assertThat(pod.at("/spec/volumes/0/emptyDir/sizeLimit").asText()).isEqualTo("2Mi");
    assertThat(pod.at("/spec/containers/0/env/0/valueFrom/resourceFieldRef/divisor")
            .asText())
        .isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "merge-patch+json | {\"spec\":{\"hard\":{\"cpu\":\"1.0\",\"memory\":\"1048576Ki\"}}}",
        "strategic-merge-patch+json | {\"spec\":{\"hard\":{\"cpu\":1,\"requests.cpu\":0.50}}}",
        "json-patch+json | [{\"op\":\"add\",\"path\":\"/spec/hard/cpu\",\"value\":\"1000m\"}]",
      })
  void patchToTheSameAmountInOtherWordsChangesNothing(String type, String patch) throws Exception {
    JsonNode created = create("/api/v1/namespaces/default/resourcequotas", QUOTA);
    assertThat(send(
            "PATCH",
            "/api/v1/namespaces/default/resourcequotas/a",
            "application/" + type,
            patch.getBytes(UTF_8)))
        .isEqualTo(created);
  }

  @Test
  void podsAskForAsMuchAsTheyMayUse() throws Exception {
    JsonNode pod = create(
        "/api/v1/namespaces/default/pods",
        "\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"resources\":{\"limits\":"
            + "{\"cpu\":\"2000m\",\"memory\":\"1Gi\"},\"requests\":{\"memory\":\"512Mi\"}}}]}");
    assertThat(pod.at("/spec/containers/0/resources/requests").toString())
        .isEqualTo("{\"cpu\":\"2\",\"memory\":\"512Mi\"}");
  }

  @Test
  void membersAreInTheOrderOfGoStructsAndMapsAreSorted() throws Exception {
    JsonNode pod = create(
        "/api/v1/namespaces/default/pods",
        "\"status\":{},\"spec\":{\"hostname\":\"h\",\"nodeName\":\"n\",\"nodeSelector\":{\"b\":\"1\",\"a\":\"2\"},"
            + "\"containers\":[{\"env\":[{\"value\":\"1\",\"name\":\"A\"}],\"envFrom\":[{\"configMapRef\":{\"name\":\"m\"}}],"
            + "\"image\":\"i\",\"name\":\"c\"}],\"restartPolicy\":\"Never\"}");
    assertThat(pod.path("spec").toString())
        .isEqualTo(
            "{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"envFrom\":[{\"configMapRef\":{\"name\":\"m\"}}],"
                + "\"env\":[{\"name\":\"A\",\"value\":\"1\"}],\"resources\":{}}],\"restartPolicy\":\"Never\","
                + "\"nodeSelector\":{\"a\":\"2\",\"b\":\"1\"},\"nodeName\":\"n\",\"securityContext\":{},\"hostname\":\"h\"}");
  }

  @Test
  void structsAreThereThoughNotSent() throws Exception {
    JsonNode created = create(
        "/apis/apps/v1/namespaces/default/deployments",
        "\"spec\":{" + SELECTOR + ",\"template\":{" + LABELS
            + ",\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}");
    assertThat(created.path("status").toString()).isEqualTo("{}");
    assertThat(created.at("/spec/template/spec/containers/0/resources").toString())
        .isEqualTo("{}");
    JsonNode event = create(
        "/api/v1/namespaces/default/events",
        "\"involvedObject\":{\"kind\":\"Pod\",\"namespace\":\"default\",\"name\":\"p\"}");
    assertThat(event.path("source").toString()).isEqualTo("{}");
    assertThat(event.get("eventTime").isNull()).isTrue();
  }

  @Test
  void writesThroughAnOlderVersionKeepWhatTheStoredOneAlwaysHas() throws Exception {
    String autoscalers = "/namespaces/default/horizontalpodautoscalers";
    JsonNode second = create(
        "/apis/autoscaling/v2" + autoscalers,
        "\"spec\":{\"maxReplicas\":3,\"scaleTargetRef\":{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"d\"}}");
    send(
        "PATCH",
        "/apis/autoscaling/v1" + autoscalers + "/a",
        "application/merge-patch+json",
        "{}".getBytes(UTF_8));
    assertThat(client.json("/apis/autoscaling/v2" + autoscalers + "/a")).isEqualTo(second);
    String events = "/namespaces/default/events";
    JsonNode event = create(
        "/api/v1" + events,
        "\"involvedObject\":{\"kind\":\"Pod\",\"namespace\":\"default\",\"name\":\"p\"}");
    send(
        "PATCH",
        "/apis/events.k8s.io/v1" + events + "/a",
        "application/merge-patch+json",
        "{}".getBytes(UTF_8));
    assertThat(client.json("/api/v1" + events + "/a")).isEqualTo(event);
  }

  @Test
  void eventsAreAsOldAsTheOneTimeTheyHave() throws Exception {
    create(
        "/apis/events.k8s.io/v1/namespaces/default/events",
        "\"eventTime\":\"2020-01-01T00:00:00.000000Z\",\"type\":\"Normal\",\"reason\":\"r\",\"action\":\"a\","
            + "\"reportingController\":\"x.y/c\",\"reportingInstance\":\"i\","
            + "\"regarding\":{\"kind\":\"Pod\",\"namespace\":\"default\",\"name\":\"p\"}");
    for (String path : List.of("/api/v1/events", "/apis/events.k8s.io/v1/events")) {
      String table = new String(
          client.get(path, "application/json;as=Table;g=meta.k8s.io;v=v1").body(), UTF_8);
      assertThat(table).doesNotContain("<unknown>").contains("\"x.y/c, i\"");
    }
  }

  @Test
  void patchThatMakesAnEmptyStructChangesNothing() throws Exception {
    JsonNode node = client.create("/api/v1/nodes", "{\"metadata\":{\"name\":\"n\"}}");
    for (String patch : List.of("{\"spec\":{\"unschedulable\":false}}", "{\"spec\":{}}")) {
      assertThat(send(
              "PATCH",
              "/api/v1/nodes/n",
              "application/strategic-merge-patch+json",
              patch.getBytes(UTF_8)))
          .isEqualTo(node);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "/api/v1/pods | ,\"spec\":{\"containers\":null},\"status\":{}}",
        "/api/v1/configmaps | }",
        "/api/v1/namespaces/kube-system/services | ,\"spec\":{},\"status\":{\"loadBalancer\":{}}}",
        "/apis/apps/v1/daemonsets | ,\"spec\":{\"selector\":null,\"template\":{\"metadata\":{},\"spec\":"
            + "{\"containers\":null}},\"updateStrategy\":{}},\"status\":{\"currentNumberScheduled\":0,"
            + "\"numberMisscheduled\":0,\"desiredNumberScheduled\":0,\"numberReady\":0}}",
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions | ,\"spec\":{\"group\":\"\",\"names\":"
            + "{\"plural\":\"\",\"kind\":\"\"},\"scope\":\"\",\"versions\":null},\"status\":{\"conditions\":null,"
            + "\"acceptedNames\":{\"plural\":\"\",\"kind\":\"\"},\"storedVersions\":null}}",
      })
  void bookmarkIsAnObjectOfItsKindWithoutValues(String path, String rest) throws Exception {
    HttpResponse<InputStream> watch = client.http.send(
        client.request(path + "?watch=1&allowWatchBookmarks=true").build(),
        BodyHandlers.ofInputStream());
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(watch.body(), UTF_8))) {
      assertThat(lines.readLine())
          .startsWith("{\"type\":\"BOOKMARK\"")
          .endsWith("\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}" + rest + "}");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "/api/v1/namespaces/default/pods | \"spec\":POD",
        "/apis/apps/v1/namespaces/default/deployments | DEPLOYMENT",
        "/apis/batch/v1/namespaces/default/jobs"
            + " | \"spec\":{\"template\":{\"spec\":{\"restartPolicy\":\"Never\",\"containers\":"
            + "[{\"name\":\"c\",\"image\":\"i\",\"env\":[{\"name\":\"A\",\"value\":\"\"}]}]}}}",
        "/api/v1/namespaces/default/services"
            + " | \"spec\":{\"externalName\":\"\",\"publishNotReadyAddresses\":false,"
            + "\"ports\":[{\"name\":\"\",\"port\":80,\"nodePort\":0}]}",
        "/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings"
            + " | \"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"Role\",\"name\":\"r\"},"
            + "\"subjects\":[{\"kind\":\"User\",\"apiGroup\":\"rbac.authorization.k8s.io\",\"name\":\"u\","
            + "\"namespace\":\"\"}]",
        "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices"
            + " | \"addressType\":\"IPv4\",\"endpoints\":[],\"ports\":[]",
        "/api/v1/namespaces/default/configmaps | \"immutable\":false,\"data\":{\"a\":\"\"}",
        "/api/v1/namespaces/default/resourcequotas"
            + " | \"spec\":{\"hard\":{\"cpu\":\"1000m\",\"memory\":\"1024Mi\"}}",
      })
  void typedReadAndUpdateChangesNothing(String collection, String rest) throws Exception {
    JsonNode created =
        create(collection, rest.replace("POD", POD_SPEC).replace("DEPLOYMENT", DEPLOYMENT));
    byte[] typed = client.get(collection + "/a", PROTOBUF).body();
    assertThat(send("PUT", collection + "/a", PROTOBUF, typed)).isEqualTo(created);
  }
}

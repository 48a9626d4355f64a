package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.informant.apiserver.internal.registry.BuiltInResources;
import dev.informant.apiserver.internal.registry.ResourceType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a server says about itself: discovery in both forms, version, health, OpenAPI. */
@Timeout(30)
class DiscoveryTest {
  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

  private final TestServer server = new TestServer();

  @Test
  void legacyDocumentsHaveTheirShape() {
    assertThat(server.call("GET", "/api", Map.of("host", "h:1"), "").text())
        .isEqualTo(
            "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"],\"serverAddressByClientCIDRs\":[{"
                + "\"clientCIDR\":\"0.0.0.0/0\",\"serverAddress\":\"h:1\"}]}\n");
    assertThat(server.get("/apis").at("/kind")).isEqualTo("APIGroupList");
    assertThat(server.get("/apis/apps").text())
        .isEqualTo("{\"kind\":\"APIGroup\",\"apiVersion\":\"v1\",\"name\":\"apps\",\"versions\":[{"
            + "\"groupVersion\":\"apps/v1\",\"version\":\"v1\"}],\"preferredVersion\":{"
            + "\"groupVersion\":\"apps/v1\",\"version\":\"v1\"}}\n");
    assertThat(server.get("/apis/autoscaling").at("/preferredVersion/version")).isEqualTo("v2");
    assertThat(server.get("/apis/nonsense").status()).isEqualTo(404);
  }

  @Test
  void resourceListsSayWhatKubectlNeeds() {
    JsonNode list = server.get("/apis/apps/v1").json();
    assertThat(list.path("groupVersion").asText()).isEqualTo("apps/v1");
    JsonNode deployments = null;
    for (JsonNode resource : list.path("resources")) {
      if (resource.path("name").asText().equals("deployments")) {
        deployments = resource;
      }
    }
    assertThat(deployments).isNotNull();
    assertThat(deployments.path("singularName").asText()).isEqualTo("deployment");
    assertThat(deployments.path("verbs").toString())
        .isEqualTo(
            "[\"create\",\"delete\",\"deletecollection\",\"get\",\"list\",\"patch\",\"update\","
                + "\"watch\"]");
    assertThat(deployments.path("shortNames").toString()).isEqualTo("[\"deploy\"]");
    assertThat(deployments.path("categories").toString()).isEqualTo("[\"all\"]");
    assertThat(list.toString()).contains("deployments/scale").contains("deployments/status");
  }

  @Test
  void aggregatedDocumentsEchoTheirTypeAndKnowTheirTag() {
    for (String path : List.of("/api", "/apis")) {
      TestServer.Reply reply = server.call(
          "GET",
          path,
          Map.of(
              "accept",
              "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList;profile=nopeer,application/json"),
          "");
      assertThat(reply.headers())
          .containsEntry("Content-Type", AGGREGATED)
          .containsEntry("Cache-Control", "public")
          .containsEntry("Vary", "Accept");
      assertThat(reply.at("/kind")).isEqualTo("APIGroupDiscoveryList");
      String tag = reply.headers().get("ETag");
      TestServer.Reply again =
          server.call("GET", path, Map.of("accept", AGGREGATED, "if-none-match", tag), "");
      assertThat(again.status()).isEqualTo(304);
      assertThat(again.text()).isEmpty();
    }
    JsonNode pods = null;
    JsonNode core = server.call("GET", "/api", Map.of("accept", AGGREGATED), "").json();
    for (JsonNode resource : core.at("/items/0/versions/0/resources")) {
      if (resource.path("resource").asText().equals("pods")) {
        pods = resource;
      }
    }
    assertThat(pods).isNotNull();
    assertThat(pods.path("scope").asText()).isEqualTo("Namespaced");
    assertThat(pods.at("/responseKind/kind").asText()).isEqualTo("Pod");
    assertThat(pods.at("/subresources/0/subresource").asText()).isEqualTo("attach");
    assertThat(pods.toString())
        .contains("binding", "eviction", "exec", "log", "portforward", "proxy", "resize", "status");
  }

  @Test
  void plainJsonFirstMeansLegacy() {
    assertThat(server
            .call("GET", "/apis", Map.of("accept", "application/json," + AGGREGATED), "")
            .at("/kind"))
        .isEqualTo("APIGroupList");
  }

  @Test
  void versionAndHealthAnswer() {
    TestServer.Reply version = server.get("/version");
    assertThat(version.at("/major")).isEqualTo("1");
    assertThat(version.at("/minor")).isEqualTo("36");
    for (String path : List.of("/healthz", "/livez", "/readyz", "/livez/ping")) {
      assertThat(server.get(path).text()).isEqualTo("ok");
    }
    assertThat(server.get("/readyz?verbose").text()).contains("[+]ping ok\n");
    assertThat(server.get("/").json().path("paths").toString()).contains("\"/apis/apps/v1\"");
  }

  @Test
  void openApiSatisfiesKubectl() {
    JsonNode index = server.get("/openapi/v3").json();
    String url = index.at("/paths/apis~1apps~1v1/serverRelativeURL").asText();
    assertThat(url).startsWith("/openapi/v3/apis/apps/v1?hash=");
    TestServer.Reply document = server.get(url);
    assertThat(document.headers()).containsEntry("Cache-Control", "public, immutable");
    JsonNode patch = document
        .json()
        .at("/paths/~1apis~1apps~1v1~1namespaces~1{namespace}~1deployments~1{name}/patch");
    assertThat(patch.at("/x-kubernetes-group-version-kind/kind").asText()).isEqualTo("Deployment");
    assertThat(patch.toString()).contains("\"name\":\"fieldValidation\"");
    assertThat(server.get("/openapi/v3/apis/apps/v1?hash=old").status()).isEqualTo(301);
  }

  @Test
  void theOlderOpenApiHasAllKindsInOneDocument() {
    server.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", """
        {"metadata":{"name":"toys.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
         "names":{"plural":"toys","kind":"Toy"},"versions":[{"name":"v1","served":true,"storage":true,
         "schema":{"openAPIV3Schema":{"type":"object","properties":{
           "size":{"type":"integer","minimum":1},"any":{"nullable":true,"type":"string"}}}}}]}}
        """);
    TestServer.Reply reply = server.get("/openapi/v2");
    assertThat(reply.headers())
        .containsEntry("Content-Type", "application/json")
        .containsEntry("Vary", "Accept-Encoding, Accept")
        .containsKey("ETag");
    JsonNode definitions = reply.json().path("definitions");
    JsonNode spec = definitions.path("io.k8s.api.core.v1.PodSpec").path("properties");
    assertThat(spec.at("/containers/items/$ref").asText())
        .isEqualTo("#/definitions/io.k8s.api.core.v1.Container");
    assertThat(spec.at("/containers/x-kubernetes-patch-merge-key").asText()).isEqualTo("name");
    JsonNode toy = definitions.path("com.example.v1.Toy");
    assertThat(toy.at("/properties/size").toString())
        .isEqualTo("{\"type\":\"integer\",\"minimum\":1}");
    assertThat(toy.at("/properties/any").toString()).as("left open").isEqualTo("{}");
    assertThat(toy.at("/x-kubernetes-group-version-kind/0/kind").asText()).isEqualTo("Toy");
    assertThat(definitions.findValuesAsText("$ref"))
        .as("whatever is mentioned is there")
        .filteredOn(reference -> !reference.isEmpty()) // a schema has a property of that name
        .isNotEmpty()
        .allMatch(reference -> definitions.has(reference.substring("#/definitions/".length())));
    JsonNode patch =
        reply.json().at("/paths/~1api~1v1~1namespaces~1{namespace}~1pods~1{name}/patch");
    assertThat(patch.toString())
        .contains("{\"name\":\"fieldValidation\",\"in\":\"query\",\"type\":\"string\"}");
    assertThat(server
            .call("GET", "/openapi/v2", Map.of("if-none-match", reply.headers().get("ETag")), "")
            .status())
        .isEqualTo(304);
    assertThat(
            server.call("GET", "/openapi/v2", Map.of("accept", "text/html"), "").status())
        .isEqualTo(406);
  }

  @Test
  void theOlderOpenApiAlsoComesAsTheMessageKubectlReads() throws IOException {
    ApiResponse answer = server
        .core
        .handle(new ApiRequest(
            "GET",
            "/openapi/v2",
            Map.of(),
            Map.of("accept", "application/com.github.proto-openapi.spec.v2@v1.0+protobuf"),
            new byte[0],
            "tester",
            List.of()))
        .join();
    assertThat(answer.headers())
        .containsEntry(
            "Content-Type", "application/com.github.proto-openapi.spec.v2.v1.0+protobuf");
    byte[] message = ((ApiResponse.Complete) answer).body();
    UnknownFieldSet document = UnknownFieldSet.parseFrom(message);
    assertThat(texts(document, 1)).containsExactly("2.0");
    JsonNode json = server.get("/openapi/v2").json();
    assertThat(names(field(document, 9), 1))
        .containsExactlyElementsOf(names(json.path("definitions")));
    assertThat(names(field(document, 8), 2)).containsExactlyElementsOf(names(json.path("paths")));
    for (ByteString definition : field(document, 9).getField(1).getLengthDelimitedList()) {
      UnknownFieldSet named = UnknownFieldSet.parseFrom(definition);
      if (texts(named, 1).equals(List.of("io.k8s.api.core.v1.ConfigMap"))) {
        assertThat(names(field(field(named, 2), 25), 1))
            .contains("apiVersion", "binaryData", "data", "metadata");
        UnknownFieldSet extension = field(field(named, 2), 31);
        assertThat(texts(extension, 1)).containsExactly("x-kubernetes-group-version-kind");
        assertThat(texts(field(extension, 2), 2).get(0)).contains("\"kind\":\"ConfigMap\"");
      }
    }
  }

  private static UnknownFieldSet field(UnknownFieldSet message, int number) throws IOException {
    return UnknownFieldSet.parseFrom(
        message.getField(number).getLengthDelimitedList().get(0));
  }

  private static List<String> texts(UnknownFieldSet message, int number) {
    return message.getField(number).getLengthDelimitedList().stream()
        .map(ByteString::toStringUtf8)
        .toList();
  }

  /** The names of a map's entries, which are messages with a name in field 1. */
  private static List<String> names(UnknownFieldSet map, int number) throws IOException {
    List<String> names = new ArrayList<>();
    for (ByteString entry : map.getField(number).getLengthDelimitedList()) {
      names.addAll(texts(UnknownFieldSet.parseFrom(entry), 1));
    }
    return names;
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void openApiHasTheSchemasOfBuiltIns() {
    JsonNode schemas = server.get("/openapi/v3/api/v1").json().at("/components/schemas");
    JsonNode pod = schemas.path("io.k8s.api.core.v1.Pod");
    assertThat(pod.at("/x-kubernetes-group-version-kind/0/kind").asText()).isEqualTo("Pod");
    assertThat(pod.at("/properties/spec/allOf/0/$ref").asText())
        .isEqualTo("#/components/schemas/io.k8s.api.core.v1.PodSpec");
    JsonNode spec = schemas.path("io.k8s.api.core.v1.PodSpec").path("properties");
    assertThat(spec.at("/activeDeadlineSeconds").toString())
        .isEqualTo("{\"type\":\"integer\",\"format\":\"int64\"}");
    assertThat(spec.at("/containers").toString())
        .isEqualTo("{\"type\":\"array\",\"x-kubernetes-list-type\":\"map\","
            + "\"x-kubernetes-list-map-keys\":[\"name\"],\"x-kubernetes-patch-strategy\":\"merge\","
            + "\"x-kubernetes-patch-merge-key\":\"name\",\"items\":{\"default\":{},\"allOf\":[{\"$ref\":"
            + "\"#/components/schemas/io.k8s.api.core.v1.Container\"}]}}");
    assertThat(spec.at("/nodeSelector").toString())
        .isEqualTo("{\"type\":\"object\",\"x-kubernetes-map-type\":\"atomic\","
            + "\"additionalProperties\":{\"type\":\"string\",\"default\":\"\"}}");
    JsonNode container = schemas.path("io.k8s.api.core.v1.Container").path("properties");
    assertThat(container.at("/ports/x-kubernetes-patch-merge-key").asText())
        .isEqualTo("containerPort");
    assertThat(schemas.findValuesAsText("$ref"))
        .as("whatever is mentioned is there")
        .allMatch(reference -> schemas.has(reference.substring("#/components/schemas/".length())));
  }

  @Test
  void whatIsServedIsWhatARealServerServes() {
    List<ResourceType> served = BuiltInResources.served(Set.of());
    assertThat(served).hasSizeGreaterThan(55);
    assertThat(served).noneMatch(type -> type.version().contains("beta"));
    assertThat(BuiltInResources.knownGroupVersions()).hasSizeGreaterThan(30);
    TestServer more =
        new TestServer(CoreOptions.DEFAULT.withGroupVersions(Set.of("networking.k8s.io/v1beta1")));
    assertThat(more.get("/apis/networking.k8s.io/v1beta1/ipaddresses").status()).isEqualTo(200);
    assertThat(server.get("/apis/networking.k8s.io/v1beta1/ipaddresses").status())
        .isEqualTo(404);
  }

  @Test
  void everyServedKindCanBeListed() {
    for (ResourceType type : server.core.registry().all()) {
      if (type.verbs().contains("list")) {
        String prefix = type.group().isEmpty() ? "/api/" : "/apis/";
        TestServer.Reply reply = server.get(prefix + type.apiVersion() + "/" + type.plural());
        assertThat(reply.status()).as(type.plural()).isEqualTo(200);
        assertThat(reply.at("/kind")).isEqualTo(type.kind() + "List");
      }
    }
  }

  @Test
  void reviewsAreAnsweredAndNotStored() {
    TestServer.Reply reply = server.post(
        "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        "{\"spec\":{\"resourceAttributes\":{\"verb\":\"list\",\"resource\":\"pods\"}}}");
    assertThat(reply.status()).isEqualTo(201);
    assertThat(reply.json().at("/status/allowed").asBoolean()).isTrue();
    assertThat(server
            .post("/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}")
            .at("/status/userInfo/username"))
        .isEqualTo("tester");
  }
}

package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a CRD makes a server serve: its resources, their schemas, subresources and versions, and how all of it goes. */
@Timeout(30)
class CustomResourceTest {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";
  private static final String DEFINITION = """
      {"metadata":{"name":"widgets.example.com"},
       "spec":{"group":"example.com","scope":"Namespaced",
        "names":{"plural":"widgets","kind":"Widget","shortNames":["wd"]},
        "versions":[
         {"name":"v1","served":true,"storage":true,
          "subresources":{"status":{},"scale":{"specReplicasPath":".spec.count",
           "statusReplicasPath":".status.count"}},
          "selectableFields":[{"jsonPath":".spec.color"}],
          "schema":{"openAPIV3Schema":{"type":"object","properties":{
           "spec":{"type":"object","required":["color"],"properties":{
            "color":{"type":"string","enum":["red","green"]},
            "count":{"type":"integer","minimum":0,"default":1},
            "free":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}},
           "status":{"type":"object","properties":{"count":{"type":"integer"}}}}}}},
         {"name":"v1beta1","served":true,"storage":false,"deprecated":true,
          "schema":{"openAPIV3Schema":{"type":"object",
           "x-kubernetes-preserve-unknown-fields":true}}},
         {"name":"v1alpha1","served":false,"storage":false,
          "schema":{"openAPIV3Schema":{"type":"object"}}}]}}
      """;

  private static final String TYPE = "\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",";

  private final TestServer server = new TestServer();

  @BeforeEach
  void define() {
    TestServer.Reply reply = server.post(DEFINITIONS, DEFINITION);
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
  }

  private TestServer.Reply widget(String name, String spec) {
    return server.post(
        WIDGETS, "{" + TYPE + "\"metadata\":{\"name\":\"" + name + "\"},\"spec\":" + spec + "}");
  }

  private static List<String> conditions(JsonNode definition) {
    return StreamSupport.stream(definition.at("/status/conditions").spliterator(), false)
        .map(one -> one.path("type").asText()
            + "="
            + one.path("status").asText()
            + " "
            + one.path("reason").asText())
        .toList();
  }

  @Test
  void aDefinitionIsAcceptedThenEstablishedInVisibleSteps() {
    JsonNode definition = server.get(DEFINITIONS + "/widgets.example.com").json();
    assertThat(conditions(definition))
        .containsExactly("NamesAccepted=True NoConflicts", "Established=True InitialNamesAccepted");
    assertThat(definition.at("/status/acceptedNames/listKind").asText()).isEqualTo("WidgetList");
    assertThat(definition.at("/status/storedVersions").toString()).isEqualTo("[\"v1\"]");
    assertThat(definition.at("/metadata").has("finalizers"))
        .as("only a deletion adds one")
        .isFalse();
    TestServer other = new TestServer();
    TestServer.Watching watch = other.watch(DEFINITIONS + "?watch=1");
    other.post(DEFINITIONS, DEFINITION);
    List<JsonNode> events = watch.events();
    assertThat(events).hasSize(3);
    assertThat(conditions(events.get(1).path("object"))).contains("Established=False Installing");
  }

  @Test
  void resourcesAreServedAtOnceAndCarryTheirType() {
    assertThat(widget("w", "{\"color\":\"red\"}").status()).isEqualTo(201);
    TestServer.Reply list = server.get(WIDGETS);
    assertThat(list.at("/kind")).isEqualTo("WidgetList");
    assertThat(list.at("/items/0/kind")).isEqualTo("Widget");
    assertThat(list.at("/items/0/apiVersion")).isEqualTo("example.com/v1");
    assertThat(server.get(WIDGETS + "/w").at("/metadata/generation")).isEqualTo("1");
  }

  @Test
  void schemasSayWhatEveryObjectHas() {
    JsonNode schemas =
        server.get("/openapi/v3/apis/example.com/v1").json().at("/components/schemas");
    JsonNode properties = schemas.path("com.example.v1.Widget").path("properties");
    assertThat(properties.at("/apiVersion/type").asText()).isEqualTo("string");
    assertThat(properties.at("/kind/type").asText()).isEqualTo("string");
    assertThat(properties.at("/metadata/allOf/0/$ref").asText())
        .isEqualTo("#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
    assertThat(schemas
            .path("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta")
            .path("properties")
            .has("labels"))
        .isTrue();
  }

  @Test
  void aggregatedDiscoveryNamesTheGroupAndVersionOfCustomResources() {
    String accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    JsonNode groups =
        server.call("GET", "/apis", Map.of("accept", accept), "").json().path("items");
    List<JsonNode> own = StreamSupport.stream(groups.spliterator(), false)
        .filter(group -> group.at("/metadata/name").asText().equals("example.com"))
        .map(group -> group.at("/versions/0/resources/0"))
        .toList();
    String kind = "{\"group\":\"example.com\",\"version\":\"v1\",\"kind\":\"Widget\"}";
    assertThat(own).singleElement().satisfies(widgets -> {
      assertThat(widgets.path("responseKind").toString()).isEqualTo(kind);
      assertThat(widgets.at("/subresources/0/responseKind").toString()).isEqualTo(kind);
      assertThat(widgets.at("/subresources/1/responseKind/group").asText())
          .isEqualTo("autoscaling");
    });
  }

  @Test
  void allVersionsShareTheHashOfTheOneThatIsStored() {
    for (String version : List.of("v1", "v1beta1")) {
      assertThat(server.get("/apis/example.com/" + version).at("/resources/0/storageVersionHash"))
          .as(version)
          .isEqualTo("gIwvi5rymmg=");
    }
  }

  @Test
  void scaleTakesNoStrategicPatchAndIsRefusedAsTheObjectIs() {
    widget("w", "{\"color\":\"red\"}");
    assertThat(server
            .patch(
                WIDGETS + "/w/scale", "strategic-merge-patch+json", "{\"spec\":{\"replicas\":2}}")
            .status())
        .isEqualTo(415);
    assertThat(server
            .put(WIDGETS + "/w/scale", "{\"metadata\":{\"name\":\"w\"},\"spec\":{\"replicas\":-1}}")
            .message())
        .startsWith("Widget.example.com \"w\" is invalid: ")
        .contains(".spec.count: Invalid value: -1: should be a non-negative integer");
    assertThat(server.get(WIDGETS + "/w").at("/spec/count")).isEqualTo("1");
  }

  @Test
  void unknownFieldsArePrunedUnlessPreserved() {
    TestServer.Reply reply =
        widget("w", "{\"color\":\"red\",\"unknown\":1,\"free\":{\"any\":\"thing\"}}");
    assertThat(reply.json().path("spec").has("unknown")).isFalse();
    assertThat(reply.at("/spec/free/any")).isEqualTo("thing");
    assertThat(reply.headers().get("Warning")).contains("unknown field \\\"spec.unknown\\\"");
  }

  @Test
  void defaultsAreFilledIn() {
    assertThat(widget("w", "{\"color\":\"red\"}").at("/spec/count")).isEqualTo("1");
  }

  @Test
  void schemaViolationsAre422() {
    assertThat(widget("w", "{}").message())
        .isEqualTo("Widget.example.com \"w\" is invalid: spec.color: Required value");
    assertThat(widget("w", "{\"color\":\"blue\"}").message())
        .endsWith("spec.color: Unsupported value: \"blue\": supported values: \"red\", \"green\"");
    assertThat(widget("w", "{\"color\":\"red\",\"count\":\"x\"}").message())
        .contains(
            "spec.count: Invalid value: \"string\": spec.count in body must be of type integer:"
                + " \"string\"");
    TestServer.Reply minimum = widget("w", "{\"color\":\"red\",\"count\":-1}");
    assertThat(minimum.status()).isEqualTo(422);
    assertThat(minimum.message())
        .contains(
            "spec.count: Invalid value: -1: spec.count in body should be greater than or equal"
                + " to 0");
  }

  @Test
  void updatesNeedAVersionAndNeverCreate() {
    widget("w", "{\"color\":\"red\"}");
    String body = "{" + TYPE + "\"metadata\":{\"name\":\"w\"},\"spec\":{\"color\":\"green\"}}";
    assertThat(server.put(WIDGETS + "/w", body).status()).isEqualTo(422);
    assertThat(server.put(WIDGETS + "/x", body.replace("\"w\"", "\"x\"")).status())
        .isEqualTo(404);
  }

  @Test
  void strategicPatchIs415() {
    widget("w", "{\"color\":\"red\"}");
    assertThat(server.patch(WIDGETS + "/w", "strategic-merge-patch+json", "{}").status())
        .isEqualTo(415);
    assertThat(server
            .patch(WIDGETS + "/w", "merge-patch+json", "{\"spec\":{\"color\":\"green\"}}")
            .at("/spec/color"))
        .isEqualTo("green");
  }

  @Test
  void statusChangesOnlyThroughItsSubresource() {
    server.post(
        WIDGETS,
        "{" + TYPE
            + "\"metadata\":{\"name\":\"w\"},\"spec\":{\"color\":\"red\"},\"status\":{\"count\":9}}");
    assertThat(server.get(WIDGETS + "/w").json().has("status")).isFalse();
    TestServer.Reply reply = server.patch(
        WIDGETS + "/w/status",
        "merge-patch+json",
        "{\"metadata\":{\"labels\":{\"no\":\"way\"}},\"spec\":{\"color\":\"green\"},"
            + "\"status\":{\"count\":4}}");
    assertThat(reply.at("/status/count")).isEqualTo("4");
    assertThat(reply.at("/spec/color")).isEqualTo("red");
    assertThat(reply.json().path("metadata").has("labels")).isFalse();
    assertThat(reply.at("/metadata/generation")).isEqualTo("1");
  }

  @Test
  void scaleUsesTheDeclaredPaths() {
    widget("w", "{\"color\":\"red\",\"count\":3}");
    assertThat(server.get(WIDGETS + "/w/scale").at("/spec/replicas")).isEqualTo("3");
    server.patch(WIDGETS + "/w/scale", "merge-patch+json", "{\"spec\":{\"replicas\":7}}");
    assertThat(server.get(WIDGETS + "/w").at("/spec/count")).isEqualTo("7");
  }

  @Test
  void versionsShowTheSameObjects() {
    widget("w", "{\"color\":\"red\"}");
    TestServer.Reply other = server.get(WIDGETS.replace("v1", "v1beta1") + "/w");
    assertThat(other.at("/apiVersion")).isEqualTo("example.com/v1beta1");
    assertThat(other.headers())
        .containsEntry(
            "Warning",
            "299 - \"example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget\"");
    assertThat(server.get(WIDGETS.replace("v1", "v1alpha1")).text())
        .isEqualTo("404 page not found\n");
  }

  @Test
  void scopeMismatchIsA404Text() {
    assertThat(server.get("/apis/example.com/v1/widgets/w").text())
        .isEqualTo("404 page not found\n");
  }

  @Test
  void selectableFieldsSelect() {
    widget("r", "{\"color\":\"red\"}");
    widget("g", "{\"color\":\"green\"}");
    assertThat(server.get(WIDGETS + "?fieldSelector=spec.color%3Dgreen").names())
        .containsExactly("g");
    assertThat(server.get(WIDGETS + "?fieldSelector=spec.count%3D1").message())
        .isEqualTo("field label not supported: spec.count");
  }

  @Test
  void objectsCanBeSelectedByFieldsThatWereAddedAfterThem() {
    widget("r", "{\"color\":\"red\",\"count\":7}");
    server.patch(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.com",
        "json-patch+json",
        "[{\"op\":\"add\",\"path\":\"/spec/versions/0/selectableFields/-\",\"value\":{\"jsonPath\":\".spec.count\"}}]");
    assertThat(server.get(WIDGETS + "?fieldSelector=spec.count%3D7").names()).containsExactly("r");
    assertThat(server.get(WIDGETS + "?fieldSelector=spec.count%21%3D7").names()).isEmpty();
  }

  @Test
  void discoveryShowsThem() {
    JsonNode list = server.get("/apis/example.com/v1").json();
    assertThat(list.at("/resources/0/name").asText()).isEqualTo("widgets");
    assertThat(list.at("/resources/0/shortNames/0").asText()).isEqualTo("wd");
    assertThat(list.at("/resources/1/name").asText()).isEqualTo("widgets/status");
    assertThat(server.get("/apis/example.com").at("/preferredVersion/version")).isEqualTo("v1");
    assertThat(server.get("/openapi/v3").json().path("paths").has("apis/example.com/v1"))
        .isTrue();
  }

  @Test
  void deletingTheDefinitionDeletesTheObjectsThenIt() {
    widget("w", "{\"color\":\"red\"}");
    TestServer.Watching objects = server.watch(
        WIDGETS + "?watch=1&resourceVersion=" + server.core.faults().resourceVersion());
    TestServer.Watching definitions = server.watch(
        DEFINITIONS + "?watch=1&resourceVersion=" + server.core.faults().resourceVersion());
    assertThat(server.delete(DEFINITIONS + "/widgets.example.com").status()).isEqualTo(200);
    assertThat(objects.summary()).containsExactly("DELETED w");
    assertThat(definitions.summary())
        .containsExactly(
            "MODIFIED widgets.example.com",
            "MODIFIED widgets.example.com",
            "DELETED widgets.example.com");
    assertThat(server.get(WIDGETS).text()).isEqualTo("404 page not found\n");
    assertThat(server.get("/apis/example.com").status()).isEqualTo(404);
  }

  @Test
  void watchesDoNotGoOnFromBeforeAChangeOfTheDefinition() {
    long before = widget("w", "{\"color\":\"red\"}").resourceVersion();
    assertThat(server.watch(WIDGETS + "?watch=1&resourceVersion=" + before).summary())
        .isEmpty();
    server.patch(
        DEFINITIONS + "/widgets.example.com",
        "json-patch+json",
        "[{\"op\":\"add\",\"path\":\"/spec/versions/0/additionalPrinterColumns\",\"value\":"
            + "[{\"name\":\"N\",\"type\":\"string\",\"jsonPath\":\".spec.color\"}]}]");
    List<JsonNode> events =
        server.watch(WIDGETS + "?watch=1&resourceVersion=" + before).events();
    assertThat(events).hasSize(1);
    assertThat(events.get(0).at("/object/code").asInt()).isEqualTo(410);
    assertThat(server
            .get(WIDGETS + "?resourceVersionMatch=Exact&resourceVersion=" + before)
            .names())
        .containsExactly("w");
  }

  @Test
  void aDefinitionWaitsForTheFinalizersOfItsObjects() {
    server.post(
        WIDGETS,
        "{" + TYPE
            + "\"metadata\":{\"name\":\"w\",\"finalizers\":[\"x/y\"]},\"spec\":{\"color\":\"red\"}}");
    server.delete(DEFINITIONS + "/widgets.example.com");
    assertThat(server.get(DEFINITIONS + "/widgets.example.com").status()).isEqualTo(200);
    assertThat(widget("late", "{\"color\":\"red\"}").status()).isEqualTo(403);
    server.patch(WIDGETS + "/w", "merge-patch+json", "{\"metadata\":{\"finalizers\":null}}");
    assertThat(server.get(DEFINITIONS + "/widgets.example.com").status()).isEqualTo(404);
  }

  @Test
  void badDefinitionsAre422() {
    TestServer.Reply reply =
        server.post(DEFINITIONS, DEFINITION.replace("widgets.example.com", "other.example.com"));
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.message()).contains("must be spec.names.plural+\".\"+spec.group");
    assertThat(server
            .post(DEFINITIONS, "{\"metadata\":{\"name\":\"a.b\"},\"spec\":{}}")
            .status())
        .isEqualTo(422);
  }
}

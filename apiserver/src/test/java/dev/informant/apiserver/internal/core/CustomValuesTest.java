package dev.informant.apiserver.internal.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the schemas of CRDs make of custom resources. The conformance suite has many more of these. */
@Timeout(60)
class CustomValuesTest {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final String PATH = "/apis/example.com/v1/as";

  private final TestServer server = new TestServer();

  private static String version(String name, boolean storage, String properties) {
    return "{\"name\":\"" + name + "\",\"served\":true,\"storage\":" + storage
        + ",\"subresources\":{\"status\":{}},\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\","
        + "\"properties\":{\"spec\":{\"type\":\"object\",\"properties\":{" + properties + "}},"
        + "\"status\":{\"type\":\"object\",\"properties\":{\"phase\":{\"type\":\"string\"}}}}}}}";
  }

  private void define(String versions) {
    TestServer.Reply reply = server.post(DEFINITIONS, """
        {"metadata":{"name":"as.example.com"},"spec":{"group":"example.com","scope":"Cluster",
         "names":{"plural":"as","kind":"A"},"versions":[%s]}}
        """.formatted(versions));
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
  }

  private static String object(String version, String name, String spec) {
    return "{\"apiVersion\":\"example.com/" + version
        + "\",\"kind\":\"A\",\"metadata\":{\"name\":\"" + name + "\"},\"spec\":" + spec + "}";
  }

  private TestServer.Reply post(String spec) {
    return server.post(PATH, object("v1", "a", spec));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'type':'object','minProperties':1} | {} | spec.x: Invalid value: 0: spec.x in body should have at least 1 properties",
        "{'type':'object','additionalProperties':{'type':'string'},'maxProperties':1} | {'a':'','b':''} | spec.x: Too many: 2: must have at most 1 item",
        "{'type':'array','items':{'type':'string'},'minItems':1} | [] | spec.x: Invalid value: 0: spec.x in body should have at least 1 items",
        "{'type':'array','items':{'type':'string'},'maxItems':2} | ['a','b','c'] | spec.x: Too many: 3: must have at most 2 items",
        "{'type':'array','items':{'type':'string'},'x-kubernetes-list-type':'set'} | ['a','a'] | spec.x[1]: Duplicate value: \"a\"",
        "{'type':'array','items':{'type':'object','required':['k'],'properties':{'k':{'type':'string'}}},'x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['k']} | [{'k':'1'},{'k':'1'}] | spec.x[1]: Duplicate value: {\"k\":\"1\"}",
        "{'type':'integer','multipleOf':2} | 3 | spec.x: Invalid value: 3: spec.x in body should be a multiple of 2",
        "{'type':'integer','minimum':2,'exclusiveMinimum':true} | 2 | spec.x: Invalid value: 2: spec.x in body should be greater than 2",
        "{'type':'integer','maximum':2,'exclusiveMaximum':true} | 2 | spec.x: Invalid value: 2: spec.x in body should be less than 2",
        "{'type':'string','pattern':'^a'} | 'b' | spec.x: Invalid value: \"b\": spec.x in body should match '^a'",
        "{'type':'string','format':'date-time'} | 'b' | spec.x: Invalid value: \"b\": spec.x in body must be of type date-time: \"b\"",
        "{'type':'string','format':'ipv4'} | '1.2.3' | spec.x: Invalid value: \"1.2.3\": spec.x in body must be of type ipv4: \"1.2.3\"",
        "{'type':'string','format':'uuid'} | 'b' | spec.x: Invalid value: \"b\": spec.x in body must be of type uuid: \"b\"",
        "{'type':'string','format':'byte'} | '!' | spec.x: Invalid value: \"!\": spec.x in body must be of type byte: \"!\"",
        "{'type':'integer','format':'int32'} | 2147483648 | <nil>: Invalid value: \"\": Checked value must be of type integer with format int32 in spec.x",
        "{'type':'string','not':{'pattern':'^a'}} | 'a' | <nil>: Invalid value: \"\": \"spec.x\" must not validate the schema (not)",
      })
  void aValueThatDoesNotFitIs422(String schema, String value, String complaint) {
    define(version("v1", true, "\"x\":" + schema.replace('\'', '"')));
    TestServer.Reply reply = post("{\"x\":" + value.replace('\'', '"') + "}");
    assertThat(reply.status()).isEqualTo(422);
    assertThat(reply.message()).isEqualTo("A.example.com \"a\" is invalid: " + complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "anyOf | {} | must validate at least one schema (anyOf)",
        "oneOf | {} | must validate one and only one schema (oneOf). Found none valid",
        "oneOf | {'f':'','g':''} | must validate one and only one schema (oneOf). Found 2 valid alternatives",
        "allOf | {'f':''} | must validate all the schemas (allOf)",
      })
  void schemasAreCombined(String word, String value, String complaint) {
    define(version(
        "v1",
        true,
        "\"x\":{\"type\":\"object\",\"properties\":{\"f\":{\"type\":\"string\"},\"g\":{\"type\":"
            + "\"string\"}},\"" + word + "\":[{\"required\":[\"f\"]},{\"required\":[\"g\"]}]}"));
    assertThat(post("{\"x\":" + value.replace('\'', '"') + "}").message())
        .contains("\"spec.x\" " + complaint);
  }

  @Test
  void aLongTextIsMatchedWithoutStackAndWithoutBacktracking() {
    define(version(
        "v1",
        true,
        "\"p\":{\"type\":\"string\",\"pattern\":\"^(a+)+$\"},"
            + "\"q\":{\"type\":\"string\",\"pattern\":\"^(a|b)*$\"}"));
    assertThat(post("{\"q\":\"" + "ab".repeat(20_000) + "\"}").status()).isEqualTo(201);
    assertThat(post("{\"p\":\"" + "a".repeat(40_000) + "b\"}").status()).isEqualTo(422);
    String label = "a.".repeat(20_000) + "b/c";
    assertThat(server
            .post(
                PATH,
                object("v1", "b", "{}")
                    .replace("\"name\"", "\"labels\":{\"" + label + "\":\"x\"},\"name\""))
            .status())
        .isEqualTo(422);
  }

  @Test
  void unknownFieldsArePrunedByTheVersionWrittenThenByTheOneStored() {
    define(version("v1", true, "\"one\":{\"type\":\"string\"},\"both\":{\"type\":\"string\"}") + ","
        + version("v2", false, "\"two\":{\"type\":\"string\"},\"both\":{\"type\":\"string\"}"));
    String all = "{\"one\":\"1\",\"two\":\"2\",\"both\":\"b\"}";
    TestServer.Reply second = server.post("/apis/example.com/v2/as", object("v2", "a", all));
    assertThat(second.headers().get("Warning")).contains("spec.one").doesNotContain("spec.two");
    assertThat(second.json().path("spec").toString()).isEqualTo("{\"both\":\"b\"}");
    TestServer.Reply first = server.post(PATH, object("v1", "b", all));
    assertThat(first.headers().get("Warning")).contains("spec.two").doesNotContain("spec.one");
    assertThat(first.at("/spec/one")).isEqualTo("1");
  }

  @Test
  void fieldsThatTheVersionReadDoesNotKnowAreNotShown() {
    define(version("v1", true, "\"one\":{\"type\":\"string\"},\"both\":{\"type\":\"string\"}") + ","
        + version("v2", false, "\"both\":{\"type\":\"string\"}"));
    post("{\"one\":\"1\",\"both\":\"b\"}");
    assertThat(server.get("/apis/example.com/v2/as/a").json().path("spec").toString())
        .isEqualTo("{\"both\":\"b\"}");
    assertThat(server.get("/apis/example.com/v2/as").json().at("/items/0/spec").toString())
        .isEqualTo("{\"both\":\"b\"}");
    assertThat(server
            .watch("/apis/example.com/v2/as?watch=1")
            .events()
            .get(0)
            .at("/object/spec")
            .toString())
        .isEqualTo("{\"both\":\"b\"}");
    assertThat(server.get(PATH + "/a").at("/spec/one")).isEqualTo("1");
  }

  @Test
  void aChangedSchemaShowsInObjectsThatAreThereAlready() {
    define(version("v1", true, "\"old\":{\"type\":\"string\"}"));
    post("{\"old\":\"x\"}");
    String before = server.get(PATH + "/a").at("/metadata/resourceVersion");
    server.patch(
        DEFINITIONS + "/as.example.com",
        "merge-patch+json",
        "{\"spec\":{\"versions\":["
            + version("v1", true, "\"fresh\":{\"type\":\"string\",\"default\":\"y\"}") + "]}}");
    TestServer.Reply now = server.get(PATH + "/a");
    assertThat(now.json().path("spec").toString()).isEqualTo("{\"fresh\":\"y\"}");
    assertThat(now.at("/metadata/resourceVersion")).isEqualTo(before);
  }

  @Test
  void watchesEndWhenTheSchemaChanges() {
    define(version("v1", true, "\"a\":{\"type\":\"string\"}"));
    TestServer.Watching before = server.watch(PATH + "?watch=1");
    String both = version("v1", true, "\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"string\"}");
    server.patch(
        DEFINITIONS + "/as.example.com",
        "merge-patch+json",
        "{\"spec\":{\"versions\":[" + both + "]}}");
    assertThat(before.ended()).isTrue();
    TestServer.Watching after = server.watch(PATH + "?watch=1");
    server.patch(
        DEFINITIONS + "/as.example.com",
        "merge-patch+json",
        "{\"metadata\":{\"labels\":{\"x\":\"y\"}}}");
    assertThat(after.ended()).as("nothing has changed for it").isFalse();
    post("{\"a\":\"1\",\"b\":\"2\"}");
    assertThat(after.events().get(0).at("/object/spec").toString())
        .isEqualTo("{\"a\":\"1\",\"b\":\"2\"}");
  }

  @Test
  void aValueThatAnUpdateLeavesAsItWasIsForgiven() {
    define(version("v1", true, "\"x\":{\"type\":\"string\"},\"y\":{\"type\":\"string\"}"));
    post("{\"x\":\"long\"}");
    server.patch(
        DEFINITIONS + "/as.example.com",
        "merge-patch+json",
        "{\"spec\":{\"versions\":["
            + version(
                "v1",
                true,
                "\"x\":{\"type\":\"string\",\"maxLength\":1},\"y\":{\"type\":\"string\"}")
            + "]}}");
    assertThat(server
            .patch(PATH + "/a", "merge-patch+json", "{\"spec\":{\"y\":\"z\"}}")
            .status())
        .isEqualTo(200);
    assertThat(server
            .patch(PATH + "/a", "merge-patch+json", "{\"spec\":{\"x\":\"other\"}}")
            .message())
        .endsWith("spec.x: Too long: may not be more than 1 byte");
  }

  @Test
  void embeddedObjectsNeedKindAndVersionAndHaveMetadataOfTheirOwn() {
    define(version(
        "v1",
        true,
        "\"e\":{\"type\":\"object\",\"x-kubernetes-embedded-resource\":true,"
            + "\"x-kubernetes-preserve-unknown-fields\":true}"));
    assertThat(post("{\"e\":{\"kind\":\"Pod\"}}").message())
        .endsWith("is invalid: spec.e.apiVersion: Required value");
    assertThat(post("{\"e\":{\"apiVersion\":\"v1\",\"kind\":\"P d\"}}").message())
        .contains("spec.e.kind: Invalid value: \"P d\": may have mixed case");
    assertThat(
            post("{\"e\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a/b\"}}}")
                .message())
        .endsWith("spec.e.metadata.name: Invalid value: \"a/b\": may not contain '/'");
    assertThat(post("{\"e\":{\"apiVersion\":5,\"kind\":\"Pod\"}}").message())
        .isEqualTo(
            "A in version \"v1\" cannot be handled as a A: spec.e.apiVersion: Invalid value: 5:"
                + " must be a string");
    JsonNode taken =
        post("{\"e\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"x\":1,\"metadata\":{\"name\":\"a\",\"zz\":1}}}")
            .json();
    assertThat(taken.at("/spec/e/metadata").toString()).isEqualTo("{\"name\":\"a\"}");
    assertThat(taken.at("/spec/e/x").asInt()).isEqualTo(1);
  }

  @Test
  void unknownMetadataIsToldOf() {
    define(version("v1", true, "\"x\":{\"type\":\"string\"}"));
    String body = object("v1", "a", "{\"zz\":1}").replace("\"name\"", "\"zz\":1,\"name\"");
    assertThat(server.post(PATH + "?fieldValidation=Strict", body).message())
        .endsWith(
            "strict decoding error: unknown field \"metadata.zz\", unknown field \"spec.zz\"");
    assertThat(server.post(PATH, body).headers().get("Warning"))
        .contains("unknown field \\\"metadata.zz\\\"");
  }

  @Test
  void aStatusIsCheckedByItselfAndItsComplaintsSayWhere() {
    define(version("v1", true, "\"x\":{\"type\":\"string\"}"));
    post("{}");
    assertThat(server
            .patch(PATH + "/a/status", "merge-patch+json", "{\"status\":{\"phase\":5}}")
            .message())
        .isEqualTo(
            "A.example.com \"a\" is invalid: status.phase: Invalid value: \"integer\": phase in"
                + " body must be of type string: \"integer\"");
  }

  @Test
  void nullsGiveWayToDefaultsOrGoUnlessTheyAreAllowed() {
    define(version(
        "v1",
        true,
        "\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"string\",\"default\":\"x\"},"
            + "\"c\":{\"type\":\"string\",\"nullable\":true,\"default\":\"x\"}"));
    assertThat(post("{\"a\":null,\"b\":null,\"c\":null}").json().path("spec").toString())
        .isEqualTo("{\"b\":\"x\",\"c\":null}");
  }

  @Test
  void metadataAndContentAreComplainedOfTogether() {
    define(version("v1", true, "\"x\":{\"type\":\"string\"}"));
    assertThat(server
            .post(PATH, object("v1", "A", "{\"x\":1}"))
            .json()
            .at("/details/causes")
            .size())
        .isEqualTo(2);
  }

  @Test
  void numbersAreKeptAsDoublesInTheFewestDigits() {
    define(version("v1", true, "\"x\":{\"type\":\"number\"},\"i\":{\"type\":\"integer\"}"));
    assertThat(post("{\"x\":1.50,\"i\":4.0}").json().path("spec").toString())
        .isEqualTo("{\"x\":1.5,\"i\":4}");
    assertThat(post("{\"x\":1e400}").message())
        .isEqualTo(
            "A in version \"v1\" cannot be handled as a A: json: cannot unmarshal number 1e400"
                + " into Go value of type float64");
  }

  @Test
  void aPatchThatTakesAwayWhatAnObjectIsIsRefused() {
    define(version("v1", true, "\"x\":{\"type\":\"string\"}"));
    post("{}");
    assertThat(server.patch(PATH + "/a", "merge-patch+json", "{\"kind\":null}").message())
        .contains("Object 'Kind' is missing in '");
    assertThat(server
            .patch(PATH + "/a", "merge-patch+json", "{\"apiVersion\":null}")
            .status())
        .isEqualTo(500);
    assertThat(server
            .patch(PATH + "/a", "merge-patch+json", "{\"apiVersion\":\"v1\"}")
            .message())
        .isEqualTo("A \"a\" is invalid: apiVersion: Invalid value: \"v1\": must be example.com/v1");
  }
}

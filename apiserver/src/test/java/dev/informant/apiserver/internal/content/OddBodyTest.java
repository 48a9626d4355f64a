package dev.informant.apiserver.internal.content;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.TestClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bodies that are odd but not broken, and broken ones that must be named; the expected answers are a kube-apiserver's. */
@Timeout(120)
class OddBodyTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private static ApiServer server;
  private static TestClient client;

  @BeforeAll
  static void start() {
    server = ApiServer.builder().plainHttp().start();
    client = new TestClient(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private record Reply(int status, String text, String warning) {
    String at(String pointer) throws Exception {
      return new ObjectMapper().readTree(text).at(pointer).asText();
    }
  }

  private static Reply post(String path, String type, byte[] body) throws Exception {
    HttpResponse<byte[]> answer = client.post(path, type, body);
    return new Reply(
        answer.statusCode(),
        new String(answer.body(), UTF_8),
        answer.headers().firstValue("warning").orElse(""));
  }

  private static Reply json(String body) throws Exception {
    return post(MAPS + "?dryRun=All", "application/json", body.getBytes(UTF_8));
  }

  private static Reply yaml(String query, String body) throws Exception {
    String head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: odd\n";
    return post(MAPS + "?dryRun=All" + query, "application/yaml", (head + body).getBytes(UTF_8));
  }

  @Test
  void yamlAliasesAndMergeKeysAreUnderstood() throws Exception {
    Reply reply = yaml("", "data: {a: &x foo, b: *x}\n");
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    assertThat(reply.at("/data/b")).isEqualTo("foo");
    assertThat(yaml("", "data:\n  <<: {a: b}\n  c: d\n").at("/data/a")).isEqualTo("b");
    assertThat(yaml("", "data: {a: !!binary aGk=}\n").at("/data/a")).isEqualTo("hi");
  }

  @Test
  void yamlKeysThatAreThereTwiceAreAWarningOrAnErrorAsIsAskedFor() throws Exception {
    String twice = "data:\n  a: b\n  a: c\n";
    Reply warned = yaml("&fieldValidation=Warn", twice);
    assertThat(warned.status()).isEqualTo(201);
    assertThat(warned.at("/data/a")).isEqualTo("c");
    assertThat(warned.warning()).isEqualTo("299 - \"duplicate field \\\"data.a\\\"\"");
    Reply strict = yaml("&fieldValidation=Strict", twice);
    assertThat(strict.status()).isEqualTo(400);
    assertThat(strict.at("/message"))
        .isEqualTo(
            "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict decoding error:"
                + " duplicate field \"data.a\"");
  }

  @Test
  void yamlThatWasWrittenIsReadBackUnchanged() throws Exception {
    String[] values = {
      "0x1f",
      "1e3",
      "2020-01-01",
      "no",
      "~",
      "",
      "007",
      "a: b",
      "x\n\n y\n",
      "\t",
      "w ".repeat(90) + "w"
    };
    StringBuilder body = new StringBuilder("{\"metadata\":{\"name\":\"back\"},\"data\":{");
    for (int i = 0; i < values.length; i++) {
      body.append(i == 0 ? "" : ",").append("\"k").append(i).append("\":");
      body.append(new ObjectMapper().writeValueAsString(values[i]));
    }
    String created =
        client.create(MAPS, body + "}}").at("/metadata/resourceVersion").asText();
    HttpResponse<byte[]> read = client.get(MAPS + "/back", "application/yaml");
    HttpResponse<byte[]> written = client.http.send(
        client
            .request(MAPS + "/back")
            .header("Content-Type", "application/yaml")
            .PUT(HttpRequest.BodyPublishers.ofByteArray(read.body()))
            .build(),
        BodyHandlers.ofByteArray());
    assertThat(new ObjectMapper()
            .readTree(written.body())
            .at("/metadata/resourceVersion")
            .asText())
        .as(new String(written.body(), UTF_8))
        .isEqualTo(created);
  }

  @Test
  void aListInYamlHasItsItemsAsTheyAreAlone() throws Exception {
    client.create(MAPS, "{\"metadata\":{\"name\":\"lines\"},\"data\":{\"k\":\"a\\n\\nb\"}}");
    String list = new String(client.get(MAPS, "application/yaml").body(), UTF_8);
    assertThat(list).contains("- data:\n    k: |-\n      a\n\n      b\n  metadata:\n");
  }

  @Test
  void bytesThatAreNoCharactersCountAsReplacements() throws Exception {
    byte[] body =
        "{\"metadata\":{\"name\":\"u\"},\"data\":{\"k\":\"\u00ff\u00fe\"}}".getBytes(ISO_8859_1);
    Reply reply = post(MAPS + "?dryRun=All", "application/json", body);
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    assertThat(reply.at("/data/k")).isEqualTo("\ufffd\ufffd");
    assertThat(
            json("{\"metadata\":{\"name\":\"u\"},\"data\":{\"k\":\"\\ud800x\\udc00\\ud83d\\ude00\"}}")
                .at("/data/k"))
        .isEqualTo("\ufffdx\ufffd\ud83d\ude00");
  }

  @Test
  void aByteOrderMarkIsNoJson() throws Exception {
    Reply reply = json("\ufeff{\"metadata\":{\"name\":\"bom\"}}");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.at("/message")).contains("json parse error: ");
    byte[] wide =
        "{\"metadata\":{\"name\":\"w\"}}".getBytes(java.nio.charset.StandardCharsets.UTF_16BE);
    assertThat(post(MAPS, "application/json", wide).status()).isEqualTo(400);
  }

  @Test
  void nestingIsBoundedAndNamed() throws Exception {
    for (String deep : new String[] {"[".repeat(200_000), "{\"a\":".repeat(200_000)}) {
      Reply reply = json(deep);
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.at("/message"))
          .contains("nesting depth (1001) exceeds the maximum allowed (1000)");
    }
  }

  @Test
  void numbersBeyondEveryTypeAreRefusedAndNamed() throws Exception {
    String path = "/apis/apps/v1/namespaces/default/deployments";
    String huge = "{\"metadata\":{\"name\":\"d\"},\"spec\":{\"replicas\":1e999999999}}";
    Reply reply = post(path, "application/json", huge.getBytes(UTF_8));
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.at("/message"))
        .contains("json: cannot unmarshal number 1e999999999 into Go struct field"
            + " DeploymentSpec.spec.replicas of type int32");
    String lengthy = huge.replace("1e999999999", "9".repeat(100_000));
    assertThat(post(path, "application/json", lengthy.getBytes(UTF_8)).at("/message"))
        .contains("Number value length (100000) exceeds the maximum allowed (1000)");
    assertThat(json("{\"metadata\":{\"name\":\"n\"},\"x\":NaN}").at("/message"))
        .contains("json parse error: ");
  }

  @Test
  void numbersOfCustomResourcesAreWholeOrFloatsAndNothingLarger() throws Exception {
    client.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", """
        {"metadata":{"name":"nums.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
         "names":{"plural":"nums","kind":"Num"},"versions":[{"name":"v1","served":true,"storage":true,
         "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}
        """);
    String path = "/apis/example.com/v1/namespaces/default/nums";
    String num =
        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Num\",\"metadata\":{\"name\":\"n\"},\"v\":%s}";
    assertThat(client
            .create(path, num.formatted("[1.0,1e2,9223372036854775808,1e-999,1.5,-0]"))
            .path("v")
            .toString())
        .isEqualTo("[1,100,9223372036854776000,0,1.5,0]");
    HttpResponse<byte[]> patched = client.http.send(
        client
            .request(path + "/n")
            .header("Content-Type", "application/merge-patch+json")
            .method("PATCH", HttpRequest.BodyPublishers.ofString("{\"v\":1e999999}"))
            .build(),
        BodyHandlers.ofByteArray());
    assertThat(new ObjectMapper().readTree(patched.body()).path("message").asText())
        .isEqualTo(
            "error decoding patch: json: cannot unmarshal number 1e999999 into Go value of type float64");
    for (String huge : new String[] {"1e999999999", "-1e400"}) {
      Reply refused = post(path, "application/json", num.formatted(huge).getBytes(UTF_8));
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.at("/message"))
          .isEqualTo(
              "Num in version \"v1\" cannot be handled as a Num: json: cannot unmarshal number "
                  + huge + " into Go value of type float64");
    }
  }

  @Test
  void aNullInAListOrMapIsTheZeroOfWhatBelongsThere() throws Exception {
    Reply labels = json("{\"metadata\":{\"name\":\"n\",\"labels\":{\"a\":null}}}");
    assertThat(labels.status()).as(labels.text()).isEqualTo(201);
    assertThat(labels.text()).contains("\"labels\":{\"a\":\"\"}");
    Reply arguments = post(
        "/api/v1/namespaces/default/pods?dryRun=All",
        "application/json",
        ("{\"metadata\":{\"name\":\"n\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\","
                + "\"args\":[null]}],\"securityContext\":{\"supplementalGroups\":[null]}}}")
            .getBytes(UTF_8));
    assertThat(arguments.text()).contains("\"args\":[\"\"]").contains("\"supplementalGroups\":[0]");
    Reply ports = post(
        "/api/v1/namespaces/default/services?dryRun=All",
        "application/json",
        "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"ports\":[null]}}".getBytes(UTF_8));
    assertThat(ports.status()).as(ports.text()).isEqualTo(422);
  }

  @Test
  void whatIsStoredCanBeWrittenInEveryForm() throws Exception {
    String leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
    int number = 0;
    for (String time : new String[] {
      "2026-01-01T00:00:00.000000+20:00",
      "2026-01-01T00:00:00,500000Z",
      "9999-12-31T23:59:59.000000-12:00",
      "0001-01-01T00:00:00.000000Z"
    }) {
      number++;
      Reply reply = post(
          leases,
          "application/json",
          ("{\"metadata\":{\"name\":\"l" + number + "\"},\"spec\":{\"renewTime\":\"" + time
                  + "\"}}")
              .getBytes(UTF_8));
      assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    }
    String slices = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
    Reply zones = post(
        slices,
        "application/json",
        ("{\"metadata\":{\"name\":\"n\"},\"addressType\":\"IPv4\",\"endpoints\":[{\"addresses\":[\"1.2.3.4\"],"
                + "\"hints\":{\"forZones\":[null]}}],\"ports\":[]}")
            .getBytes(UTF_8));
    assertThat(zones.text()).contains("\"forZones\":[{\"name\":\"\"}]");
    for (String form :
        new String[] {"application/json", "application/yaml", "application/vnd.kubernetes.protobuf"
        }) {
      assertThat(client.get(leases, form).statusCode()).as(form).isEqualTo(200);
      assertThat(client.get(slices, form).statusCode()).as(form).isEqualTo(200);
    }
  }

  @Test
  void parametersOfTheContentTypeHaveAValueAndStandThereOnce() throws Exception {
    byte[] body = "{\"metadata\":{\"name\":\"n\"}}".getBytes(UTF_8);
    String path = MAPS + "?dryRun=All";
    for (String sound : new String[] {"; charset=utf-8", ";a=\"b c\"; d=e", ";", "; "}) {
      assertThat(post(path, "application/json" + sound, body).status())
          .as(sound)
          .isEqualTo(201);
    }
    for (String broken : new String[] {"; foo", ";;", ";a=b;A=c", "; a=", "; a b=c"}) {
      assertThat(post(path, "application/json" + broken, body).status())
          .as(broken)
          .isEqualTo(415);
    }
  }

  @Test
  void kindsThatAreNoResourcesCannotBeConverted() throws Exception {
    for (String kind : new String[] {"List", "ConfigMapList", "Status"}) {
      Reply reply = json("{\"kind\":\"" + kind + "\",\"apiVersion\":\"v1\"}");
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.at("/message"))
          .isEqualTo(kind + " in version \"v1\" cannot be handled as a ConfigMap: converting (v1."
              + kind + ") to (core.ConfigMap): unknown conversion");
    }
  }

  @Test
  void warningsAreInUtf8() throws Exception {
    Reply reply = json("{\"metadata\":{\"name\":\"n\"},\"h\u00e4\u20ac\":1}");
    assertThat(new String(reply.warning().getBytes(ISO_8859_1), UTF_8))
        .isEqualTo("299 - \"unknown field \\\"h\u00e4\u20ac\\\"\"");
  }

  @Test
  void protobufThatCannotBeReadIsNamedAsFarAsItCan() throws Exception {
    String form = "application/vnd.kubernetes.protobuf";
    byte[] magic = {'k', '8', 's', 0};
    assertThat(post(MAPS, form, magic).at("/message"))
        .isEqualTo("the object provided is unrecognized (must be of type ConfigMap): empty body"
            + " (6b387300)");
    byte[] half = Envelope.concatenated(
        Envelope.head("v1", "ConfigMap", 2), new byte[] {1 << 3 | 2, 9}, Envelope.tail());
    assertThat(post(MAPS, form, half).at("/message"))
        .isEqualTo("ConfigMap in version \"v1\" cannot be handled as a ConfigMap: unexpected EOF");
    byte[] number = Envelope.concatenated(
        Envelope.head("v1", "ConfigMap", 4),
        new byte[] {1 << 3 | 2, 2, 1 << 3, 7},
        Envelope.tail());
    assertThat(post(MAPS, form, number).at("/message"))
        .isEqualTo("ConfigMap in version \"v1\" cannot be handled as a ConfigMap: proto: wrong"
            + " wireType = 0 for field Name");
  }

  @Test
  void schemasAreReadFromProtobufAsDeepAsTheyAre() throws Exception {
    String schema = "{\"type\":\"object\",\"properties\":{\"a\":".repeat(60)
        + "{\"type\":\"string\"}" + "}}".repeat(60);
    String version = "apiextensions.k8s.io/v1";
    String kind = "CustomResourceDefinition";
    byte[] body = Envelope.wrap(
        version,
        kind,
        ProtobufWriter.message(
            ProtobufTypes.find(version, kind),
            new ObjectMapper()
                .readTree("{\"metadata\":{\"name\":\"deeps.example.com\"},\"spec\":{\"group\":"
                    + "\"example.com\",\"scope\":\"Cluster\",\"names\":{\"plural\":\"deeps\",\"kind\":\"Deep\"},"
                    + "\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":"
                    + "{\"openAPIV3Schema\":" + schema + "}}]}}")));
    Reply reply = post(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All",
        "application/vnd.kubernetes.protobuf",
        body);
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
  }
}

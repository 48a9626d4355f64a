package dev.informant.apiserver.internal.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.CoreOptions;
import dev.informant.apiserver.internal.core.KubernetesCore;
import dev.informant.testing.VirtualRuntime;
import dev.informant.testkit.Draw;
import dev.informant.testkit.Seeds;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.Runtime;
import io.kubernetes.client.proto.V1;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Assertions;

/** A sound body with some bytes changed, taken out, doubled or put in is understood or refused, never more. */
class BodyPropertyTest {
  private static final String JSON = """
      {"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","labels":{"k":"v"},"finalizers":["x/y"]},
       "spec":{"nodeName":"n","terminationGracePeriodSeconds":30,"containers":[{"name":"c","image":"i",
       "ports":[{"containerPort":80}],"resources":{"limits":{"cpu":"1"}}}]},"status":{"phase":"Running"}}
      """;
  private static final String YAML = """
      apiVersion: v1
      kind: Pod
      metadata: {name: a, labels: {k: "v"}}
      spec:
        nodeName: n
        containers:
        - name: c
          image: &i "image"
          env: [{name: E, value: *i}]
      """;

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final KubernetesCore core =
      KubernetesCore.create(runtime, CoreOptions.DEFAULT, new ContentNegotiation(runtime.clock()));

  private enum What {
    CHANGE,
    REMOVE,
    DOUBLE,
    INSERT
  }

  record Edit(What what, int at, int length, byte value) {}

  record Body(String type, byte[] bytes) {}

  private static Body body(RandomGenerator random) {
    return Draw.oneOf(
        random,
        new Body("application/json", JSON.getBytes(UTF_8)),
        new Body("application/yaml", YAML.getBytes(UTF_8)),
        new Body("application/vnd.kubernetes.protobuf", protobuf()));
  }

  private static Edit edit(RandomGenerator random) {
    return new Edit(
        Draw.oneOf(random, What.values()), random.nextInt(1001), random.nextInt(1, 13), (byte)
            random.nextInt(256));
  }

  private static byte[] protobuf() {
    V1.Pod pod = V1.Pod.newBuilder()
        .setMetadata(Meta.ObjectMeta.newBuilder().setName("a").putLabels("k", "v"))
        .setSpec(V1.PodSpec.newBuilder()
            .setNodeName("n")
            .addContainers(V1.Container.newBuilder()
                .setName("c")
                .addEnv(V1.EnvVar.newBuilder().setName("E").setValue("v"))))
        .build();
    byte[] unknown = Runtime.Unknown.newBuilder()
        .setTypeMeta(Runtime.TypeMeta.newBuilder().setApiVersion("v1").setKind("Pod"))
        .setRaw(pod.toByteString())
        .build()
        .toByteArray();
    return Envelope.concatenated(new byte[] {'k', '8', 's', 0}, unknown);
  }

  private static byte[] edited(byte[] bytes, List<Edit> edits) {
    byte[] result = bytes;
    for (Edit edit : edits) {
      int at = result.length == 0 ? 0 : edit.at() % result.length;
      int end = Math.min(result.length, at + edit.length());
      ByteArrayOutputStream next = new ByteArrayOutputStream();
      next.write(result, 0, at);
      switch (edit.what()) {
        case CHANGE -> {
          next.write(edit.value());
          next.write(result, Math.min(at + 1, result.length), Math.max(0, result.length - at - 1));
        }
        case REMOVE -> next.write(result, end, result.length - end);
        case DOUBLE -> {
          next.write(result, at, end - at);
          next.write(result, at, result.length - at);
        }
        case INSERT -> {
          next.write(edit.value());
          next.write(result, at, result.length - at);
        }
      }
      result = next.toByteArray();
    }
    return result;
  }

  @Seeds(3000)
  void bodyIsUnderstoodOrRefused(RandomGenerator random) {
    Body body = body(random);
    List<Edit> edits = Draw.list(random, 1, 6, () -> edit(random));
    ApiRequest request = new ApiRequest(
        "POST",
        "/api/v1/namespaces/default/pods",
        Map.of("dryRun", List.of("All"), "fieldValidation", List.of("Strict")),
        Map.of("content-type", body.type()),
        edited(body.bytes(), edits),
        "somebody",
        List.of());
    ApiResponse answer = core.handle(request).join();
    assertThat(answer).isInstanceOf(ApiResponse.Complete.class);
    String text = new String(((ApiResponse.Complete) answer).body(), UTF_8);
    assertThat(answer.status()).as(text).isIn(201, 400, 404, 415, 422);
  }

  /** What is created, where. */
  record Sample(String path, String json) {}

  private static Sample sample(RandomGenerator random) {
    String pod =
        "\"spec\":{\"restartPolicy\":\"Never\",\"containers\":[{\"name\":\"c\",\"image\":\"i\","
            + "\"args\":[\"a\"],\"ports\":[{\"containerPort\":80,\"hostPort\":1,\"hostIP\":\"1.1.1.1\"}],"
            + "\"env\":[{\"name\":\"e\",\"value\":\"v\"}],\"resources\":{\"limits\":{\"cpu\":\"1\"}}}],"
            + "\"securityContext\":{\"sysctls\":[{\"name\":\"a.b\",\"value\":\"1\"}]},"
            + "\"volumes\":[{\"name\":\"v\",\"emptyDir\":{\"sizeLimit\":\"1Gi\"}}],"
            + "\"tolerations\":[{\"key\":\"k\",\"operator\":\"Exists\"}],"
            + "\"dnsConfig\":{\"searches\":[\"a.b\"],\"nameservers\":[\"1.2.3.4\"]}}";
    String name =
        "\"metadata\":{\"name\":\"a.example.com\",\"labels\":{\"k\":\"v\"},\"finalizers\":[\"x/y\"]}";
    return Draw.oneOf(
        random,
        new Sample("/api/v1/namespaces/default/pods", "{" + name + "," + pod + "}"),
        new Sample(
            "/apis/batch/v1/namespaces/default/cronjobs",
            "{" + name + ",\"spec\":{\"schedule\":\"@every 1h\",\"timeZone\":\"Europe/Berlin\","
                + "\"jobTemplate\":{\"spec\":{\"template\":{" + pod + "}}}}}"),
        new Sample(
            "/api/v1/namespaces/default/services",
            "{" + name
                + ",\"spec\":{\"ports\":[{\"port\":80,\"targetPort\":\"x\"}],\"selector\":{\"a\":"
                + "\"b\"},\"externalIPs\":[\"1.2.3.4\"],\"loadBalancerSourceRanges\":[\"10.0.0.0/8\"]}}"),
        new Sample(
            "/apis/apps/v1/namespaces/default/controllerrevisions",
            "{" + name + ",\"revision\":1,\"data\":{\"a\":[1]}}"),
        new Sample(
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
            "{\"metadata\":{\"name\":\"as.b.example.com\"},\"spec\":{\"group\":\"b.example.com\","
                + "\"scope\":\"Namespaced\",\"names\":{\"plural\":\"as\",\"kind\":\"A\"},\"versions\":["
                + "{\"name\":\"v1\",\"served\":true,\"storage\":true,\"additionalPrinterColumns\":["
                + "{\"name\":\"c\",\"type\":\"string\",\"jsonPath\":\".spec.a\"}],\"schema\":{"
                + "\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\","
                + "\"pattern\":\"^a$\",\"default\":\"a\",\"enum\":[\"a\"],\"maxLength\":3}}}}}]}}"));
  }

  /** JSON that may stand where something else is expected. */
  private static String oddValue(RandomGenerator random) {
    String longOne = Draw.oneOf(
            random, "1", "1s", "a.", ".1_1", "1:1", "/", "-", "(", "a{9}", "(a{9})", "[", "\\\\",
            "=", "\u00e9")
        .repeat(20_000);
    String shortOne = Draw.oneOf(
        random,
        "null",
        "{}",
        "[]",
        "[null]",
        "[{}]",
        "[[]]",
        "{\"\":null}",
        "\"\"",
        "\"\\u0000\"",
        "true",
        "-1",
        "1.5",
        "1e400",
        "1e-400",
        "1e99999999999",
        "1e-99999999999",
        "99999999999999999999",
        "\"1e1000000000\"",
        "\"-1e999999\"",
        "\"((a{100}){100}){100}\"",
        "[" + "null,".repeat(2000) + "null]",
        "[" + "{},".repeat(2000) + "{}]");
    return random.nextBoolean() ? "\"" + longOne + "\"" : shortOne;
  }

  private static String accept(RandomGenerator random) {
    List<String> parts = Draw.list(
        random,
        0,
        6,
        () -> Draw.oneOf(
            random,
            "application/json",
            "application/yaml",
            "application/vnd.kubernetes.protobuf",
            "*/*",
            "*",
            ";",
            ",",
            "q=",
            "as=Table",
            "=",
            " ",
            "",
            "g=meta.k8s.io",
            "v=v1",
            "q=x",
            "stream=watch"));
    return String.join(";", parts).replace(";,;", ",");
  }

  @Seeds(1500)
  void anOddValueAnywhereIsTakenOrRefused(RandomGenerator random) {
    Sample sample = sample(random);
    int place = random.nextInt(101);
    String value = oddValue(random);
    ApiRequest request = new ApiRequest(
        "POST",
        sample.path(),
        Map.of("dryRun", List.of("All")),
        Map.of("content-type", "application/json"),
        replaced(sample.json(), place, value).getBytes(UTF_8),
        "somebody",
        List.of());
    ApiResponse answer = inTime(request);
    String text = new String(((ApiResponse.Complete) answer).body(), UTF_8);
    assertThat(answer.status()).as(text).isIn(201, 400, 404, 422);
  }

  @Seeds(500)
  void whateverFormIsAskedForIsThereOrNotAcceptable(RandomGenerator random) {
    String accept = accept(random);
    for (String path : List.of("/api/v1/pods", "/api/v1/namespaces/default", "/api", "/version")) {
      ApiResponse answer = inTime(new ApiRequest(
          "GET", path, Map.of(), Map.of("accept", accept), new byte[0], "somebody", List.of()));
      assertThat(answer.status()).as(path + " as " + accept).isIn(200, 406);
    }
  }

  /** What hangs fails. */
  private ApiResponse inTime(ApiRequest request) {
    return Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(60), () -> core.handle(request).join());
  }

  /** The text with the value of one of its members or elements replaced. */
  private static String replaced(String json, int place, String value) {
    List<Integer> starts = new ArrayList<>();
    for (int at = 1; at < json.length(); at++) {
      boolean element = json.charAt(at - 1) == '[' && json.charAt(at) != ']';
      if (json.startsWith("\":", at - 2) || element) {
        starts.add(at);
      }
    }
    int start = starts.get(place % starts.size());
    int depth = 0;
    int end = start;
    do {
      char one = json.charAt(end++);
      if (one == '"') {
        end = json.indexOf('"', end) + 1;
      }
      depth += one == '{' || one == '[' ? 1 : one == '}' || one == ']' ? -1 : 0;
    } while (depth > 0 || ",}]".indexOf(json.charAt(end)) < 0);
    return json.substring(0, start) + value + json.substring(end);
  }
}

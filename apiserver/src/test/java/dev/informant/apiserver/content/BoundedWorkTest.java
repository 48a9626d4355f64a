package dev.informant.apiserver.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.informant.apiserver.core.ApiRequest;
import dev.informant.apiserver.core.ApiResponse;
import dev.informant.apiserver.core.CoreOptions;
import dev.informant.apiserver.core.KubernetesCore;
import dev.informant.testing.VirtualRuntime;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.Runtime;
import io.kubernetes.client.proto.V1;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Requests of less than a megabyte that once took minutes, the stack or the heap. The timeout is there to end what hangs:
 * none of these takes a second.
 */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BoundedWorkTest {
  private static final String CORE = "/api/v1/namespaces/default/";
  private static final String JSON = "application/json";
  private static final String MERGE = "application/merge-patch+json";
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
  private static final int MANY = 20_000;

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final KubernetesCore core =
      KubernetesCore.create(runtime, CoreOptions.DEFAULT, new ContentNegotiation(runtime.clock()));

  private record Answer(int status, String text, Map<String, String> headers) {}

  private Answer send(
      String method, String path, Map<String, String> headers, Map<String, List<String>> query, byte[] body) {
    ApiResponse response =
        core.handle(new ApiRequest(method, path, query, headers, body, "somebody", List.of())).join();
    if (response instanceof ApiResponse.Chunked chunked) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      chunked.chunks().forEachRemaining(bytes::writeBytes);
      return new Answer(chunked.status(), bytes.toString(UTF_8), chunked.headers());
    }
    ApiResponse.Complete complete = (ApiResponse.Complete) response;
    return new Answer(complete.status(), new String(complete.body(), UTF_8), complete.headers());
  }

  private Answer post(String path, String body) {
    return send("POST", path, Map.of("content-type", JSON), Map.of(), body.getBytes(UTF_8));
  }

  private Answer patch(String path, String type, String body) {
    return send("PATCH", path, Map.of("content-type", type), Map.of(), body.getBytes(UTF_8));
  }

  private static String listed(int count, IntFunction<String> element) {
    return IntStream.range(0, count).mapToObj(element).collect(Collectors.joining(","));
  }

  private static String pod(String spec) {
    return "{\"metadata\":{\"name\":\"a\"},\"spec\":{" + spec + "}}";
  }

  private static String container(String more) {
    return "\"containers\":[{\"name\":\"c\",\"image\":\"i\"" + more + "}]";
  }

  private Answer cronJob(String schedule) {
    return post(
        "/apis/batch/v1/namespaces/default/cronjobs",
        "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"schedule\":\"" + schedule
            + "\",\"jobTemplate\":{\"spec\":{\"template\":{\"spec\":{\"restartPolicy\":\"Never\","
            + container("") + "}}}}}}");
  }

  private Answer definition(String properties) {
    return post(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        "{\"metadata\":{\"name\":\"as.b.example.com\"},\"spec\":{\"group\":\"b.example.com\","
            + "\"scope\":\"Namespaced\",\"names\":{\"plural\":\"as\",\"kind\":\"A\"},\"versions\":["
            + "{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":"
            + "{\"type\":\"object\",\"properties\":{" + properties + "}}}}]}}");
  }

  private Answer pattern(String pattern) {
    return definition("\"a\":{\"type\":\"string\",\"pattern\":\"" + pattern + "\"}");
  }

  @Test
  void everyWithADurationOfManyDigitsIsRefused() {
    Answer answer = cronJob("@every " + "1".repeat(MANY));
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.text()).contains("time: invalid duration");
  }

  @Test
  void everyWithADurationOfManyPartsIsTaken() {
    assertThat(cronJob("@every " + "1s".repeat(MANY)).status()).isEqualTo(201);
  }

  @Test
  void aQuantityOfManyDigitsIsRefused() {
    String resources = ",\"resources\":{\"limits\":{\"cpu\":\"" + "1".repeat(MANY) + "!\"}}";
    assertThat(post(CORE + "pods", pod(container(resources))).status()).isEqualTo(400);
  }

  @Test
  void aLongNameOfASysctlIsRefused() {
    String context = ",\"securityContext\":{\"sysctls\":[{\"name\":\"" + "a.".repeat(MANY)
        + "a\",\"value\":\"1\"}]}";
    Answer answer = post(CORE + "pods", pod(container("") + context));
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.text()).contains("must have at most 253 characters");
  }

  @Test
  void aPathOfManySlashesIsLookedAtOnce() {
    String volumes = ",\"volumes\":[{\"name\":\"v\",\"projected\":{\"sources\":[{\"configMap\":{"
        + "\"name\":\"m\",\"items\":[{\"key\":\"k\",\"path\":\"a" + "/".repeat(500_000)
        + "b\"}]}}]}}]";
    assertThat(post(CORE + "pods", pod(container("") + volumes)).status()).isEqualTo(201);
  }

  @Test
  void aNumberOfManyGroupsInYamlIsRead() {
    byte[] body = ("metadata: {name: a}\ndata: {a: .1" + "_1".repeat(MANY) + "}\n").getBytes(UTF_8);
    Answer answer = send(
        "POST", CORE + "configmaps", Map.of("content-type", "application/yaml"), Map.of(), body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
  }

  @Test
  void aTextLikeALongTimeIsWrittenAsYaml() {
    byte[] body = ("{\"metadata\":{\"name\":\"a\"},\"data\":{\"a\":\"1" + ":1".repeat(MANY) + "\"}}")
        .getBytes(UTF_8);
    Answer answer = send(
        "POST",
        CORE + "configmaps",
        Map.of("content-type", JSON, "accept", "application/yaml"),
        Map.of(),
        body);
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.text()).contains("a: \"1:1:1");
  }

  @Test
  void aDeepPatternIsRefused() {
    assertThat(pattern("(".repeat(MANY) + ")".repeat(MANY)).status()).isEqualTo(422);
    Answer answer = pattern("(".repeat(4000) + ")".repeat(4000));
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.text()).contains("expression nests too deeply");
  }

  @Test
  void repeatsWithinRepeatsAreCounted() {
    for (int count : new int[] {1000, 100}) {
      String times = "{" + count + "}";
      Answer answer = pattern("((a" + times + ")" + times + ")" + times);
      assertThat(answer.status()).as(answer.text()).isEqualTo(422);
      assertThat(answer.text()).contains("invalid repeat count");
    }
    assertThat(pattern("((a{10}){10}){10}").status()).isEqualTo(201);
  }

  @Test
  void aLongPatternIsRefused() {
    Answer answer = pattern("a".repeat(300_000));
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.text()).contains("expression too large");
  }

  @Test
  void ofManyUnknownFieldsAHundredAreNamed() {
    String unknown = listed(MANY, i -> "\"f" + i + "\":1");
    String body = "{\"metadata\":{\"name\":\"a\"}," + unknown + "}";
    Answer warned = post(CORE + "configmaps", body);
    assertThat(warned.status()).isEqualTo(201);
    assertThat(warned.headers().get("Warning")).contains("f99").doesNotContain("f100");
    Answer strict = send(
        "POST",
        CORE + "configmaps",
        Map.of("content-type", JSON),
        Map.of("fieldValidation", List.of("Strict")),
        body.getBytes(UTF_8));
    assertThat(strict.status()).isEqualTo(400);
    assertThat(strict.text()).contains("f99").doesNotContain("f100");
  }

  @Test
  void ofManyFieldsThatComeTwiceAHundredAreNamed() {
    String twice = listed(MANY, i -> "\"f" + i + "\":\"1\",\"f" + i + "\":\"1\"");
    Answer warned =
        post(CORE + "configmaps", "{\"metadata\":{\"name\":\"a\"},\"data\":{" + twice + "}}");
    assertThat(warned.status()).isEqualTo(201);
    assertThat(warned.headers().get("Warning")).contains("f99").doesNotContain("f100");
  }

  @Test
  void aPodMayHaveManyVolumes() {
    String volumes =
        ",\"volumes\":[" + listed(15_000, i -> "{\"name\":\"v" + i + "\",\"emptyDir\":{}}") + "]";
    assertThat(post(CORE + "pods", pod(container("") + volumes)).status()).isEqualTo(201);
  }

  @Test
  void aListMapOfManyElementsIsComparedByKey() {
    Answer defined = definition("\"l\":{\"type\":\"array\",\"x-kubernetes-list-type\":\"map\","
        + "\"x-kubernetes-list-map-keys\":[\"k\"],\"items\":{\"type\":\"object\",\"required\":[\"k\"],"
        + "\"properties\":{\"k\":{\"type\":\"string\"},\"v\":{\"type\":\"integer\"}}}}");
    assertThat(defined.status()).as(defined.text()).isEqualTo(201);
    String path = "/apis/b.example.com/v1/namespaces/default/as";
    String list = listed(12_000, i -> "{\"k\":\"" + i + "\",\"v\":1}");
    String object = "{\"apiVersion\":\"b.example.com/v1\",\"kind\":\"A\",\"metadata\":{\"name\":\"a\"},"
        + "\"l\":[" + list + "]}";
    Answer created = post(path, object);
    assertThat(created.status()).as(created.text()).isEqualTo(201);
    String changed = list.substring(0, list.length() - 2) + "2}";
    assertThat(patch(path + "/a", MERGE, "{\"l\":[" + changed + "]}").status()).isEqualTo(200);
  }

  @Test
  void manyContainersArePatchedByName() {
    String all = listed(MANY, i -> "{\"name\":\"c" + i + "\",\"image\":\"i\"}");
    String deployment = "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"selector\":{\"matchLabels\":{\"a\":\"b\"}},"
        + "\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[" + all + "]}}}}";
    String path = "/apis/apps/v1/namespaces/default/deployments";
    assertThat(post(path, deployment).status()).isEqualTo(201);
    String changed = all.replace("\"i\"", "\"j\"");
    String order = listed(MANY, i -> "{\"name\":\"c" + (MANY - 1 - i) + "\"}");
    Answer answer = patch(
        path + "/a",
        "application/strategic-merge-patch+json",
        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[" + changed + "]}}}}");
    assertThat(answer.status()).as(answer.text().substring(0, 200)).isEqualTo(200);
    Answer ordered = patch(
        path + "/a",
        "application/strategic-merge-patch+json",
        "{\"spec\":{\"template\":{\"spec\":{\"$setElementOrder/containers\":[" + order + "]}}}}");
    assertThat(ordered.status()).isEqualTo(200);
    assertThat(ordered.text().indexOf("\"c" + (MANY - 1) + "\""))
        .isLessThan(ordered.text().indexOf("\"c0\""));
  }

  @Test
  void aNumberBeyondAFloatIsRefusedWhereverItStands() {
    String path = "/apis/apps/v1/namespaces/default/controllerrevisions";
    Answer answer =
        post(path, "{\"metadata\":{\"name\":\"a\"},\"revision\":1,\"data\":{\"a\":1e999999999}}");
    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(post(path, "{\"metadata\":{\"name\":\"a\"},\"revision\":1,\"data\":{\"a\":1e-999999999}}")
            .status())
        .isEqualTo(201);
    assertThat(patch(path + "/a", MERGE, "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}").status())
        .isEqualTo(200);
    Answer jsonPatch = patch(
        path + "/a",
        "application/json-patch+json",
        "[{\"op\":\"add\",\"path\":\"/data/b\",\"value\":1e999999999}]");
    assertThat(jsonPatch.status()).as(jsonPatch.text()).isIn(400, 422);
  }

  @Test
  void anExponentThatDoesNotFitAnIntIsRefused() {
    for (String number : List.of("1e99999999999999", "1e-99999999999999", "-1e3000000000")) {
      Answer answer =
          post(CORE + "configmaps", "{\"metadata\":{\"name\":\"a\",\"generation\":" + number + "}}");
      assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    }
  }

  @Test
  void aQuantityWithALargeExponentIsRefused() {
    for (String cpu : List.of("1e1000000000", "-1e50000000", "1e99999999999")) {
      String resources = ",\"resources\":{\"limits\":{\"cpu\":\"" + cpu + "\"}}";
      assertThat(post(CORE + "pods", pod(container(resources))).status()).isEqualTo(400);
    }
    Answer claim = post(
        CORE + "persistentvolumeclaims",
        pod("\"accessModes\":[\"ReadWriteOnce\"],\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}"));
    assertThat(claim.status()).as(claim.text()).isEqualTo(201);
    Answer answer = patch(
        CORE + "persistentvolumeclaims/a/status",
        MERGE,
        "{\"status\":{\"capacity\":{\"storage\":\"-1e50000000\"}}}");
    assertThat(answer.status()).as(answer.text()).isIn(400, 422);
  }

  @Test
  void anAcceptHeaderWithoutATypeIsNotAcceptable() {
    for (String accept : List.of(";", ";;", ",;", "; q=1")) {
      Answer answer = send("GET", CORE + "pods", Map.of("accept", accept), Map.of(), new byte[0]);
      assertThat(answer.status()).as(accept).isEqualTo(406);
    }
  }

  @Test
  void aTimeThatNoCalendarHasIsMalformed() {
    for (long seconds : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 1L << 60}) {
      V1.ConfigMap map = V1.ConfigMap.newBuilder()
          .setMetadata(Meta.ObjectMeta.newBuilder()
              .setName("a")
              .setDeletionTimestamp(Meta.Time.newBuilder().setSeconds(seconds)))
          .build();
      assertThat(protobuf("v1", map.toByteString()).status()).isIn(201, 400);
    }
  }

  @Test
  void versionsNobodyKnowsAreNotRemembered() {
    protobuf("apps/v1", ByteString.EMPTY);
    int known = ProtobufTypes.loaded();
    for (int i = 100; i < 150; i++) {
      String name = "y" + i + "a".repeat(10_000);
      for (String version : List.of(name + "/v1", name, "apps/" + name, "y" + i + "/v1", "v" + i)) {
        assertThat(protobuf(version, ByteString.EMPTY).status()).isEqualTo(400);
      }
    }
    assertThat(ProtobufTypes.loaded()).isEqualTo(known);
  }

  private Answer protobuf(String apiVersion, ByteString raw) {
    byte[] unknown = Runtime.Unknown.newBuilder()
        .setTypeMeta(Runtime.TypeMeta.newBuilder().setApiVersion(apiVersion).setKind("ConfigMap"))
        .setRaw(raw)
        .build()
        .toByteArray();
    return send(
        "POST",
        CORE + "configmaps",
        Map.of("content-type", PROTOBUF, "accept", JSON),
        Map.of(),
        Envelope.concatenated(new byte[] {'k', '8', 's', 0}, unknown));
  }
}

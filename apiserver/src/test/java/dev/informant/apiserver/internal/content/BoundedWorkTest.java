package dev.informant.apiserver.internal.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.CoreOptions;
import dev.informant.apiserver.internal.core.KubernetesCore;
import dev.informant.apiserver.internal.registry.BuiltInResources;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.schema.ListTypes;
import dev.informant.apiserver.internal.schema.Pruning;
import dev.informant.apiserver.internal.schema.Validation;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.testing.VirtualRuntime;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.Runtime;
import io.kubernetes.client.proto.V1;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What once took minutes, the stack or the heap: requests of less than a megabyte, and larger parts of objects where the
 * time a request takes would hide theirs. The timeout is there to end what hangs.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
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
      String method,
      String path,
      Map<String, String> headers,
      Map<String, List<String>> query,
      byte[] body) {
    ApiResponse response = core.handle(
            new ApiRequest(method, path, query, headers, body, "somebody", List.of()))
        .join();
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
  void aScalarOfManyGroupsInYamlIsText() {
    byte[] body = ("metadata: {name: a}\ndata: {a: .1" + "_1".repeat(MANY) + "}\n").getBytes(UTF_8);
    Answer answer = send(
        "POST", CORE + "configmaps", Map.of("content-type", "application/yaml"), Map.of(), body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
  }

  @Test
  void aTextLikeALongTimeIsWrittenAsYaml() {
    byte[] body = ("{\"metadata\":{\"name\":\"a\"},\"data\":{\"a\":\"1" + ":1".repeat(MANY)
            + "\"}}")
        .getBytes(UTF_8);
    Answer answer = send(
        "POST",
        CORE + "configmaps",
        Map.of("content-type", JSON, "accept", "application/yaml"),
        Map.of(),
        body);
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.text()).contains("a: 1:1:1");
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
  void ofADefinitionThatIsRefusedTheBeginningIsShown() {
    String properties = listed(MANY, i -> "\"p" + i + "\":{\"type\":\"string\"}");
    String versions = listed(
        2,
        i -> "{\"name\":\"v" + i + "\",\"served\":true,\"storage\":true,\"schema\":{"
            + "\"openAPIV3Schema\":{\"type\":\"object\",\"description\":\"" + i
            + "\",\"properties\":{" + properties + "}}}}");
    Answer answer = post(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        "{\"metadata\":{\"name\":\"as.b.example.com\"},\"spec\":{\"group\":\"b.example.com\","
            + "\"scope\":\"Namespaced\",\"names\":{\"plural\":\"as\",\"kind\":\"A\"},\"versions\":["
            + versions + "]}}");
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.text())
        .contains("must have exactly one version marked as storage version")
        .hasSizeLessThan(20_000_000);
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

  private static ObjectNode tree(String json) throws IOException {
    return (ObjectNode) Json.read(json.getBytes(UTF_8));
  }

  private static List<Cause> causes(String podSpec) throws IOException {
    ResourceType pods = Objects.requireNonNull(BuiltInResources.known("v1", "Pod"));
    return pods.traits().check(tree(pod(podSpec)), pods.schema());
  }

  @Test
  void aPodMayHaveManyVolumes() throws Exception {
    String volumes =
        ",\"volumes\":[" + listed(2 * MANY, i -> "{\"name\":\"v" + i + "\",\"emptyDir\":{}}") + "]";
    assertThat(causes(container("") + volumes)).isEmpty();
    String twice = ",\"volumes\":[{\"name\":\"v\"},{\"name\":\"v\"},{\"name\":\"v\"}]";
    assertThat(causes(container("") + twice).stream().map(Cause::field))
        .containsExactly("spec.volumes[1].name", "spec.volumes[2].name");
  }

  @Test
  void manyConstraintsAreNotComparedEachWithEach() throws Exception {
    String constraints = ",\"topologySpreadConstraints\":["
        + listed(
            3 * MANY,
            i -> "{\"maxSkew\":1,\"topologyKey\":\"k" + i % (3 * MANY - 1)
                + "\",\"whenUnsatisfiable\":\"DoNotSchedule\"}")
        + "]";
    assertThat(causes(container("") + constraints).stream().map(Cause::field))
        .containsExactly("spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}");
  }

  @Test
  void whatIsWrongWithManyElementsIsToldOfSome() throws Exception {
    assertThat(causes("\"containers\":[" + listed(10 * MANY, i -> "{}") + "]"))
        .hasSizeLessThan(20_000);
  }

  private static List<Cause> changed(
      String apiVersion, String kind, ObjectNode was, ObjectNode is) {
    ResourceType type = Objects.requireNonNull(BuiltInResources.known(apiVersion, kind));
    return type.traits().checkChange(was, is);
  }

  @Test
  void manyTolerationsAreNotComparedEachWithEach() throws Exception {
    String some = listed(
        MANY, i -> "{\"key\":\"k" + i + "\",\"operator\":\"Exists\",\"effect\":\"NoSchedule\"}");
    ObjectNode pod = tree(pod(container("") + ",\"tolerations\":[" + some + "]"));
    ObjectNode changed = pod.deepCopy();
    ((ObjectNode) changed.at("/spec/tolerations/0")).put("tolerationSeconds", 3);
    assertThat(changed("v1", "Pod", pod, changed)).isEmpty();
    ((ObjectNode) changed.at("/spec/tolerations/0")).put("effect", "NoExecute");
    assertThat(changed("v1", "Pod", pod, changed).stream().map(Cause::field))
        .containsExactly("spec.tolerations");
  }

  @Test
  void manyDriversAreNotComparedEachWithEach() throws Exception {
    String some =
        listed(5 * MANY, i -> "{\"name\":\"d" + i + "\",\"nodeID\":\"n\",\"allocatable\":{}}");
    ObjectNode node = tree("{\"spec\":{\"drivers\":[" + some + "]}}");
    ObjectNode changed = node.deepCopy();
    ((ObjectNode) changed.at("/spec/drivers/0/allocatable")).put("count", 3);
    assertThat(changed("storage.k8s.io/v1", "CSINode", node, changed)).isEmpty();
    ((ObjectNode) changed.at("/spec/drivers/1")).put("nodeID", "m");
    assertThat(changed("storage.k8s.io/v1", "CSINode", node, changed).stream().map(Cause::field))
        .containsExactly("spec.drivers");
  }

  @Test
  void manyOwnersThatAreTheSameAreDropped() {
    String owners = listed(15 * MANY, i -> "{}");
    Answer answer = post(
        CORE + "configmaps",
        "{\"metadata\":{\"name\":\"a\",\"ownerReferences\":[" + owners + "]}}");
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.text()).hasSizeLessThan(5000);
  }

  @Test
  void aLongNameAboveManyPartsIsNotWrittenForEach() throws Exception {
    ObjectNode schema =
        tree("{\"type\":\"object\",\"additionalProperties\":{\"type\":\"array\",\"items\":{"
            + "\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}}}}}");
    String name = "n".repeat(1_000_000);
    ObjectNode sound = tree("{\"" + name + "\":[" + listed(10 * MANY, i -> "{\"a\":1}") + "]}");
    assertThat(Pruning.prune(sound, schema)).isEmpty();
    assertThat(ListTypes.complaints(sound, schema)).isEmpty();
    assertThat(Validation.validate(sound, schema, "")).isEmpty();
    ObjectNode odd =
        tree("{\"" + name + "\":[" + listed(10 * MANY, i -> "{\"a\":\"x\",\"b\":1}") + "]}");
    assertThat(Pruning.prune(odd, schema)).hasSizeBetween(1, 10);
    assertThat(Validation.validate(odd, schema, "")).hasSizeBetween(1, 10);
  }

  @Test
  void aListMapOfManyElementsIsComparedByKey() throws Exception {
    ObjectNode schema = tree("{\"type\":\"array\",\"x-kubernetes-list-type\":\"map\","
        + "\"x-kubernetes-list-map-keys\":[\"k\"],\"items\":{\"type\":\"object\",\"properties\":{"
        + "\"k\":{\"type\":\"string\"},\"v\":{\"type\":\"integer\"}}}}");
    String list = "[" + listed(2 * MANY, i -> "{\"k\":\"" + i + "\",\"v\":\"bad\"}") + "]";
    JsonNode before = Json.read(list.getBytes(UTF_8));
    JsonNode after = before.deepCopy();
    ((ObjectNode) after.get(7)).put("v", "worse");
    assertThat(Validation.validateUpdate(after, before, schema, "l")).hasSize(1);
  }

  @Test
  void aNumberBeyondAFloatIsRefusedWhereverItStands() {
    String path = "/apis/apps/v1/namespaces/default/controllerrevisions";
    Answer answer =
        post(path, "{\"metadata\":{\"name\":\"a\"},\"revision\":1,\"data\":{\"a\":1e999999999}}");
    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(post(
                path,
                "{\"metadata\":{\"name\":\"a\"},\"revision\":1,\"data\":{\"a\":1e-999999999}}")
            .status())
        .isEqualTo(201);
    assertThat(patch(path + "/a", MERGE, "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")
            .status())
        .isEqualTo(200);
    Answer unknown = post(CORE + "configmaps", "{\"metadata\":{\"name\":\"a\"},\"x\":1e999999999}");
    assertThat(unknown.status()).isEqualTo(201); // nobody reads it
    Answer jsonPatch = patch(
        path + "/a",
        "application/json-patch+json",
        "[{\"op\":\"add\",\"path\":\"/data/b\",\"value\":1e999999999}]");
    assertThat(jsonPatch.status()).as(jsonPatch.text()).isIn(400, 422);
  }

  @Test
  void anExponentThatDoesNotFitAnIntIsRefused() {
    for (String number : List.of("1e99999999999999", "1e-99999999999999", "-1e3000000000")) {
      Answer answer = post(
          CORE + "configmaps", "{\"metadata\":{\"name\":\"a\",\"generation\":" + number + "}}");
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
        pod(
            "\"accessModes\":[\"ReadWriteOnce\"],\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}"));
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
  void aTimeThatNoCalendarHasIsTakenOrRefusedAndBreaksNothing() {
    for (long seconds : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 1L << 60}) {
      V1.ConfigMap map = V1.ConfigMap.newBuilder()
          .setMetadata(Meta.ObjectMeta.newBuilder()
              .setName("at." + Long.toHexString(seconds))
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

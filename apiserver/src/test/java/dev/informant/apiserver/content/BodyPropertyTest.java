package dev.informant.apiserver.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

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

  @Provide
  Arbitrary<Body> bodies() {
    return Arbitraries.of(
        new Body("application/json", JSON.getBytes(UTF_8)),
        new Body("application/yaml", YAML.getBytes(UTF_8)),
        new Body("application/vnd.kubernetes.protobuf", protobuf()));
  }

  @Provide
  Arbitrary<List<Edit>> edits() {
    return Combinators.combine(
            Arbitraries.of(What.values()),
            Arbitraries.integers().between(0, 1000),
            Arbitraries.integers().between(1, 12),
            Arbitraries.bytes())
        .as(Edit::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(6);
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

  @Property(tries = 3000)
  void bodyIsUnderstoodOrRefused(@ForAll("bodies") Body body, @ForAll("edits") List<Edit> edits) {
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
}

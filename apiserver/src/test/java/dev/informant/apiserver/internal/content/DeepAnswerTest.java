package dev.informant.apiserver.internal.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.apiserver.internal.core.ApiRequest;
import dev.informant.apiserver.internal.core.ApiResponse;
import dev.informant.apiserver.internal.core.CoreOptions;
import dev.informant.apiserver.internal.core.KubernetesCore;
import dev.informant.testing.VirtualRuntime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In YAML a deep object is mostly indentation, a thousand times as much as there was of it: it is never held whole. */
@Timeout(60)
class DeepAnswerTest {
  private static final int DEPTH = 900;
  private static final int VALUES = 1000;
  private static final String THINGS = "/apis/example.com/v1/namespaces/default/things";

  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final KubernetesCore core =
      KubernetesCore.create(runtime, CoreOptions.DEFAULT, new ContentNegotiation(runtime.clock()));

  private ApiResponse send(String method, String path, String body) {
    return core.handle(new ApiRequest(
            method,
            path,
            Map.of(),
            Map.of("content-type", "application/json", "accept", "application/yaml"),
            body.replace('\'', '"').getBytes(UTF_8),
            "somebody",
            List.of()))
        .join();
  }

  @Test
  void deepObjectIsWrittenAsYamlInPieces() {
    send(
        "POST",
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        "{'metadata':{'name':'things.example.com'},'spec':{'group':'example.com',"
            + "'scope':'Namespaced','names':{'plural':'things','kind':'Thing'},'versions':["
            + "{'name':'v1','served':true,'storage':true,'schema':{'openAPIV3Schema':"
            + "{'type':'object','x-kubernetes-preserve-unknown-fields':true}}}]}}");
    String deep = "[".repeat(DEPTH) + "0" + ",0".repeat(VALUES) + "]".repeat(DEPTH);
    ApiResponse created = send(
        "POST",
        THINGS,
        "{'apiVersion':'example.com/v1','kind':'Thing','metadata':{'name':'a'},'a':" + deep + "}");
    assertThat(created.status()).isEqualTo(201);
    for (ApiResponse answer :
        List.of(created, send("GET", THINGS + "/a", ""), send("GET", THINGS, ""))) {
      AtomicLong size = new AtomicLong();
      assertThat(answer)
          .isInstanceOfSatisfying(
              ApiResponse.Chunked.class,
              chunked -> chunked.chunks().forEachRemaining(piece -> {
                assertThat(piece).hasSizeLessThan(200_000);
                size.addAndGet(piece.length);
              }));
      assertThat(size).hasValueGreaterThan(2L * DEPTH * VALUES);
    }
  }
}

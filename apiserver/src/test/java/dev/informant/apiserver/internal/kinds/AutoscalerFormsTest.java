package dev.informant.apiserver.internal.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.storage.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the annotations of an autoscaling/v1 autoscaler become in v2. */
class AutoscalerFormsTest {
  private static ObjectNode second(String metrics, String behavior) throws IOException {
    ObjectNode first = Json.object();
    first
        .putObject("metadata")
        .putObject("annotations")
        .put("autoscaling.alpha.kubernetes.io/metrics", metrics)
        .put("autoscaling.alpha.kubernetes.io/behavior", behavior);
    first.putObject("spec").put("maxReplicas", 3);
    return AutoscalerForms.toSecond(first);
  }

  private static JsonNode tree(String json) throws IOException {
    return Json.read(json.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7",
        "null",
        "",
        "{",
        "\"x\"",
        "[7]",
        "[[]]",
        "{\"a\":1}",
        "[{\"type\":7}]",
        "[{\"type\":\"Pods\",\"pods\":[]}]",
        "[{\"type\":\"Pods\",\"pods\":{\"target\":{\"averageValue\":\"many\"}}}]",
        "[{\"type\":\"Pods\",\"pods\":{\"target\":{\"averageUtilization\":1.5}}}]",
        "[{\"type\":\"Pods\",\"pods\":{\"target\":{\"averageUtilization\":99999999999}}}]"
      })
  void annotationThatDoesNotFitItsFieldIsDropped(String metrics) throws IOException {
    assertThat(second(metrics, "[1]").toString())
        .isEqualTo("{\"metadata\":{},\"spec\":{\"maxReplicas\":3}}");
  }

  @Test
  void annotationThatFitsBecomesTheField() throws IOException {
    String metrics = "[{\"type\":\"Pods\",\"pods\":{\"metric\":{\"name\":\"m\",\"selector\":"
        + "{\"matchLabels\":{\"a\":\"b\"}}},\"target\":{\"type\":\"AverageValue\",\"averageValue\":\"1k\"}}}]";
    String behavior = "{\"scaleUp\":{\"stabilizationWindowSeconds\":7,\"policies\":"
        + "[{\"type\":\"Pods\",\"value\":4,\"periodSeconds\":60}]}}";
    ObjectNode second = second(metrics, behavior);
    assertThat(second.at("/spec/metrics")).isEqualTo(tree(metrics));
    assertThat(second.at("/spec/behavior")).isEqualTo(tree(behavior));
  }

  @Test
  void whatAFieldDoesNotHaveIsNotTaken() throws IOException {
    String deep = "[".repeat(900) + "]".repeat(900);
    assertThat(second("[{\"type\":\"Pods\",\"x\":" + deep + ",\"pods\":null}]", "{}")
            .at("/spec"))
        .isEqualTo(tree("{\"maxReplicas\":3,\"metrics\":[{\"type\":\"Pods\"}]}"));
  }
}

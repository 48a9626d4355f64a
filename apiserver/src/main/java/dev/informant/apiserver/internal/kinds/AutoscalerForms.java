package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.schema.BuiltInSchemas;
import dev.informant.apiserver.internal.schema.Pruning;
import dev.informant.apiserver.internal.schema.TypeMistakes;
import dev.informant.apiserver.internal.schema.TypedForm;
import dev.informant.apiserver.internal.storage.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * HorizontalPodAutoscaler in autoscaling/v1 and v2. What v1 has no field for travels in annotations, so
 * that nothing is lost on the way through it. Stateless.
 */
final class AutoscalerForms {
  /**
   * What spec and status have in common.
   *
   * @param definition its schema in v2
   * @param list the field of v2 that has the metrics
   * @param value the field of a metric that has its value
   * @param field the field of v1 for a metric of CPU
   * @param annotation where v1 has the others
   */
  private record Half(
      String definition, String list, String value, String field, String annotation) {}

  private static final Half SPEC = new Half(
      "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec",
      "metrics",
      "target",
      "targetCPUUtilizationPercentage",
      "autoscaling.alpha.kubernetes.io/metrics");
  private static final Half STATUS = new Half(
      "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerStatus",
      "currentMetrics",
      "current",
      "currentCPUUtilizationPercentage",
      "autoscaling.alpha.kubernetes.io/current-metrics");
  private static final String BEHAVIOR = "autoscaling.alpha.kubernetes.io/behavior";
  private static final String CONDITIONS = "autoscaling.alpha.kubernetes.io/conditions";

  private static final String REPLICAS = "currentReplicas";

  private AutoscalerForms() {}

  static ObjectNode toFirst(ObjectNode second) {
    ObjectNode first = second.deepCopy();
    if (first.get("spec") instanceof ObjectNode spec) {
      spread(first, spec, SPEC);
      annotate(first, BEHAVIOR, spec.remove("behavior"));
    }
    if (first.get("status") instanceof ObjectNode status) {
      spread(first, status, STATUS);
      annotate(first, CONDITIONS, status.remove("conditions"));
      if (!status.has(REPLICAS)) {
        status.put(REPLICAS, 0); // only v2 leaves out a zero
      }
    }
    return first;
  }

  public static ObjectNode toSecond(ObjectNode first) {
    ObjectNode second = first.deepCopy();
    if (second.get("spec") instanceof ObjectNode spec) {
      gather(second, spec, SPEC);
      restore(second, spec, SPEC, "behavior", BEHAVIOR);
    }
    if (second.get("status") instanceof ObjectNode status) {
      gather(second, status, STATUS);
      restore(second, status, STATUS, "conditions", CONDITIONS);
      if (status.path(REPLICAS).asInt(-1) == 0) {
        status.remove(REPLICAS);
      }
      if (!status.has("currentMetrics")) {
        status.putNull("currentMetrics"); // always written in v2
      }
    }
    return second;
  }

  private static void spread(ObjectNode tree, ObjectNode part, Half half) {
    JsonNode metrics = part.remove(half.list());
    if (metrics == null || !metrics.isArray()) {
      return;
    }
    ArrayNode others = JsonNodeFactory.instance.arrayNode();
    for (JsonNode metric : metrics) {
      JsonNode percent = metric.path("resource").path(half.value()).path("averageUtilization");
      boolean cpu = metric.path("type").asText().equals("Resource")
          && metric.path("resource").path("name").asText().equals("cpu")
          && percent.isNumber();
      if (cpu && !part.has(half.field())) {
        part.set(half.field(), percent);
      } else {
        others.add(metric);
      }
    }
    annotate(tree, half.annotation(), others.isEmpty() ? null : others);
  }

  private static void gather(ObjectNode tree, ObjectNode part, Half half) {
    JsonNode percent = part.remove(half.field());
    restore(tree, part, half, half.list(), half.annotation());
    if (percent != null && percent.isNumber()) {
      ArrayNode metrics =
          part.get(half.list()) instanceof ArrayNode array ? array : part.putArray(half.list());
      ObjectNode metric = JsonNodeFactory.instance.objectNode().put("type", "Resource");
      ObjectNode amount = metric.putObject("resource").put("name", "cpu").putObject(half.value());
      if (half.value().equals("target")) {
        amount.put("type", "Utilization");
      }
      amount.set("averageUtilization", percent);
      metrics.insert(0, metric);
    }
  }

  private static void annotate(ObjectNode tree, String annotation, @Nullable JsonNode value) {
    if (value != null) {
      Json.objectAt(Json.objectAt(tree, "metadata"), "annotations")
          .put(annotation, new String(Json.write(value), StandardCharsets.UTF_8));
    }
  }

  private static void restore(
      ObjectNode tree, ObjectNode part, Half half, String field, String annotation) {
    if (Json.objectAt(tree, "metadata").get("annotations") instanceof ObjectNode annotations
        && annotations.get(annotation) != null) {
      JsonNode value =
          read(half.definition(), field, annotations.remove(annotation).asText());
      if (value != null) {
        part.set(field, value);
      }
      if (annotations.isEmpty()) {
        Json.objectAt(tree, "metadata").remove("annotations");
      }
    }
  }

  /** What an annotation says of a field, whose type it must have: anybody may write one. Null if it says nothing. */
  private static @Nullable JsonNode read(String definition, String field, String text) {
    ObjectNode part = Json.object();
    try {
      part.set(field, Json.read(text.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException malformed) {
      return null;
    }
    JsonNode schema = BuiltInSchemas.definition(definition);
    TypedForm.fillNulls(part, schema);
    if (TypeMistakes.find(part, definition) != null) {
      return null;
    }
    Pruning.pruneTyped(part, schema);
    TypedForm.dropNulls(part, schema);
    JsonNode value = part.get(field);
    return value == null || value.isEmpty() ? null : value;
  }
}

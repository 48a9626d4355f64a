package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.storage.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * HorizontalPodAutoscaler in autoscaling/v1 and v2. What v1 has no field for travels in annotations, so
 * that nothing is lost on the way through it. Stateless.
 */
public final class AutoscalerForms {
  private static final String METRICS = "autoscaling.alpha.kubernetes.io/metrics";
  private static final String CURRENT = "autoscaling.alpha.kubernetes.io/current-metrics";
  private static final String BEHAVIOR = "autoscaling.alpha.kubernetes.io/behavior";
  private static final String CONDITIONS = "autoscaling.alpha.kubernetes.io/conditions";

  private static final String REPLICAS = "currentReplicas";

  private AutoscalerForms() {}

  static ObjectNode toFirst(ObjectNode second) {
    ObjectNode first = second.deepCopy();
    if (first.get("spec") instanceof ObjectNode spec) {
      spread(first, spec, "metrics", "target", "targetCPUUtilizationPercentage", METRICS);
      annotate(first, BEHAVIOR, spec.remove("behavior"));
    }
    if (first.get("status") instanceof ObjectNode status) {
      spread(
          first, status, "currentMetrics", "current", "currentCPUUtilizationPercentage", CURRENT);
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
      gather(second, spec, "metrics", "target", "targetCPUUtilizationPercentage", METRICS);
      restore(second, spec, "behavior", BEHAVIOR);
    }
    if (second.get("status") instanceof ObjectNode status) {
      gather(
          second, status, "currentMetrics", "current", "currentCPUUtilizationPercentage", CURRENT);
      restore(second, status, "conditions", CONDITIONS);
      if (status.path(REPLICAS).asInt(-1) == 0) {
        status.remove(REPLICAS);
      }
      if (!status.has("currentMetrics")) {
        status.putNull("currentMetrics"); // always written in v2
      }
    }
    return second;
  }

  private static void spread(
      ObjectNode tree,
      ObjectNode part,
      String list,
      String value,
      String field,
      String annotation) {
    JsonNode metrics = part.remove(list);
    if (metrics == null || !metrics.isArray()) {
      return;
    }
    ArrayNode others = JsonNodeFactory.instance.arrayNode();
    for (JsonNode metric : metrics) {
      JsonNode percent = metric.path("resource").path(value).path("averageUtilization");
      boolean cpu = metric.path("type").asText().equals("Resource")
          && metric.path("resource").path("name").asText().equals("cpu")
          && percent.isNumber();
      if (cpu && !part.has(field)) {
        part.set(field, percent);
      } else {
        others.add(metric);
      }
    }
    annotate(tree, annotation, others.isEmpty() ? null : others);
  }

  private static void gather(
      ObjectNode tree,
      ObjectNode part,
      String list,
      String value,
      String field,
      String annotation) {
    JsonNode percent = part.remove(field);
    restore(tree, part, list, annotation);
    if (percent != null && percent.isNumber()) {
      ArrayNode metrics = part.get(list) instanceof ArrayNode array ? array : part.putArray(list);
      ObjectNode metric = JsonNodeFactory.instance.objectNode().put("type", "Resource");
      ObjectNode amount = metric.putObject("resource").put("name", "cpu").putObject(value);
      if (value.equals("target")) {
        amount.put("type", "Utilization");
      }
      amount.set("averageUtilization", percent);
      metrics.insert(0, metric);
    }
  }

  private static void annotate(ObjectNode tree, String annotation, @Nullable JsonNode value) {
    if (value != null) {
      Json.objectAt(Metadata.of(tree).node(), "annotations")
          .put(annotation, new String(Json.write(value), StandardCharsets.UTF_8));
    }
  }

  private static void restore(ObjectNode tree, ObjectNode part, String field, String annotation) {
    if (Metadata.of(tree).node().get("annotations") instanceof ObjectNode annotations
        && annotations.get(annotation) != null) {
      String text = annotations.remove(annotation).asText();
      try {
        part.set(field, Json.read(text.getBytes(StandardCharsets.UTF_8)));
      } catch (IOException malformed) {
        annotations.put(annotation, text); // not ours: leave it alone
      }
      if (annotations.isEmpty()) {
        Metadata.of(tree).node().remove("annotations");
      }
    }
  }
}

package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What an autoscaler aims at, as kubectl shows it. Stateless. */
final class AutoscalerCells {
  private static final int SHOWN = 2;

  private AutoscalerCells() {}

  /** Each metric as {@code current/target}. */
  static String targets(ObjectNode autoscaler) {
    JsonNode metrics = Cells.at(autoscaler, "spec", "metrics");
    JsonNode current = Cells.at(autoscaler, "status", "currentMetrics");
    List<String> shown = new ArrayList<>();
    int index = 0;
    for (JsonNode metric : metrics) {
      shown.add(target(metric, current.path(index++)));
    }
    if (shown.isEmpty()) {
      return Cells.NONE;
    }
    return shown.size() <= SHOWN
        ? String.join(", ", shown)
        : String.join(", ", shown.subList(0, SHOWN)) + " + " + (shown.size() - SHOWN) + " more...";
  }

  private static String target(JsonNode metric, JsonNode current) {
    String type = metric.path("type").asText();
    String field =
        type.isEmpty() ? "" : type.substring(0, 1).toLowerCase(Locale.ROOT) + type.substring(1);
    JsonNode wanted = metric.path(field).path("target");
    JsonNode now = current.path(field).path("current");
    String name = type.equals("Resource") || type.equals("ContainerResource")
        ? metric.path(field).path("name").asText() + ": "
        : "";
    if (wanted.has("averageUtilization")) {
      String have = now.has("averageUtilization")
          ? now.get("averageUtilization").asText() + "%"
          : Cells.UNKNOWN;
      return name + have + "/" + wanted.get("averageUtilization").asText() + "%";
    }
    String average = wanted.has("averageValue") ? "averageValue" : "value";
    String have = now.has(average) ? now.get(average).asText() : Cells.UNKNOWN;
    String suffix = average.equals("averageValue") && type.equals("External") ? " (avg)" : "";
    return name + have + "/" + wanted.path(average).asText() + suffix;
  }
}

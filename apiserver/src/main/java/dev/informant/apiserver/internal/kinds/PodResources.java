package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.GoQuantity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What containers ask for and may use at most. Stateless. */
public final class PodResources {
  private static final Set<String> COUNTED = Set.of("cpu", "memory");

  private PodResources() {}

  /** What is named is known, and a container asks for no more than it may use. */
  static void check(Checks resources, boolean inPod) {
    resources.get("limits").properties().forEach(limit -> {
      String place = "limits[" + limit.getKey() + "]";
      ResourceNames.ofContainer(resources, place, limit.getKey());
      ResourceNames.quantity(resources, place, limit.getKey(), limit.getValue());
    });
    JsonNode requests = resources.get("requests");
    Map<String, JsonNode> asking = new LinkedHashMap<>();
    requests.properties().forEach(request -> asking.put(request.getKey(), request.getValue()));
    if (inPod) {
      // in a pod, though not in a template, who does not ask asks for as much as it may use
      resources
          .get("limits")
          .properties()
          .forEach(limit -> asking.putIfAbsent(limit.getKey(), limit.getValue()));
    }
    asking.entrySet().forEach(request -> {
      String name = request.getKey();
      String place = "requests[" + name + "]";
      ResourceNames.ofContainer(resources, place, name);
      ResourceNames.quantity(resources, place, name, request.getValue());
      JsonNode limit = resources.get("limits").path(name);
      BigDecimal asked = amount(request.getValue());
      BigDecimal most = amount(limit);
      // what a cluster has been taught to count is not promised twice
      boolean exact = name.indexOf('/') > 0 && !name.contains("kubernetes.io/")
          || name.startsWith("hugepages-");
      if (most == null && exact) {
        resources.add(Cause.required(
            resources.path("limits"), "Limit must be set for non overcommitable resources"));
      }
      if (asked == null || most == null) {
        return;
      }
      if (exact ? asked.compareTo(most) != 0 : asked.compareTo(most) > 0) {
        resources.invalid(
            "requests",
            Checks.quoted(request.getValue().asText()),
            "must be " + (exact ? "" : "less than or ") + "equal to " + name + " limit of "
                + limit.asText());
      }
    });
    if (names(resources, "hugepages-") && !names(resources, "cpu") && !names(resources, "memory")) {
      resources.add(Cause.forbidden(resources.here(), "HugePages require cpu or memory"));
    }
  }

  private static boolean names(Checks resources, String beginning) {
    for (String part : List.of("limits", "requests")) {
      for (Map.Entry<String, JsonNode> one : resources.get(part).properties()) {
        if (one.getKey().startsWith(beginning)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The class that the resources of a pod's containers put it into. */
  public static String quality(JsonNode podSpec) {
    List<JsonNode> all = new ArrayList<>();
    podSpec.path("containers").forEach(container -> all.add(container.path("resources")));
    podSpec.path("initContainers").forEach(container -> all.add(container.path("resources")));
    if (all.stream().noneMatch(PodResources::says)) {
      return "BestEffort";
    }
    return all.stream().allMatch(PodResources::guaranteed) ? "Guaranteed" : "Burstable";
  }

  private static boolean says(JsonNode resources) {
    return COUNTED.stream()
        .anyMatch(name -> positive(resources.path("requests").path(name))
            || positive(resources.path("limits").path(name)));
  }

  private static boolean guaranteed(JsonNode resources) {
    return COUNTED.stream().allMatch(name -> {
      BigDecimal most = amount(resources.path("limits").path(name));
      BigDecimal asked = amount(resources.path("requests").path(name));
      return most != null && most.signum() > 0 && (asked == null || asked.compareTo(most) == 0);
    });
  }

  private static boolean positive(JsonNode quantity) {
    BigDecimal amount = amount(quantity);
    return amount != null && amount.signum() > 0;
  }

  /** Null if there is none that can be read. */
  static @Nullable BigDecimal amount(JsonNode quantity) {
    if (!quantity.isValueNode() || quantity.isNull()) {
      return null;
    }
    try {
      return GoQuantity.parse(quantity.asText()).amount();
    } catch (GoQuantity.Malformed malformed) {
      return null;
    }
  }
}

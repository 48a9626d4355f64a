package dev.informant.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What containers ask for and may use at most. Stateless. */
public final class PodResources {
  private static final Set<String> COUNTED = Set.of("cpu", "memory");

  private PodResources() {}

  /** A container asks for no more than it may use. */
  static void check(Checks resources) {
    resources.get("requests").properties().forEach(request -> {
      String name = request.getKey();
      JsonNode limit = resources.get("limits").path(name);
      BigDecimal asked = amount(request.getValue());
      BigDecimal most = amount(limit);
      String shown = Checks.quoted(request.getValue().asText());
      if (asked != null && asked.signum() < 0) {
        resources.invalid("requests[" + name + "]", shown, "must be greater than or equal to 0");
      }
      if (asked == null || most == null) {
        return;
      }
      // what a cluster has been taught to count is not promised twice
      boolean extended = name.indexOf('/') > 0;
      if (extended ? asked.compareTo(most) != 0 : asked.compareTo(most) > 0) {
        resources.invalid(
            "requests",
            shown,
            "must be " + (extended ? "" : "less than or ") + "equal to " + name + " limit of "
                + limit.asText());
      }
    });
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

  private static @Nullable BigDecimal amount(JsonNode quantity) {
    if (!quantity.isValueNode() || quantity.isNull()) {
      return null;
    }
    try {
      return new Quantity(quantity.asText()).getNumericalAmount();
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }
}

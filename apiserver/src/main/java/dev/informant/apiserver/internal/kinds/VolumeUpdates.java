package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.status.Cause;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What claims, volumes and the drivers of nodes must leave as it is. Stateless. */
final class VolumeUpdates {
  /** What a volume's spec has besides the place where the data are. */
  private static final List<String> NO_SOURCE = List.of(
      "capacity",
      "accessModes",
      "claimRef",
      "persistentVolumeReclaimPolicy",
      "storageClassName",
      "mountOptions",
      "volumeMode",
      "nodeAffinity",
      "volumeAttributesClassName");

  private VolumeUpdates() {}

  static void claim(JsonNode before, JsonNode after, List<Cause> causes) {
    boolean bound = after.path("status").path("phase").asText("").equals("Bound");
    ObjectNode was = copy(before);
    ObjectNode is = copy(after);
    for (String settable : List.of("volumeName", "storageClassName")) {
      if (was.path(settable).asText("").isEmpty()) {
        is.remove(settable);
        was.remove(settable);
      }
    }
    if (bound) {
      for (ObjectNode spec : List.of(was, is)) {
        spec.remove("volumeAttributesClassName");
        if (spec.path("resources").path("requests") instanceof ObjectNode requests) {
          requests.remove("storage");
        }
      }
    }
    if (!Likeness.same("spec", was, is)) {
      causes.add(Cause.forbidden(
          "spec",
          "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound"
              + " claims\n"));
    }
    BigDecimal size = storage(after.path("spec").path("resources").path("requests"));
    boolean shrinks =
        size.compareTo(storage(before.path("spec").path("resources").path("requests"))) < 0;
    if (shrinks && size.compareTo(storage(before.path("status").path("capacity"))) <= 0) {
      causes.add(Cause.forbidden(
          "spec.resources.requests.storage", "field can not be less than status.capacity"));
    }
  }

  static void volume(JsonNode before, JsonNode after, List<Cause> causes) {
    ObjectNode was = copy(before);
    ObjectNode is = copy(after);
    was.remove(NO_SOURCE);
    is.remove(NO_SOURCE);
    if (!was.path("csi").has("controllerExpandSecretRef")
        && is.path("csi") instanceof ObjectNode driver) {
      driver.remove("controllerExpandSecretRef");
    }
    if (!Likeness.same("spec", was, is)) {
      causes.add(Cause.forbidden(
          "spec.persistentvolumesource",
          "spec.persistentvolumesource is immutable after creation\n"));
    }
  }

  /** A driver that a node has had and still has is as it was, but for how much it can take. */
  static void drivers(JsonNode before, JsonNode after, List<Cause> causes) {
    Map<JsonNode, JsonNode> now = new HashMap<>();
    after
        .path("spec")
        .path("drivers")
        .forEach(driver -> now.putIfAbsent(driver.path("name"), driver));
    for (JsonNode was : before.path("spec").path("drivers")) {
      JsonNode is = now.get(was.path("name"));
      if (is != null && !Likeness.same("drivers", sized(was), sized(is))) {
        String shown = "{\"Name\":" + is.path("name") + ",\"NodeID\":" + is.path("nodeID")
            + ",\"TopologyKeys\":" + UpdateRule.shown(is.path("topologyKeys"), "null")
            + ",\"Allocatable\":null}";
        causes.add(Cause.invalid("spec.drivers", shown, UpdateRule.IMMUTABLE));
      }
    }
  }

  private static JsonNode sized(JsonNode driver) {
    return driver instanceof ObjectNode object ? object.deepCopy().without("allocatable") : driver;
  }

  private static ObjectNode copy(JsonNode object) {
    return object.path("spec") instanceof ObjectNode spec
        ? spec.deepCopy()
        : ((ObjectNode) object).objectNode();
  }

  private static BigDecimal storage(JsonNode amounts) {
    return Likeness.amount(amounts.path("storage")) instanceof BigDecimal amount
        ? amount
        : BigDecimal.ZERO;
  }
}

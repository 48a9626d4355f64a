package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.storage.Json;

/** The conditions in the status of a pod, of which there is one of each type. Stateless. */
public final class PodConditions {
  private PodConditions() {}

  /** Sets a condition in place of what there was of its type; its time stays if its status does. */
  public static void set(
      ObjectNode pod, String type, String status, String reason, String message, String now) {
    ArrayNode conditions = Json.arrayAt(Json.objectAt(pod, "status"), "conditions");
    ObjectNode condition = null;
    String since = now;
    for (JsonNode there : conditions) {
      if (condition == null && there.path("type").asText().equals(type)) {
        condition = (ObjectNode) there;
        boolean same = there.path("status").asText().equals(status);
        since = same ? there.path("lastTransitionTime").asText(null) : now;
      }
    }
    condition = condition == null ? conditions.addObject() : condition.removeAll();
    condition.put("type", type).put("status", status);
    condition.putNull("lastProbeTime").put("lastTransitionTime", since);
    if (!reason.isEmpty()) {
      condition.put("reason", reason);
    }
    if (!message.isEmpty()) {
      condition.put("message", message);
    }
  }

  public static boolean has(ObjectNode pod, String type) {
    for (JsonNode there : pod.path("status").path("conditions")) {
      if (there.path("type").asText().equals(type)) {
        return true;
      }
    }
    return false;
  }
}

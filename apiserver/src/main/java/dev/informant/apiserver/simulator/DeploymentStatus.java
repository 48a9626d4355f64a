package dev.informant.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What the deployment controller reports of a deployment whose pods all run. Stateless. */
final class DeploymentStatus {
  private DeploymentStatus() {}

  /** Adds the conditions to {@code status}; {@code before} is the status that it replaces. */
  static void conditions(ObjectNode status, JsonNode before, String replicaSet, String now) {
    ArrayNode conditions = status.putArray("conditions");
    add(
        conditions,
        before,
        now,
        "Available",
        "MinimumReplicasAvailable",
        "Deployment has minimum availability.");
    add(
        conditions,
        before,
        now,
        "Progressing",
        "NewReplicaSetAvailable",
        "ReplicaSet \"" + replicaSet + "\" has successfully progressed.");
  }

  private static void add(
      ArrayNode conditions,
      JsonNode before,
      String now,
      String type,
      String reason,
      String message) {
    String updated = now;
    String since = now;
    for (JsonNode old : before.path("conditions")) {
      if (old.path("type").asText().equals(type) && old.path("status").asText().equals("True")) {
        since = old.path("lastTransitionTime").asText(now);
        boolean same = old.path("message").asText().equals(message);
        updated = same ? old.path("lastUpdateTime").asText(now) : now;
      }
    }
    conditions
        .addObject()
        .put("type", type)
        .put("status", "True")
        .put("lastUpdateTime", updated)
        .put("lastTransitionTime", since)
        .put("reason", reason)
        .put("message", message);
  }
}

package dev.informant.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What of an object is worth a column, by its kind. Stateless. */
final class Details {
  private Details() {}

  /** Its status in a few words; empty if it has none. */
  static String status(JsonNode object) {
    JsonNode spec = object.path("spec");
    JsonNode status = object.path("status");
    return switch (object.path("kind").asText()) {
      case "Pod" -> pod(object, status);
      case "Deployment", "ReplicaSet", "StatefulSet" ->
        status.path("readyReplicas").asInt() + "/" + spec.path("replicas").asInt() + " ready";
      case "DaemonSet" ->
        status.path("numberReady").asInt() + "/"
            + status.path("desiredNumberScheduled").asInt() + " ready";
      case "Node" -> node(spec, status);
      case "Service" ->
        spec.path("type").asText("ClusterIP") + " " + spec.path("clusterIP").asText("");
      case "Job" ->
        status.path("succeeded").asInt() + "/" + spec.path("completions").asInt(1) + " complete";
      case "Event" -> event(object);
      case "Lease" -> "held by " + spec.path("holderIdentity").asText("nobody");
      case "ConfigMap", "Secret" -> object.path("data").size() + " entries";
      default -> other(status);
    };
  }

  private static String pod(JsonNode object, JsonNode status) {
    int ready = 0;
    int restarts = 0;
    String state = status.path("phase").asText("Unknown");
    for (JsonNode container : status.path("containerStatuses")) {
      ready += container.path("ready").asBoolean() ? 1 : 0;
      restarts += container.path("restartCount").asInt();
      String reason = container.path("state").path("waiting").path("reason").asText("");
      state = reason.isEmpty() ? state : reason;
    }
    if (object.path("metadata").has("deletionTimestamp")) {
      state = "Terminating";
    }
    int containers = object.path("spec").path("containers").size();
    return ready + "/" + containers + " " + state
        + (restarts == 0 ? "" : ", " + restarts + (restarts == 1 ? " restart" : " restarts"));
  }

  private static String node(JsonNode spec, JsonNode status) {
    String ready = condition(status, "Ready");
    return (ready.equals("True") ? "Ready" : "NotReady")
        + (spec.path("unschedulable").asBoolean() ? ", unschedulable" : "");
  }

  private static String event(JsonNode object) {
    JsonNode about = object.path("involvedObject");
    return object.path("reason").asText("") + " "
        + about.path("kind").asText("").toLowerCase(Locale.ROOT) + "/"
        + about.path("name").asText("") + ": "
        + object.path("message").asText("").lines().findFirst().orElse("");
  }

  private static String other(JsonNode status) {
    String phase = status.path("phase").asText("");
    if (!phase.isEmpty()) {
      return phase;
    }
    String ready = condition(status, "Ready");
    return ready.isEmpty() ? "" : "Ready " + ready;
  }

  private static String condition(JsonNode status, String type) {
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText("");
      }
    }
    return "";
  }

  /** What {@code -o wide} adds: where a pod is, the version, the labels. */
  static String wide(JsonNode object) {
    List<String> parts = new ArrayList<>();
    String node = object.path("spec").path("nodeName").asText("");
    String address = object.path("status").path("podIP").asText("");
    if (!node.isEmpty()) {
      parts.add(node);
    }
    if (!address.isEmpty()) {
      parts.add(address);
    }
    parts.add("v" + object.path("metadata").path("resourceVersion").asText("?"));
    List<String> labels = new ArrayList<>();
    object
        .path("metadata")
        .path("labels")
        .properties()
        .forEach(label -> labels.add(label.getKey() + "=" + label.getValue().asText("")));
    if (!labels.isEmpty()) {
      parts.add(String.join(",", labels));
    }
    return String.join("  ", parts);
  }

  /** As kubectl: {@code 45s}, {@code 12m}, {@code 5h}, {@code 9d}. */
  static String age(JsonNode object, Instant now) {
    Duration age;
    try {
      String created = object.path("metadata").path("creationTimestamp").asText("");
      age = Duration.between(Instant.parse(created), now);
    } catch (DateTimeParseException unknown) {
      return "-";
    }
    if (age.toSeconds() < 120) {
      return Math.max(0, age.toSeconds()) + "s";
    }
    if (age.toMinutes() < 120) {
      return age.toMinutes() + "m";
    }
    return age.toHours() < 48 ? age.toHours() + "h" : age.toDays() + "d";
  }
}

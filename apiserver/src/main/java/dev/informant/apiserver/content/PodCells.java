package dev.informant.apiserver.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The cells of a pod that need thought: how many containers are ready, what it is doing, its restarts. */
final class PodCells {
  private PodCells() {}

  private static boolean restartable(ObjectNode pod, String name) {
    for (JsonNode container : Cells.at(pod, "spec", "initContainers")) {
      if (container.path("name").asText().equals(name)) {
        return container.path("restartPolicy").asText().equals("Always");
      }
    }
    return false;
  }

  static String ready(ObjectNode pod) {
    int total = Cells.at(pod, "spec", "containers").size();
    int ready = 0;
    for (JsonNode container : Cells.at(pod, "spec", "initContainers")) {
      total += container.path("restartPolicy").asText().equals("Always") ? 1 : 0;
    }
    for (JsonNode status : Cells.at(pod, "status", "initContainerStatuses")) {
      boolean sidecar = restartable(pod, status.path("name").asText());
      ready +=
          sidecar && status.path("started").asBoolean() && status.path("ready").asBoolean() ? 1 : 0;
    }
    for (JsonNode status : Cells.at(pod, "status", "containerStatuses")) {
      ready += status.path("ready").asBoolean() && status.path("state").has("running") ? 1 : 0;
    }
    return ready + "/" + total;
  }

  static String status(ObjectNode pod) {
    String reason = Cells.textOr(Cells.text(pod, "status", "phase"), pod, "status", "reason");
    for (JsonNode condition : Cells.at(pod, "status", "conditions")) {
      if (condition.path("type").asText().equals("PodScheduled")
          && condition.path("reason").asText().equals("SchedulingGated")) {
        reason = "SchedulingGated";
      }
    }
    String initializing = initStatus(pod);
    if (initializing != null) {
      reason = initializing;
    } else {
      reason = containerStatus(pod, reason);
    }
    boolean deleting = pod.path("metadata").has("deletionTimestamp");
    if (deleting && Cells.text(pod, "status", "reason").equals("NodeLost")) {
      return "Unknown";
    }
    String phase = Cells.text(pod, "status", "phase");
    boolean finished = phase.equals("Failed") || phase.equals("Succeeded");
    return deleting && !finished ? "Terminating" : reason;
  }

  private static @Nullable String initStatus(ObjectNode pod) {
    int index = 0;
    int total = Cells.at(pod, "spec", "initContainers").size();
    for (JsonNode status : Cells.at(pod, "status", "initContainerStatuses")) {
      JsonNode state = status.path("state");
      boolean sidecar = restartable(pod, status.path("name").asText());
      boolean done =
          state.has("terminated") && state.path("terminated").path("exitCode").asInt() == 0;
      if (!done && !(sidecar && status.path("started").asBoolean())) {
        if (state.has("terminated")) {
          return "Init:" + terminated(state.path("terminated"));
        }
        String waiting = Cells.text(state, "waiting", "reason");
        return waiting.isEmpty() || waiting.equals("PodInitializing")
            ? "Init:" + index + "/" + total
            : "Init:" + waiting;
      }
      index++;
    }
    return null;
  }

  private static String containerStatus(ObjectNode pod, String reason) {
    boolean running = false;
    JsonNode statuses = Cells.at(pod, "status", "containerStatuses");
    for (int i = statuses.size() - 1; i >= 0; i--) {
      JsonNode state = statuses.path(i).path("state");
      String waiting = Cells.text(state, "waiting", "reason");
      if (!waiting.isEmpty()) {
        reason = waiting;
      } else if (state.has("terminated")) {
        reason = terminated(state.path("terminated"));
      } else if (statuses.path(i).path("ready").asBoolean() && state.has("running")) {
        running = true;
      }
    }
    if (reason.equals("Completed") && running) {
      for (JsonNode condition : Cells.at(pod, "status", "conditions")) {
        if (condition.path("type").asText().equals("Ready")
            && condition.path("status").asText().equals("True")) {
          return "Running";
        }
      }
      return "NotReady";
    }
    return reason;
  }

  private static String terminated(JsonNode terminated) {
    String reason = terminated.path("reason").asText();
    if (!reason.isEmpty()) {
      return reason;
    }
    int signal = terminated.path("signal").asInt();
    return signal != 0
        ? "Signal:" + signal
        : "ExitCode:" + terminated.path("exitCode").asInt();
  }

  static String restarts(ObjectNode pod, Instant now) {
    int restarts = 0;
    Instant last = null;
    for (String list : new String[] {"containerStatuses", "initContainerStatuses"}) {
      for (JsonNode status : Cells.at(pod, "status", list)) {
        if (list.startsWith("init") && !restartable(pod, status.path("name").asText())) {
          continue;
        }
        restarts += status.path("restartCount").asInt();
        Instant finished = Cells.time(Cells.text(status, "lastState", "terminated", "finishedAt"));
        if (finished != null && (last == null || finished.isAfter(last))) {
          last = finished;
        }
      }
    }
    return restarts == 0 || last == null
        ? Integer.toString(restarts)
        : restarts + " (" + Cells.human(Duration.between(last, now)) + " ago)";
  }

  static String readinessGates(ObjectNode pod) {
    JsonNode gates = Cells.at(pod, "spec", "readinessGates");
    if (gates.isEmpty()) {
      return Cells.NONE;
    }
    int satisfied = 0;
    for (JsonNode gate : gates) {
      for (JsonNode condition : Cells.at(pod, "status", "conditions")) {
        if (condition.path("type").asText().equals(gate.path("conditionType").asText())) {
          satisfied += condition.path("status").asText().equals("True") ? 1 : 0;
        }
      }
    }
    return satisfied + "/" + gates.size();
  }
}

package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cells of a pod that need thought: how many containers are ready, what it is doing, its restarts. They are counted
 * together, as the printer of a kube-apiserver does: while a pod is initialising, only the containers that do it count.
 */
final class PodCells {
  private final ObjectNode pod;
  // as far as they have been looked at
  private final List<JsonNode> sidecars = new ArrayList<>();
  private String reason;
  private int ready;
  private int restarts;
  private @Nullable Instant lastRestart;

  private PodCells(ObjectNode pod) {
    this.pod = pod;
    this.reason = Cells.textOr(Cells.text(pod, "status", "phase"), pod, "status", "reason");
    if (condition("PodScheduled", "reason").equals("SchedulingGated")) {
      reason = "SchedulingGated";
    }
    boolean initializing = initialize();
    if (!initializing || condition("Initialized", "status").equals("True")) {
      run();
    }
  }

  static String ready(ObjectNode pod) {
    int total = Cells.at(pod, "spec", "containers").size();
    for (JsonNode container : Cells.at(pod, "spec", "initContainers")) {
      total += container.path("restartPolicy").asText().equals("Always") ? 1 : 0;
    }
    return new PodCells(pod).ready + "/" + total;
  }

  static String status(ObjectNode pod) {
    boolean deleting = pod.path("metadata").has("deletionTimestamp");
    if (deleting && Cells.text(pod, "status", "reason").equals("NodeLost")) {
      return "Unknown";
    }
    String phase = Cells.text(pod, "status", "phase");
    boolean finished = phase.equals("Failed") || phase.equals("Succeeded");
    return deleting && !finished ? "Terminating" : new PodCells(pod).reason;
  }

  static String restarts(ObjectNode pod, Instant now) {
    PodCells cells = new PodCells(pod);
    return cells.restarts == 0 || cells.lastRestart == null
        ? Integer.toString(cells.restarts)
        : cells.restarts + " (" + Cells.human(Duration.between(cells.lastRestart, now)) + " ago)";
  }

  /** Goes through the containers that come first, up to one that is not done; whether there is one. */
  private boolean initialize() {
    int index = 0;
    int total = Cells.at(pod, "spec", "initContainers").size();
    for (JsonNode status : Cells.at(pod, "status", "initContainerStatuses")) {
      restarted(status);
      if (sidecar(status)) {
        sidecars.add(status);
      }
      JsonNode state = status.path("state");
      JsonNode ended = state.path("terminated");
      boolean done = ended.isObject() && ended.path("exitCode").asInt() == 0;
      boolean started = sidecar(status) && status.path("started").asBoolean();
      if (!done && !started) {
        String waiting = Cells.text(state, "waiting", "reason");
        reason = ended.isObject()
            ? "Init:" + terminated(ended)
            : waiting.isEmpty() || waiting.equals("PodInitializing")
                ? "Init:" + index + "/" + total
                : "Init:" + waiting;
        return true;
      }
      ready += !done && status.path("ready").asBoolean() ? 1 : 0;
      index++;
    }
    return false;
  }

  /** Goes through the containers that do the work; of the first ones only those that go on have restarts that count. */
  private void run() {
    restarts = 0;
    lastRestart = null;
    for (JsonNode status : sidecars) {
      restarted(status);
    }
    boolean running = false;
    String failure = "";
    JsonNode statuses = Cells.at(pod, "status", "containerStatuses");
    for (int i = statuses.size() - 1; i >= 0; i--) {
      JsonNode status = statuses.path(i);
      restarted(status);
      JsonNode state = status.path("state");
      JsonNode ended = state.path("terminated");
      String waiting = Cells.text(state, "waiting", "reason");
      if (!waiting.isEmpty()) {
        reason = waiting;
      } else if (ended.isObject()) {
        reason = terminated(ended);
        failure = ended.path("exitCode").asInt() == 0 ? failure : reason;
      } else if (status.path("ready").asBoolean() && state.path("running").isObject()) {
        running = true;
        ready++;
      }
    }
    if (reason.equals("Completed")) {
      reason = running && condition("Ready", "status").equals("True")
          ? "Running"
          : !failure.isEmpty() ? failure : running ? "NotReady" : reason;
    }
  }

  private void restarted(JsonNode status) {
    restarts += status.path("restartCount").asInt();
    Instant finished = Cells.time(Cells.text(status, "lastState", "terminated", "finishedAt"));
    if (finished != null && (lastRestart == null || finished.isAfter(lastRestart))) {
      lastRestart = finished;
    }
  }

  private boolean sidecar(JsonNode status) {
    for (JsonNode container : Cells.at(pod, "spec", "initContainers")) {
      if (container.path("name").asText().equals(status.path("name").asText())) {
        return container.path("restartPolicy").asText().equals("Always");
      }
    }
    return false;
  }

  private String condition(String type, String member) {
    for (JsonNode condition : Cells.at(pod, "status", "conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return Cells.text(condition, member);
      }
    }
    return "";
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

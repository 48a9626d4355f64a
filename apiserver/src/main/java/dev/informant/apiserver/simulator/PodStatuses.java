package dev.informant.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.SplittableRandom;

/** What kubelets report of pods. A new status keeps of the one before what has not changed. Stateless. */
final class PodStatuses {
  private static final Set<String> OF_READINESS = Set.of("Ready", "ContainersReady");

  private PodStatuses() {}

  /** Of a pod whose containers have just started. */
  static ObjectNode running(ObjectNode pod, int node, String now, SplittableRandom random) {
    ObjectNode status = JsonNodeFactory.instance.objectNode().put("phase", "Running");
    for (String type : new String[] {
      "PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled"
    }) {
      status
          .withArray("conditions")
          .addObject()
          .put("type", type)
          .put("status", "True")
          .putNull("lastProbeTime")
          .put("lastTransitionTime", now);
    }
    String address = "10.244." + random.nextInt(256) + "." + (1 + random.nextInt(254));
    String host = ClusterObjects.nodeAddress(node);
    status.put("hostIP", host).put("podIP", address).put("startTime", now);
    status.putArray("podIPs").addObject().put("ip", address);
    status.putArray("hostIPs").addObject().put("ip", host);
    status.put("qosClass", pod.path("status").path("qosClass").asText("Burstable"));
    for (JsonNode container : pod.path("spec").path("containers")) {
      String image = container.path("image").asText();
      ObjectNode state = status.withArray("containerStatuses").addObject();
      state.put("name", container.path("name").asText());
      state.putObject("state").putObject("running").put("startedAt", now);
      state.putObject("lastState");
      state
          .put("ready", true)
          .put("restartCount", 0)
          .put("image", image)
          .put("imageID", image + "@sha256:" + Workload.hex(random, 64))
          .put("containerID", containerId(random))
          .put("started", true);
    }
    return status;
  }

  static boolean isRunning(ObjectNode pod) {
    return pod.path("status").path("containerStatuses").path(0).isObject();
  }

  /** Of a running pod whose first container was killed and has been started again: not ready. */
  static ObjectNode restarted(ObjectNode pod, String now, SplittableRandom random) {
    ObjectNode status = pod.path("status").deepCopy();
    ObjectNode container = (ObjectNode) status.path("containerStatuses").path(0);
    JsonNode began = container.path("state").path("running").path("startedAt");
    container
        .putObject("lastState")
        .putObject("terminated")
        .put("exitCode", 137)
        .put("reason", "OOMKilled")
        .put("startedAt", began.asText(now))
        .put("finishedAt", now)
        .put("containerID", container.path("containerID").asText());
    container.putObject("state").putObject("running").put("startedAt", now);
    container
        .put("ready", false)
        .put("restartCount", container.path("restartCount").asInt() + 1)
        .put("containerID", containerId(random));
    return readiness(status, false, now);
  }

  /** Of a running pod all of whose containers are ready. */
  static ObjectNode ready(ObjectNode pod, String now) {
    ObjectNode status = pod.path("status").deepCopy();
    status.path("containerStatuses").forEach(state -> ((ObjectNode) state).put("ready", true));
    return readiness(status, true, now);
  }

  private static ObjectNode readiness(ObjectNode status, boolean holds, String now) {
    String value = holds ? "True" : "False";
    for (JsonNode condition : status.path("conditions")) {
      if (OF_READINESS.contains(condition.path("type").asText())
          && !condition.path("status").asText().equals(value)) {
        ((ObjectNode) condition).put("status", value).put("lastTransitionTime", now);
      }
    }
    return status;
  }

  private static String containerId(SplittableRandom random) {
    return "containerd://" + Workload.hex(random, 64);
  }
}

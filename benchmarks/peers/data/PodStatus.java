import java.util.List;
import java.util.Map;

/** What has become of a pod. */
final class PodStatus {
  private final Workload of;
  private final PodSpec spec;
  private final Draws draws;
  private final String created;
  private final String hostIp;
  private final String podIp;

  PodStatus(
      Workload of, PodSpec spec, Draws draws, String created, String hostIp, String podIp) {
    this.of = of;
    this.spec = spec;
    this.draws = draws;
    this.created = created;
    this.hostIp = hostIp;
    this.podIp = podIp;
  }

  Map<String, Object> tree(String scheduled, String running) {
    boolean ready = draws.below(50) != 0;
    List<Object> containers = Json.list(
        containerStatus(of.name, of.image, of.imageId, running, ready, spec.mounts()));
    if (of.hasSidecar) {
      containers.add(containerStatus(
          "telemetry-agent",
          Workload.SIDECAR_IMAGE,
          Workload.SIDECAR_IMAGE_ID,
          running,
          true,
          Json.list()));
    }
    return Json.map(
        "observedGeneration", 1,
        "phase", "Running",
        "conditions",
            Json.list(
                condition("PodReadyToStartContainers", running, true),
                condition("Initialized", scheduled, true),
                condition("Ready", running, ready),
                condition("ContainersReady", running, ready),
                condition("PodScheduled", created, true)),
        "hostIP", hostIp,
        "hostIPs", Json.list(Json.map("ip", hostIp)),
        "podIP", podIp,
        "podIPs", Json.list(Json.map("ip", podIp)),
        "startTime", scheduled,
        "initContainerStatuses",
            of.hasInitContainer ? Json.list(initContainerStatus(scheduled, running)) : null,
        "containerStatuses", containers,
        "qosClass", "Burstable");
  }

  private Map<String, Object> condition(String type, String since, boolean is) {
    return Json.map(
        "type", type,
        "observedGeneration", 1,
        "status", is ? "True" : "False",
        "lastProbeTime", Json.NULL,
        "lastTransitionTime", since,
        "reason", is ? null : "ContainersNotReady",
        "message", is ? null : "containers with unready status: [" + of.name + "]");
  }

  private Map<String, Object> containerStatus(
      String container, String image, String imageId, String since, boolean ready, List<Object> mounts) {
    return Json.map(
        "name", container,
        "state", Json.map("running", Json.map("startedAt", since)),
        "lastState", Json.map(),
        "ready", ready,
        "restartCount", draws.below(20) == 0 ? draws.below(9) : 0,
        "image", image,
        "imageID", imageId,
        "containerID", containerId(),
        "started", true,
        "volumeMounts", mounted(Json.with(mounts, spec.tokenMount())));
  }

  private Map<String, Object> initContainerStatus(String began, String ended) {
    Map<String, Object> terminated = Json.map(
        "exitCode", 0,
        "reason", "Completed",
        "startedAt", began,
        "finishedAt", ended,
        "containerID", containerId());
    return Json.map(
        "name", "migrate",
        "state", Json.map("terminated", terminated),
        "lastState", Json.map(),
        "ready", true,
        "restartCount", 0,
        "image", of.image,
        "imageID", of.imageId,
        "containerID", containerId(),
        "started", false,
        "volumeMounts", mounted(Json.list(spec.tokenMount())));
  }

  private String containerId() {
    return "containerd://" + draws.hex(64);
  }

  /** Mounts as a status has them. */
  private static List<Object> mounted(List<Object> mounts) {
    List<Object> mounted = Json.list();
    for (Object each : mounts) {
      Map<?, ?> mount = (Map<?, ?>) each;
      mounted.add(Json.map(
          "name", mount.get("name"),
          "mountPath", mount.get("mountPath"),
          "readOnly", true,
          "recursiveReadOnly", "Disabled"));
    }
    return mounted;
  }
}

import static java.util.Map.entry;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One running pod of a workload. Everything random is drawn in the order in which it stands here. */
final class PodTree {
  private static final int NODES = 500;
  private static final Set<String> NOT_OF_THE_CONTROLLER =
      Set.of("nodeName", "tolerations", "priority", "preemptionPolicy", "serviceAccount");

  private final Workload of;
  private final String name;
  private final Draws draws;

  private final String created;
  private final String node;
  private final String hostIp;
  private final String podIp;
  private final String tokenVolume;
  private final String containerOfNetwork;
  private final Map<String, Object> tokenMount;

  PodTree(Workload of, String name, Draws draws) {
    this.of = of;
    this.name = name;
    this.draws = draws;
    this.created = Draws.later(of.created, draws.below(86400 * 5));
    draws.below(NODES);
    draws.below(NODES);
    int number = draws.below(NODES);
    this.node =
        "ip-10-" + number / 250 + "-" + number % 250 + "-17.eu-west-1.compute.internal";
    this.hostIp = "10." + number / 250 + "." + number % 250 + ".17";
    this.podIp = "192.168." + draws.below(256) + "." + (1 + draws.below(254));
    this.tokenVolume = "kube-api-access-" + draws.letters(5);
    this.containerOfNetwork = draws.hex(64);
    this.tokenMount = mount(tokenVolume, "/var/run/secrets/kubernetes.io/serviceaccount");
  }

  Map<String, Object> pod() {
    Map<String, Object> spec = spec();
    String scheduled = Draws.later(created, 2 + draws.below(5));
    String running = Draws.later(scheduled, 3 + draws.below(60));
    Map<String, Object> status = status(scheduled, running);

    Map<String, Object> labels = labels();
    Map<String, Object> annotations = annotations();
    Map<String, Object> ofNetwork = annotationsOfNetwork();
    List<Object> managed = Json.list(
        managed("kube-controller-manager", created, ofController(labels, annotations, spec), null),
        managed("calico", scheduled, metadata(ofNetwork), "status"),
        managed("kubelet", running, ofKubelet(status), "status"));
    annotations.putAll(ofNetwork);
    Map<String, Object> owner = Json.map(
        "apiVersion", "apps/v1",
        "kind", "ReplicaSet",
        "name", of.replicaSet,
        "uid", of.replicaSetUid,
        "controller", true,
        "blockOwnerDeletion", true);
    Map<String, Object> metadata = Json.map(
        "name", name,
        "generateName", of.replicaSet + "-",
        "namespace", of.namespace,
        "uid", draws.uid(),
        "resourceVersion", "" + (100000000L + draws.below(800000000)),
        "generation", 1,
        "creationTimestamp", created,
        "labels", labels,
        "annotations", annotations,
        "ownerReferences", Json.list(owner),
        "managedFields", managed);
    return Json.map("metadata", metadata, "spec", spec, "status", status);
  }

  // --- metadata

  private Map<String, Object> labels() {
    return new TreeMap<>(Map.of(
        "app", of.name,
        "app.kubernetes.io/instance", of.name + "-" + of.namespace,
        "app.kubernetes.io/name", of.name,
        "app.kubernetes.io/version", of.version,
        "pod-template-hash", of.templateHash,
        "team", of.team));
  }

  private Map<String, Object> annotations() {
    return new TreeMap<>(Map.of(
        "checksum/config", of.configChecksum,
        "kubectl.kubernetes.io/restartedAt", of.created,
        "prometheus.io/path", "/metrics",
        "prometheus.io/port", "" + of.port,
        "prometheus.io/scrape", "true"));
  }

  private Map<String, Object> annotationsOfNetwork() {
    return new TreeMap<>(Map.of(
        "cni.projectcalico.org/containerID", containerOfNetwork,
        "cni.projectcalico.org/podIP", podIp + "/32",
        "cni.projectcalico.org/podIPs", podIp + "/32"));
  }

  private static Map<String, Object> managed(
      String manager, String time, Object fields, String subresource) {
    return Json.map(
        "manager", manager,
        "operation", "Update",
        "apiVersion", "v1",
        "time", time,
        "fieldsType", "FieldsV1",
        "fieldsV1", fields,
        "subresource", subresource);
  }

  private Object ofController(
      Map<String, Object> labels, Map<String, Object> annotations, Map<String, Object> spec) {
    Map<String, Object> owners = FieldSets.owned();
    owners.put("k:{\"uid\":\"" + of.replicaSetUid + "\"}", Json.map());
    Map<String, Object> written = new LinkedHashMap<>();
    spec.forEach((field, value) -> {
      if (!NOT_OF_THE_CONTROLLER.contains(field)) {
        written.put(field, withoutToken(field, value));
      }
    });
    return new TreeMap<>(Map.ofEntries(
        entry(
            "f:metadata",
            new TreeMap<>(Map.of(
                "f:annotations", FieldSets.named(annotations.keySet()),
                "f:generateName", Json.map(),
                "f:labels", FieldSets.named(labels.keySet()),
                "f:ownerReferences", owners))),
        entry("f:spec", FieldSets.of(written))));
  }

  /** The volume of the token and its mounts are the admission's, not the controller's. */
  private Object withoutToken(String field, Object value) {
    if (field.equals("volumes")) {
      return ((List<?>) value)
          .stream().filter(volume -> !isToken(((Map<?, ?>) volume).get("name"))).toList();
    }
    if (!field.equals("containers") && !field.equals("initContainers")) {
      return value;
    }
    return ((List<?>) value)
        .stream()
            .map(container -> {
              Map<Object, Object> without = new LinkedHashMap<>((Map<?, ?>) container);
              List<?> mounts = ((List<?>) without.get("volumeMounts"))
                  .stream().filter(mount -> !isToken(((Map<?, ?>) mount).get("name"))).toList();
              if (mounts.isEmpty()) {
                without.remove("volumeMounts");
              } else {
                without.put("volumeMounts", mounts);
              }
              return without;
            })
            .toList();
  }

  private boolean isToken(Object volume) {
    return tokenVolume.equals(volume);
  }

  private static Map<String, Object> metadata(Map<String, Object> annotations) {
    Map<String, Object> fields = FieldSets.named(annotations.keySet());
    fields.remove(".");
    return Json.map("f:metadata", Json.map("f:annotations", fields));
  }

  private static Map<String, Object> ofKubelet(Map<String, Object> status) {
    Map<String, Object> written = new LinkedHashMap<>(status);
    written.remove("phase");
    written.remove("qosClass");
    return Json.map("f:status", FieldSets.of(written));
  }

  // --- spec

  private Map<String, Object> spec() {
    Map<String, Object> selector = Json.map(
        "matchLabels",
        Json.map(
            "app.kubernetes.io/instance", of.name + "-" + of.namespace,
            "app.kubernetes.io/name", of.name));
    List<Object> containers = Json.list(container());
    if (of.hasSidecar) {
      containers.add(sidecar());
    }
    return Json.map(
        "volumes", volumes(),
        "initContainers", of.hasInitContainer ? Json.list(initContainer()) : null,
        "containers", containers,
        "restartPolicy", "Always",
        "terminationGracePeriodSeconds", 30,
        "dnsPolicy", "ClusterFirst",
        "serviceAccountName", of.serviceAccount,
        "serviceAccount", of.serviceAccount,
        "nodeName", node,
        "securityContext", securityContext(),
        "imagePullSecrets", Json.list(Json.map("name", "registry-creds")),
        "affinity", of.hasAntiAffinity ? antiAffinity(selector) : null,
        "schedulerName", "default-scheduler",
        "tolerations", Json.list(toleration("not-ready"), toleration("unreachable")),
        "priority", 0,
        "enableServiceLinks", true,
        "preemptionPolicy", "PreemptLowerPriority",
        "topologySpreadConstraints", of.isSpread ? Json.list(spread(selector)) : null);
  }

  private List<Object> volumes() {
    List<Object> volumes = Json.list(Json.map(
        "name", "config",
        "configMap", Json.map("name", of.name + "-config", "defaultMode", 420)));
    if (of.hasTls) {
      volumes.add(Json.map(
          "name", "tls", "secret", Json.map("secretName", of.name + "-tls", "defaultMode", 420)));
    }
    Map<String, Object> token =
        Json.map("serviceAccountToken", Json.map("expirationSeconds", 3607, "path", "token"));
    Map<String, Object> authority = Json.map(
        "configMap",
        Json.map(
            "name", "kube-root-ca.crt",
            "items", Json.list(Json.map("key", "ca.crt", "path", "ca.crt"))));
    Map<String, Object> namespace = Json.map(
        "downwardAPI",
        Json.map(
            "items",
            Json.list(Json.map("path", "namespace", "fieldRef", fieldRef("metadata.namespace")))));
    volumes.add(Json.map(
        "name", tokenVolume,
        "projected",
            Json.map("sources", Json.list(token, authority, namespace), "defaultMode", 420)));
    return volumes;
  }

  private static Map<String, Object> fieldRef(String path) {
    return Json.map("apiVersion", "v1", "fieldPath", path);
  }

  private static Map<String, Object> mount(String volume, String path) {
    return Json.map("name", volume, "readOnly", true, "mountPath", path);
  }

  /** Those of the workload itself. */
  private List<Object> mounts() {
    List<Object> mounts = Json.list(mount("config", "/etc/app"));
    if (of.hasTls) {
      mounts.add(mount("tls", "/etc/tls"));
    }
    return mounts;
  }

  private Map<String, Object> container() {
    List<Object> ports = Json.list(port("http", of.port));
    if (of.hasMetricsPort) {
      ports.add(port("metrics", 9090));
    }
    return Json.map(
        "name", of.name,
        "image", of.image,
        "ports", ports,
        "env", environment(),
        "resources",
            resources(of.cpuLimit, of.memoryLimit, of.cpuRequest, of.memoryRequest),
        "volumeMounts", Json.with(mounts(), tokenMount),
        "livenessProbe", of.hasLivenessProbe ? livenessProbe() : null,
        "readinessProbe", readinessProbe(),
        "terminationMessagePath", "/dev/termination-log",
        "terminationMessagePolicy", "File",
        "imagePullPolicy", "IfNotPresent",
        "securityContext", of.isHardened ? containerSecurity() : null);
  }

  private List<Object> environment() {
    List<Object> variables = Json.list(
        Json.map(
            "name", "POD_NAME", "valueFrom", Json.map("fieldRef", fieldRef("metadata.name"))),
        Json.map(
            "name", "DB_PASSWORD",
            "valueFrom",
                Json.map(
                    "secretKeyRef", Json.map("name", of.name + "-db", "key", "password"))));
    for (String[] variable : of.environment) {
      variables.add(Json.map("name", variable[0], "value", variable[1]));
    }
    return variables;
  }

  private static Map<String, Object> port(String name, int number) {
    return Json.map("name", name, "containerPort", number, "protocol", "TCP");
  }

  private static Map<String, Object> resources(
      String cpuLimit, String memoryLimit, String cpuRequest, String memoryRequest) {
    return Json.map(
        "limits", Json.map("cpu", cpuLimit, "memory", memoryLimit),
        "requests", Json.map("cpu", cpuRequest, "memory", memoryRequest));
  }

  private static Map<String, Object> livenessProbe() {
    return Json.map(
        "httpGet", Json.map("path", "/healthz", "port", "http", "scheme", "HTTP"),
        "initialDelaySeconds", 15,
        "timeoutSeconds", 3,
        "periodSeconds", 10,
        "successThreshold", 1,
        "failureThreshold", 3);
  }

  private Map<String, Object> readinessProbe() {
    return Json.map(
        "httpGet", Json.map("path", "/ready", "port", of.port, "scheme", "HTTP"),
        "timeoutSeconds", 1,
        "periodSeconds", 5,
        "successThreshold", 1,
        "failureThreshold", 3);
  }

  private static Map<String, Object> containerSecurity() {
    return Json.map(
        "capabilities", Json.map("drop", Json.list("ALL")),
        "runAsNonRoot", true,
        "readOnlyRootFilesystem", true,
        "allowPrivilegeEscalation", false);
  }

  private Map<String, Object> sidecar() {
    return Json.map(
        "name", "telemetry-agent",
        "image", Workload.SIDECAR_IMAGE,
        "args", Json.list("--config=/etc/agent/agent.yaml", "--log-level=warn"),
        "env",
            Json.list(Json.map(
                "name", "NODE_NAME",
                "valueFrom", Json.map("fieldRef", fieldRef("spec.nodeName")))),
        "resources", resources("200m", "128Mi", "50m", "64Mi"),
        "volumeMounts", Json.list(tokenMount),
        "terminationMessagePath", "/dev/termination-log",
        "terminationMessagePolicy", "File",
        "imagePullPolicy", "IfNotPresent");
  }

  private Map<String, Object> initContainer() {
    return Json.map(
        "name", "migrate",
        "image", of.image,
        "command", Json.list("/app/bin/migrate", "--wait"),
        "resources", Json.map(),
        "volumeMounts", Json.list(tokenMount),
        "terminationMessagePath", "/dev/termination-log",
        "terminationMessagePolicy", "File",
        "imagePullPolicy", "IfNotPresent");
  }

  private Map<String, Object> securityContext() {
    return of.isHardened
        ? Json.map(
            "runAsUser", 10001,
            "fsGroup", 10001,
            "seccompProfile", Json.map("type", "RuntimeDefault"))
        : Json.map();
  }

  private static Map<String, Object> antiAffinity(Map<String, Object> selector) {
    Map<String, Object> term =
        Json.map("labelSelector", selector, "topologyKey", "kubernetes.io/hostname");
    return Json.map(
        "podAntiAffinity",
        Json.map(
            "preferredDuringSchedulingIgnoredDuringExecution",
            Json.list(Json.map("weight", 100, "podAffinityTerm", term))));
  }

  private static Map<String, Object> toleration(String condition) {
    return Json.map(
        "key", "node.kubernetes.io/" + condition,
        "operator", "Exists",
        "effect", "NoExecute",
        "tolerationSeconds", 300);
  }

  private static Map<String, Object> spread(Map<String, Object> selector) {
    return Json.map(
        "maxSkew", 1,
        "topologyKey", "topology.kubernetes.io/zone",
        "whenUnsatisfiable", "ScheduleAnyway",
        "labelSelector", selector);
  }

  // --- status

  private Map<String, Object> status(String scheduled, String running) {
    boolean ready = draws.below(50) != 0;
    List<Object> containers = Json.list(
        containerStatus(of.name, of.image, of.imageId, running, ready, mounts()));
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
        "volumeMounts", mounted(Json.with(mounts, tokenMount)));
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
        "volumeMounts", mounted(Json.list(tokenMount)));
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

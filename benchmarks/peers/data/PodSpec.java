import java.util.List;
import java.util.Map;

/** What is to run in a pod, and where. Nothing in it is drawn. */
final class PodSpec {
  private final Workload of;
  private final String node;
  private final String tokenVolume;
  private final Map<String, Object> tokenMount;

  PodSpec(Workload of, String node, String tokenVolume) {
    this.of = of;
    this.node = node;
    this.tokenVolume = tokenVolume;
    this.tokenMount = mount(tokenVolume, "/var/run/secrets/kubernetes.io/serviceaccount");
  }

  Map<String, Object> tokenMount() {
    return tokenMount;
  }

  Map<String, Object> tree() {
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
  List<Object> mounts() {
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
}

package dev.informant.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.SplittableRandom;

/** The objects of a simulated cluster, of the size and shape real ones have. */
final class ClusterObjects {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String[] SETTINGS = {
    "LOG_LEVEL", "DATABASE_HOST", "DATABASE_PORT", "BROKERS", "CACHE_URL", "FEATURES",
        "TRACE_ENDPOINT",
    "TIMEOUT_MILLIS", "REGION", "TENANT", "QUEUE_NAME", "POOL_SIZE", "RETRY_LIMIT", "BUCKET"
  };

  private final SplittableRandom random;
  private final int podBytes;

  ClusterObjects(SplittableRandom random, int podBytes) {
    this.random = random;
    this.podBytes = podBytes;
  }

  static ObjectNode object(String apiVersion, String kind, String namespace, String name) {
    ObjectNode object = NODES.objectNode();
    object.put("kind", kind).put("apiVersion", apiVersion);
    ObjectNode metadata = object.putObject("metadata").put("name", name);
    if (!namespace.isEmpty()) {
      metadata.put("namespace", namespace);
    }
    return object;
  }

  ObjectNode namespace(String name) {
    return object("v1", "Namespace", "", name);
  }

  ObjectNode node(int index, String now) {
    String name = nodeName(index);
    ObjectNode node = object("v1", "Node", "", name);
    ObjectNode labels = ((ObjectNode) node.path("metadata")).putObject("labels");
    labels.put("kubernetes.io/arch", "amd64").put("kubernetes.io/hostname", name);
    labels.put("kubernetes.io/os", "linux").put("node-role.kubernetes.io/worker", "");
    labels.put("topology.kubernetes.io/zone", "zone-" + (char) ('a' + index % 3));
    node.putObject("spec").put("podCIDR", "10.244." + index % 256 + ".0/24");
    ObjectNode status = node.putObject("status");
    for (String field : new String[] {"allocatable", "capacity"}) {
      status.putObject(field).put("cpu", "16").put("memory", "65536Mi").put("pods", "250");
    }
    ArrayNode addresses = status.putArray("addresses");
    addresses.addObject().put("type", "InternalIP").put("address", nodeAddress(index));
    addresses.addObject().put("type", "Hostname").put("address", name);
    for (String type : new String[] {"MemoryPressure", "DiskPressure", "PIDPressure", "Ready"}) {
      boolean ready = type.equals("Ready");
      status
          .withArray("conditions")
          .addObject()
          .put("type", type)
          .put("status", ready ? "True" : "False")
          .put("lastHeartbeatTime", now)
          .put("lastTransitionTime", now)
          .put("reason", ready ? "KubeletReady" : "KubeletHasNo" + type)
          .put("message", "simulated");
    }
    status
        .putObject("nodeInfo")
        .put("kubeletVersion", "v1.36.0")
        .put("osImage", "Simulated Linux")
        .put("kernelVersion", "6.12.0")
        .put("containerRuntimeVersion", "containerd://2.1.0")
        .put("operatingSystem", "linux")
        .put("architecture", "amd64");
    FieldOwnership.add(node, "kubelet", "", now, "metadata", "spec");
    FieldOwnership.add(node, "kubelet", "status", now, "status");
    return node;
  }

  static String nodeName(int index) {
    return "worker-" + index;
  }

  static boolean isNode(String name, int nodes) {
    for (int i = 0; i < nodes; i++) {
      if (nodeName(i).equals(name)) {
        return true;
      }
    }
    return false;
  }

  static String nodeAddress(int index) {
    return "10." + (index / 250 + 1) + "." + index % 250 + ".17";
  }

  ObjectNode lease(int index, String now) {
    ObjectNode lease =
        object("coordination.k8s.io/v1", "Lease", "kube-node-lease", nodeName(index));
    lease
        .putObject("spec")
        .put("holderIdentity", nodeName(index))
        .put("leaseDurationSeconds", 40)
        .put("renewTime", micro(now));
    FieldOwnership.add(lease, "kubelet", "", now, "spec");
    return lease;
  }

  /** A time of whole seconds as a MicroTime. */
  static String micro(String seconds) {
    return seconds.replace("Z", ".000000Z");
  }

  private static ObjectNode labels(Workload workload) {
    return NODES
        .objectNode()
        .put("app", workload.name)
        .put("app.kubernetes.io/instance", workload.name + "-" + workload.namespace)
        .put("app.kubernetes.io/name", workload.name)
        .put("app.kubernetes.io/part-of", workload.domain);
  }

  ObjectNode deployment(Workload workload, String now) {
    ObjectNode deployment = object("apps/v1", "Deployment", workload.namespace, workload.name);
    ObjectNode metadata = (ObjectNode) deployment.path("metadata");
    metadata.set("labels", labels(workload));
    metadata
        .putObject("annotations")
        .put("deployment.kubernetes.io/revision", Integer.toString(workload.revision));
    ObjectNode spec = deployment.putObject("spec").put("replicas", workload.replicas);
    spec.putObject("selector").putObject("matchLabels").put("app", workload.name);
    spec.set("template", template(workload, labels(workload)));
    spec.putObject("strategy").put("type", "RollingUpdate");
    spec.put("revisionHistoryLimit", 10).put("progressDeadlineSeconds", 600);
    FieldOwnership.add(deployment, "kubectl-client-side-apply", "", now, "metadata", "spec");
    return deployment;
  }

  ObjectNode replicaSet(Workload workload, String now) {
    ObjectNode set = object("apps/v1", "ReplicaSet", workload.namespace, workload.replicaSet());
    ObjectNode metadata = (ObjectNode) set.path("metadata");
    ObjectNode labels = labels(workload).put("pod-template-hash", workload.hash);
    metadata.set("labels", labels);
    owner(metadata, "Deployment", workload.name, workload.deploymentUid);
    ObjectNode spec = set.putObject("spec").put("replicas", workload.replicas);
    spec.putObject("selector")
        .putObject("matchLabels")
        .put("app", workload.name)
        .put("pod-template-hash", workload.hash);
    spec.set("template", template(workload, labels.deepCopy()));
    FieldOwnership.add(set, "kube-controller-manager", "", now, "metadata", "spec");
    return set;
  }

  static void owner(ObjectNode metadata, String kind, String name, String uid) {
    metadata
        .putArray("ownerReferences")
        .addObject()
        .put("apiVersion", "apps/v1")
        .put("kind", kind)
        .put("name", name)
        .put("uid", uid)
        .put("controller", true)
        .put("blockOwnerDeletion", true);
  }

  private ObjectNode template(Workload workload, ObjectNode labels) {
    ObjectNode template = NODES.objectNode();
    template.putObject("metadata").set("labels", labels);
    template.set("spec", podSpec(workload, 6));
    return template;
  }

  /** A pod that has just been created and is not scheduled. */
  ObjectNode pod(Workload workload, String name, String now) {
    if (workload.settings < 0) {
      workload.settings = settingsFor(workload, now);
    }
    return podWith(workload, name, now, workload.settings);
  }

  /** Settings are what makes pods large in real life, too: as many as the size asked for needs. */
  private int settingsFor(Workload workload, String now) {
    int few = runningBytes(workload, 2, now);
    int each = Math.max(1, (runningBytes(workload, 12, now) - few) / 10);
    return Math.max(2, 2 + (podBytes - few) / each);
  }

  private int runningBytes(Workload workload, int settings, String now) {
    ObjectNode pod = podWith(workload, workload.replicaSet() + "-xxxxx", now, settings);
    pod.set("status", PodStatuses.running(pod, 0, now, random));
    FieldOwnership.add(pod, "kubelet", "status", now, "status");
    return pod.toString().length();
  }

  private ObjectNode podWith(Workload workload, String name, String now, int settings) {
    ObjectNode pod = object("v1", "Pod", workload.namespace, name);
    ObjectNode metadata = (ObjectNode) pod.path("metadata");
    metadata.put("generateName", workload.replicaSet() + "-");
    metadata.set("labels", labels(workload).put("pod-template-hash", workload.hash));
    metadata
        .putObject("annotations")
        .put("checksum/config", String.format("%064x", workload.name.hashCode() & 0xffffffffL))
        .put("prometheus.io/scrape", "true")
        .put("prometheus.io/port", Integer.toString(workload.port));
    owner(metadata, "ReplicaSet", workload.replicaSet(), workload.replicaSetUid);
    ObjectNode spec = podSpec(workload, settings);
    pod.set("spec", spec);
    spec.put("serviceAccountName", "default").put("serviceAccount", "default");
    spec.put("enableServiceLinks", true)
        .put("priority", 0)
        .put("preemptionPolicy", "PreemptLowerPriority");
    ObjectNode token = ((ArrayNode) spec.path("volumes")).addObject();
    token.put("name", "kube-api-access-" + workload.hash.substring(0, 5));
    ArrayNode sources = token.putObject("projected").put("defaultMode", 420).putArray("sources");
    sources
        .addObject()
        .putObject("serviceAccountToken")
        .put("expirationSeconds", 3607)
        .put("path", "token");
    sources
        .addObject()
        .putObject("configMap")
        .put("name", "kube-root-ca.crt")
        .putArray("items")
        .addObject()
        .put("key", "ca.crt")
        .put("path", "ca.crt");
    ((ArrayNode) spec.path("containers").path(0).path("volumeMounts"))
        .addObject()
        .put("name", token.path("name").asText())
        .put("readOnly", true)
        .put("mountPath", "/var/run/secrets/kubernetes.io/serviceaccount");
    ObjectNode spread = spec.putArray("topologySpreadConstraints").addObject();
    spread
        .put("maxSkew", 1)
        .put("topologyKey", "topology.kubernetes.io/zone")
        .put("whenUnsatisfiable", "ScheduleAnyway");
    spread.putObject("labelSelector").putObject("matchLabels").put("app", workload.name);
    for (String taint : new String[] {"not-ready", "unreachable"}) {
      spec.withArray("tolerations")
          .addObject()
          .put("key", "node.kubernetes.io/" + taint)
          .put("operator", "Exists")
          .put("effect", "NoExecute")
          .put("tolerationSeconds", 300);
    }
    FieldOwnership.add(pod, "kube-controller-manager", "", now, "metadata", "spec");
    return pod;
  }

  private ObjectNode podSpec(Workload workload, int settings) {
    ObjectNode spec = NODES.objectNode();
    ArrayNode volumes = spec.putArray("volumes");
    volumes
        .addObject()
        .put("name", "config")
        .putObject("configMap")
        .put("name", workload.name + "-config")
        .put("defaultMode", 420);
    if (workload.volumes) {
      volumes
          .addObject()
          .put("name", "tls")
          .putObject("secret")
          .put("secretName", workload.name + "-tls")
          .put("defaultMode", 420);
      volumes.addObject().put("name", "scratch").putObject("emptyDir");
    }
    ArrayNode containers = spec.putArray("containers");
    containers.add(container(workload, workload.name, workload.image(), settings));
    if (workload.sidecar) {
      containers.add(
          container(workload, "telemetry", "images.example.com/platform/telemetry:v2.4.0", 3));
    }
    spec.put("restartPolicy", "Always").put("terminationGracePeriodSeconds", 30);
    spec.put("dnsPolicy", "ClusterFirst").put("schedulerName", "default-scheduler");
    spec.putObject("securityContext").put("runAsNonRoot", true);
    return spec;
  }

  private static ObjectNode container(Workload workload, String name, String image, int settings) {
    ObjectNode container = NODES.objectNode().put("name", name).put("image", image);
    container
        .putArray("ports")
        .addObject()
        .put("name", "http")
        .put("containerPort", workload.port)
        .put("protocol", "TCP");
    ArrayNode env = container.putArray("env");
    env.addObject()
        .put("name", "POD_NAME")
        .putObject("valueFrom")
        .putObject("fieldRef")
        .put("apiVersion", "v1")
        .put("fieldPath", "metadata.name");
    for (int i = 0; i < settings; i++) {
      String suffix = i < SETTINGS.length ? "" : "_" + i / SETTINGS.length;
      env.addObject()
          .put("name", SETTINGS[i % SETTINGS.length] + suffix)
          .put(
              "value", workload.domain + "-" + i + "." + workload.namespace + ".svc.cluster.local");
    }
    ObjectNode resources = container.putObject("resources");
    resources.putObject("limits").put("cpu", "1").put("memory", "512Mi");
    resources.putObject("requests").put("cpu", "250m").put("memory", "256Mi");
    container
        .putArray("volumeMounts")
        .addObject()
        .put("name", "config")
        .put("readOnly", true)
        .put("mountPath", "/etc/" + workload.domain);
    for (String probe : new String[] {"livenessProbe", "readinessProbe"}) {
      ObjectNode check = container.putObject(probe);
      check.putObject("httpGet").put("path", "/health").put("port", "http").put("scheme", "HTTP");
      check
          .put("timeoutSeconds", 1)
          .put("periodSeconds", 10)
          .put("successThreshold", 1)
          .put("failureThreshold", 3);
    }
    container
        .put("terminationMessagePath", "/dev/termination-log")
        .put("terminationMessagePolicy", "File")
        .put("imagePullPolicy", "IfNotPresent");
    container
        .putObject("securityContext")
        .put("allowPrivilegeEscalation", false)
        .put("readOnlyRootFilesystem", true);
    return container;
  }

  /** The kubelet says something about the first container of a pod. */
  ObjectNode event(ObjectNode pod, String reason, String now) {
    JsonNode metadata = pod.path("metadata");
    String name = metadata.path("name").asText();
    String namespace = metadata.path("namespace").asText();
    ObjectNode event = object("v1", "Event", namespace, name + "." + Workload.hex(random, 16));
    event
        .putObject("involvedObject")
        .put("kind", "Pod")
        .put("apiVersion", "v1")
        .put("namespace", namespace)
        .put("name", name)
        .put("uid", metadata.path("uid").asText())
        .put("resourceVersion", metadata.path("resourceVersion").asText())
        .put("fieldPath", "spec.containers{" + pod.at("/spec/containers/0/name").asText() + "}");
    event.put("reason", reason).put("message", reason + " " + name).put("type", "Normal");
    event
        .putObject("source")
        .put("component", "kubelet")
        .put("host", pod.at("/spec/nodeName").asText());
    event.put("firstTimestamp", now).put("lastTimestamp", now).put("count", 1);
    FieldOwnership.add(
        event,
        "kubelet",
        "",
        now,
        "count",
        "firstTimestamp",
        "involvedObject",
        "lastTimestamp",
        "message",
        "reason",
        "source",
        "type");
    return event;
  }
}

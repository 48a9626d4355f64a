package dev.informant.apiserver.content;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.content.Columns.Cell;
import dev.informant.apiserver.content.Columns.Column;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** kubectl's columns of the common built-in kinds, by {@code group/Kind}. */
final class BuiltInColumns {
  private BuiltInColumns() {}

  static Map<String, List<Column>> all() {
    Map<String, List<Column>> kinds = new HashMap<>();
    workloads(kinds);
    core(kinds);
    others(kinds);
    return kinds;
  }

  private static Column text(String name, String... path) {
    return new Column(name, (object, now) -> Cells.text(object, path));
  }

  private static Column textOr(String otherwise, String name, String... path) {
    return new Column(name, (object, now) -> Cells.textOr(otherwise, object, path));
  }

  private static Column number(String name, String... path) {
    return new Column(name, "integer", 0, (object, now) -> Cells.number(object, path));
  }

  private static Column column(String name, Cell cell) {
    return new Column(name, cell);
  }

  private static Column[] template(String... templatePath) {
    Cell names = (object, now) ->
        Cells.joined(Cells.each(Cells.at(object, templatePath).path("containers"), "name"));
    Cell images = (object, now) ->
        Cells.joined(Cells.each(Cells.at(object, templatePath).path("containers"), "image"));
    return new Column[] {
      column("Containers", names).wide(), column("Images", images).wide()
    };
  }

  private static Column selector() {
    return column("Selector", (object, now) -> Cells.selector(Cells.at(object, "spec", "selector")))
        .wide();
  }

  private static void workloads(Map<String, List<Column>> kinds) {
    Column[] template = template("spec", "template", "spec");
    kinds.put(
        "/Pod",
        List.of(
            Columns.NAME,
            column("Ready", (pod, now) -> PodCells.ready(pod)),
            column("Status", (pod, now) -> PodCells.status(pod)),
            column("Restarts", PodCells::restarts),
            Columns.AGE,
            column("IP", (pod, now) -> {
                  JsonNode first = Cells.at(pod, "status", "podIPs").path(0).path("ip");
                  return Cells.textOr(first.asText(Cells.NONE), pod, "status", "podIP");
                })
                .wide(),
            textOr(Cells.NONE, "Node", "spec", "nodeName").wide(),
            textOr(Cells.NONE, "Nominated Node", "status", "nominatedNodeName").wide(),
            column("Readiness Gates", (pod, now) -> PodCells.readinessGates(pod))
                .wide()));
    kinds.put(
        "apps/Deployment",
        List.of(
            Columns.NAME,
            column(
                "Ready",
                (object, now) -> Cells.number(object, "status", "readyReplicas") + "/"
                    + Cells.number(object, "spec", "replicas")),
            number("Up-to-date", "status", "updatedReplicas"),
            number("Available", "status", "availableReplicas"),
            Columns.AGE,
            template[0],
            template[1],
            selector()));
    kinds.put(
        "apps/ReplicaSet",
        List.of(
            Columns.NAME,
            number("Desired", "spec", "replicas"),
            number("Current", "status", "replicas"),
            number("Ready", "status", "readyReplicas"),
            Columns.AGE,
            template[0],
            template[1],
            selector()));
    kinds.put(
        "/ReplicationController",
        List.of(
            Columns.NAME,
            number("Desired", "spec", "replicas"),
            number("Current", "status", "replicas"),
            number("Ready", "status", "readyReplicas"),
            Columns.AGE,
            template[0],
            template[1],
            column("Selector", (object, now) -> Cells.labels(Cells.at(object, "spec", "selector")))
                .wide()));
    kinds.put(
        "apps/StatefulSet",
        List.of(
            Columns.NAME,
            column(
                "Ready",
                (object, now) -> Cells.number(object, "status", "readyReplicas") + "/"
                    + Cells.number(object, "spec", "replicas")),
            Columns.AGE,
            template[0],
            template[1]));
    kinds.put(
        "apps/DaemonSet",
        List.of(
            Columns.NAME,
            number("Desired", "status", "desiredNumberScheduled"),
            number("Current", "status", "currentNumberScheduled"),
            number("Ready", "status", "numberReady"),
            number("Up-to-date", "status", "updatedNumberScheduled"),
            number("Available", "status", "numberAvailable"),
            column(
                "Node Selector",
                (object, now) ->
                    Cells.labels(Cells.at(object, "spec", "template", "spec", "nodeSelector"))),
            Columns.AGE,
            template[0],
            template[1],
            selector()));
    kinds.put(
        "batch/Job",
        List.of(
            Columns.NAME,
            column("Status", (job, now) -> jobStatus(job)),
            column("Completions", (job, now) -> completions(job)),
            column("Duration", BuiltInColumns::jobDuration),
            Columns.AGE,
            template[0],
            template[1],
            selector()));
    kinds.put(
        "batch/CronJob",
        List.of(
            Columns.NAME,
            text("Schedule", "spec", "schedule"),
            textOr(Cells.NONE, "Timezone", "spec", "timeZone"),
            column(
                "Suspend",
                (object, now) ->
                    Cells.at(object, "spec", "suspend").asBoolean() ? "True" : "False"),
            new Column(
                "Active",
                "integer",
                0,
                (object, now) -> Cells.at(object, "status", "active").size()),
            column(
                "Last Schedule",
                (object, now) -> object.path("status").has("lastScheduleTime")
                    ? Cells.age(object, now, "status", "lastScheduleTime")
                    : Cells.NONE),
            Columns.AGE));
  }

  private static String jobStatus(ObjectNode job) {
    for (String type : new String[] {"Complete", "Failed", "Suspended", "FailureTarget"}) {
      for (JsonNode condition : Cells.at(job, "status", "conditions")) {
        if (condition.path("type").asText().equals(type)
            && condition.path("status").asText().equals("True")) {
          return type;
        }
      }
    }
    return job.path("metadata").has("deletionTimestamp") ? "Terminating" : "Running";
  }

  private static String completions(ObjectNode job) {
    int succeeded = Cells.number(job, "status", "succeeded");
    JsonNode wanted = Cells.at(job, "spec", "completions");
    if (wanted.isNumber()) {
      return succeeded + "/" + wanted.asInt();
    }
    int parallel = Cells.at(job, "spec", "parallelism").asInt();
    return parallel > 1 ? succeeded + "/1 of " + parallel : succeeded + "/1";
  }

  private static String jobDuration(ObjectNode job, Instant now) {
    Instant started = Cells.time(Cells.text(job, "status", "startTime"));
    Instant ended = Cells.time(Cells.text(job, "status", "completionTime"));
    return started == null
        ? ""
        : Cells.human(Duration.between(started, ended == null ? now : ended));
  }

  private static void core(Map<String, List<Column>> kinds) {
    kinds.put(
        "/Service",
        List.of(
            Columns.NAME,
            text("Type", "spec", "type"),
            textOr(Cells.NONE, "Cluster-IP", "spec", "clusterIP"),
            column("External-IP", (service, now) -> externalAddress(service)),
            column("Port(s)", (service, now) -> servicePorts(service)),
            Columns.AGE,
            column(
                    "Selector",
                    (service, now) -> Cells.labels(Cells.at(service, "spec", "selector")))
                .wide()));
    kinds.put(
        "/Node",
        List.of(
            Columns.NAME,
            column("Status", (node, now) -> nodeStatus(node)),
            column("Roles", (node, now) -> nodeRoles(node)),
            Columns.AGE,
            text("Version", "status", "nodeInfo", "kubeletVersion"),
            column("Internal-IP", (node, now) -> nodeAddress(node, "InternalIP"))
                .wide(),
            column("External-IP", (node, now) -> nodeAddress(node, "ExternalIP"))
                .wide(),
            textOr(Cells.UNKNOWN, "OS-Image", "status", "nodeInfo", "osImage").wide(),
            textOr(Cells.UNKNOWN, "Kernel-Version", "status", "nodeInfo", "kernelVersion")
                .wide(),
            textOr(
                    Cells.UNKNOWN,
                    "Container-Runtime",
                    "status",
                    "nodeInfo",
                    "containerRuntimeVersion")
                .wide()));
    kinds.put("/Namespace", List.of(Columns.NAME, text("Status", "status", "phase"), Columns.AGE));
    kinds.put(
        "/ConfigMap",
        List.of(
            Columns.NAME,
            new Column(
                "Data",
                "integer",
                0,
                (object, now) ->
                    object.path("data").size() + object.path("binaryData").size()),
            Columns.AGE));
    kinds.put(
        "/Secret",
        List.of(
            Columns.NAME,
            text("Type", "type"),
            new Column(
                "Data", "integer", 0, (object, now) -> object.path("data").size()),
            Columns.AGE));
    kinds.put(
        "/ServiceAccount",
        List.of(
            Columns.NAME,
            new Column(
                "Secrets", "integer", 0, (object, now) -> object.path("secrets").size()),
            Columns.AGE));
    kinds.put(
        "/Endpoints",
        List.of(
            Columns.NAME, column("Endpoints", (object, now) -> endpoints(object)), Columns.AGE));
    kinds.put("/Event", events());
    kinds.put("events.k8s.io/Event", events());
    kinds.put(
        "/PersistentVolume",
        List.of(
            Columns.NAME,
            text("Capacity", "spec", "capacity", "storage"),
            column("Access Modes", (object, now) -> modes(Cells.at(object, "spec", "accessModes"))),
            text("Reclaim Policy", "spec", "persistentVolumeReclaimPolicy"),
            column("Status", (object, now) -> phase(object)),
            column("Claim", (object, now) -> {
              JsonNode claim = Cells.at(object, "spec", "claimRef");
              return claim.isObject()
                  ? Cells.text(claim, "namespace") + "/" + Cells.text(claim, "name")
                  : "";
            }),
            text("StorageClass", "spec", "storageClassName"),
            textOr(Cells.UNSET, "VolumeAttributesClass", "spec", "volumeAttributesClassName"),
            text("Reason", "status", "reason"),
            Columns.AGE,
            text("VolumeMode", "spec", "volumeMode").wide()));
    kinds.put(
        "/PersistentVolumeClaim",
        List.of(
            Columns.NAME,
            column("Status", (object, now) -> phase(object)),
            text("Volume", "spec", "volumeName"),
            text("Capacity", "status", "capacity", "storage"),
            column(
                "Access Modes", (object, now) -> modes(Cells.at(object, "status", "accessModes"))),
            text("StorageClass", "spec", "storageClassName"),
            textOr(Cells.UNSET, "VolumeAttributesClass", "spec", "volumeAttributesClassName"),
            Columns.AGE,
            text("VolumeMode", "spec", "volumeMode").wide()));
  }

  private static String phase(ObjectNode object) {
    return object.path("metadata").has("deletionTimestamp")
        ? "Terminating"
        : Cells.text(object, "status", "phase");
  }

  private static String modes(JsonNode accessModes) {
    List<String> shortened = new ArrayList<>();
    for (JsonNode mode : accessModes) {
      shortened.add(
          switch (mode.asText()) {
            case "ReadWriteOnce" -> "RWO";
            case "ReadOnlyMany" -> "ROX";
            case "ReadWriteMany" -> "RWX";
            case "ReadWriteOncePod" -> "RWOP";
            default -> mode.asText();
          });
    }
    return String.join(",", shortened);
  }

  private static List<Column> events() {
    return List.of(
        column(
            "Last Seen",
            (event, now) -> event.path("series").has("lastObservedTime")
                ? Cells.age(event, now, "series", "lastObservedTime")
                : event.has("lastTimestamp")
                    ? Cells.age(event, now, "lastTimestamp")
                    : Cells.age(event, now, "eventTime")),
        text("Type", "type"),
        text("Reason", "reason"),
        column("Object", (event, now) -> {
          JsonNode about =
              event.has("regarding") ? event.path("regarding") : event.path("involvedObject");
          String kind = Cells.text(about, "kind").toLowerCase(java.util.Locale.ROOT);
          return kind + "/" + Cells.text(about, "name");
        }),
        text("Subobject", "involvedObject", "fieldPath").wide(),
        column("Source", (event, now) -> {
              String component = Cells.textOr(
                  Cells.text(event, "reportingComponent"), event, "source", "component");
              String host = Cells.text(event, "source", "host");
              return host.isEmpty() ? component : component + ", " + host;
            })
            .wide(),
        column(
            "Message",
            (event, now) ->
                Cells.textOr(Cells.text(event, "note"), event, "message").strip()),
        column(
                "First Seen",
                (event, now) -> event.has("firstTimestamp")
                    ? Cells.age(event, now, "firstTimestamp")
                    : Cells.age(event, now, "eventTime"))
            .wide(),
        new Column(
            "Count",
            "integer",
            1,
            (event, now) -> event.has("series")
                ? Cells.number(event, "series", "count")
                : Math.max(1, Cells.number(event, "count"))),
        Columns.NAME.wide());
  }

  private static String endpoints(ObjectNode object) {
    List<String> all = new ArrayList<>();
    for (JsonNode subset : object.path("subsets")) {
      for (JsonNode address : subset.path("addresses")) {
        for (JsonNode port : subset.path("ports")) {
          all.add(address.path("ip").asText() + ":" + port.path("port").asInt());
        }
      }
    }
    return all.size() <= 3
        ? Cells.joined(all)
        : String.join(",", all.subList(0, 3)) + " + " + (all.size() - 3) + " more...";
  }

  private static String externalAddress(ObjectNode service) {
    List<String> addresses = new ArrayList<>();
    for (JsonNode ingress : Cells.at(service, "status", "loadBalancer", "ingress")) {
      addresses.add(Cells.textOr(Cells.text(ingress, "hostname"), ingress, "ip"));
    }
    addresses.addAll(Cells.each(Cells.at(service, "spec", "externalIPs"), ""));
    return switch (Cells.text(service, "spec", "type")) {
      case "ExternalName" -> Cells.text(service, "spec", "externalName");
      case "LoadBalancer" -> addresses.isEmpty() ? "<pending>" : Cells.joined(addresses);
      default -> Cells.joined(addresses);
    };
  }

  private static String servicePorts(ObjectNode service) {
    List<String> ports = new ArrayList<>();
    for (JsonNode port : Cells.at(service, "spec", "ports")) {
      int node = port.path("nodePort").asInt();
      ports.add(port.path("port").asInt() + (node > 0 ? ":" + node : "") + "/"
          + Cells.textOr("TCP", port, "protocol"));
    }
    return Cells.joined(ports);
  }

  private static String nodeStatus(ObjectNode node) {
    String status = "Unknown";
    for (JsonNode condition : Cells.at(node, "status", "conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        status = condition.path("status").asText().equals("True") ? "Ready" : "NotReady";
      }
    }
    return Cells.at(node, "spec", "unschedulable").asBoolean()
        ? status + ",SchedulingDisabled"
        : status;
  }

  private static String nodeRoles(ObjectNode node) {
    List<String> roles = new ArrayList<>();
    Cells.at(node, "metadata", "labels").properties().forEach(label -> {
      if (label.getKey().startsWith("node-role.kubernetes.io/")) {
        roles.add(label.getKey().substring("node-role.kubernetes.io/".length()));
      } else if (label.getKey().equals("kubernetes.io/role")) {
        roles.add(label.getValue().asText());
      }
    });
    roles.sort(null);
    return Cells.joined(roles);
  }

  private static String nodeAddress(ObjectNode node, String type) {
    for (JsonNode address : Cells.at(node, "status", "addresses")) {
      if (address.path("type").asText().equals(type)) {
        return address.path("address").asText();
      }
    }
    return Cells.NONE;
  }

  private static void others(Map<String, List<Column>> kinds) {
    kinds.put(
        "coordination.k8s.io/Lease",
        List.of(Columns.NAME, text("Holder", "spec", "holderIdentity"), Columns.AGE));
    kinds.put(
        "discovery.k8s.io/EndpointSlice",
        List.of(
            Columns.NAME,
            text("AddressType", "addressType"),
            column("Ports", (object, now) -> {
              String ports = Cells.joined(Cells.each(object.path("ports"), "port"));
              return ports.equals(Cells.NONE) ? Cells.UNSET : ports;
            }),
            column("Endpoints", (object, now) -> {
              List<String> all = new ArrayList<>();
              object
                  .path("endpoints")
                  .forEach(endpoint -> all.addAll(Cells.each(endpoint.path("addresses"), "")));
              return all.isEmpty() ? Cells.UNSET : String.join(",", all);
            }),
            Columns.AGE));
    kinds.put(
        "networking.k8s.io/Ingress",
        List.of(
            Columns.NAME,
            textOr(Cells.NONE, "Class", "spec", "ingressClassName"),
            column("Hosts", (object, now) -> {
              List<String> hosts = Cells.each(Cells.at(object, "spec", "rules"), "host");
              hosts.removeIf(String::isEmpty);
              return hosts.isEmpty() ? "*" : String.join(",", hosts);
            }),
            column("Address", (object, now) -> {
              List<String> all = new ArrayList<>();
              Cells.at(object, "status", "loadBalancer", "ingress")
                  .forEach(ingress ->
                      all.add(Cells.textOr(Cells.text(ingress, "hostname"), ingress, "ip")));
              return String.join(",", all);
            }),
            column(
                "Ports",
                (object, now) -> Cells.at(object, "spec", "tls").isEmpty() ? "80" : "80, 443"),
            Columns.AGE));
    kinds.put(
        "networking.k8s.io/NetworkPolicy",
        List.of(
            Columns.NAME,
            column(
                "Pod-Selector",
                (object, now) -> Cells.selector(Cells.at(object, "spec", "podSelector"))),
            Columns.AGE));
    kinds.put(
        "storage.k8s.io/StorageClass",
        List.of(
            column("Name", (object, now) -> {
              JsonNode isDefault = Cells.at(object, "metadata", "annotations")
                  .path("storageclass.kubernetes.io/is-default-class");
              String name = Cells.text(object, "metadata", "name");
              return isDefault.asText().equals("true") ? name + " (default)" : name;
            }),
            text("Provisioner", "provisioner"),
            textOr("Delete", "ReclaimPolicy", "reclaimPolicy"),
            textOr("Immediate", "VolumeBindingMode", "volumeBindingMode"),
            new Column(
                "AllowVolumeExpansion",
                "string",
                0,
                (object, now) -> object.path("allowVolumeExpansion").asBoolean()),
            Columns.AGE));
    kinds.put(
        "policy/PodDisruptionBudget",
        List.of(
            Columns.NAME,
            textOr("N/A", "Min Available", "spec", "minAvailable"),
            textOr("N/A", "Max Unavailable", "spec", "maxUnavailable"),
            number("Allowed Disruptions", "status", "disruptionsAllowed"),
            Columns.AGE));
    List<Column> bindings = List.of(
        Columns.NAME,
        column(
            "Role",
            (object, now) -> Cells.text(object, "roleRef", "kind") + "/"
                + Cells.text(object, "roleRef", "name")),
        Columns.AGE);
    kinds.put("rbac.authorization.k8s.io/RoleBinding", bindings);
    kinds.put("rbac.authorization.k8s.io/ClusterRoleBinding", bindings);
    kinds.put(
        "autoscaling/HorizontalPodAutoscaler",
        List.of(
            Columns.NAME,
            column("Reference", (object, now) -> {
              JsonNode target = Cells.at(object, "spec", "scaleTargetRef");
              return Cells.text(target, "kind") + "/" + Cells.text(target, "name");
            }),
            textOr(Cells.UNSET, "MinPods", "spec", "minReplicas"),
            number("MaxPods", "spec", "maxReplicas"),
            number("Replicas", "status", "currentReplicas"),
            Columns.AGE));
  }
}

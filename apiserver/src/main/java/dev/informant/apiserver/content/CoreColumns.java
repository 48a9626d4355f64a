package dev.informant.apiserver.content;

import static dev.informant.apiserver.content.BuiltInColumns.column;
import static dev.informant.apiserver.content.BuiltInColumns.text;
import static dev.informant.apiserver.content.BuiltInColumns.textOr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.content.Columns.Column;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The columns of the core group's kinds, but for pods and replication controllers: see {@link WorkloadColumns}. */
final class CoreColumns {
  private CoreColumns() {}

  static void addTo(Map<String, List<Column>> kinds) {
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
                "string",
                0,
                (object, now) ->
                    object.path("data").size() + object.path("binaryData").size()),
            Columns.AGE));
    kinds.put(
        "/Secret",
        List.of(
            Columns.NAME,
            text("Type", "type"),
            new Column("Data", "string", 0, (object, now) -> object.path("data").size()),
            Columns.AGE));
    kinds.put("/ServiceAccount", List.of(Columns.NAME, Columns.AGE));
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
            textOr("Retain", "Reclaim Policy", "spec", "persistentVolumeReclaimPolicy"),
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
            textOr("Filesystem", "VolumeMode", "spec", "volumeMode").wide()));
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
            (event, now) -> event.path("series").hasNonNull("lastObservedTime")
                ? Cells.age(event, now, "series", "lastObservedTime")
                : seen(event, now, "lastTimestamp", "deprecatedLastTimestamp")),
        text("Type", "type"),
        text("Reason", "reason"),
        column("Object", (event, now) -> {
          JsonNode about = about(event);
          String kind = Cells.text(about, "kind").toLowerCase(java.util.Locale.ROOT);
          return kind + "/" + Cells.text(about, "name");
        }),
        column("Subobject", (event, now) -> about(event).path("fieldPath").asText(""))
            .wide(),
        column("Source", (event, now) -> {
              JsonNode source = event.has("deprecatedSource")
                  ? event.path("deprecatedSource")
                  : event.path("source");
              String reporter = event.has("reportingController")
                  ? Cells.text(event, "reportingController")
                  : Cells.text(event, "reportingComponent");
              String component = Cells.textOr(reporter, source, "component");
              String host = Cells.textOr(Cells.text(event, "reportingInstance"), source, "host");
              return host.isEmpty() ? component : component + ", " + host;
            })
            .wide(),
        column(
            "Message",
            (event, now) ->
                Cells.textOr(Cells.text(event, "note"), event, "message").strip()),
        column(
                "First Seen",
                (event, now) -> seen(event, now, "firstTimestamp", "deprecatedFirstTimestamp"))
            .wide(),
        new Column(
            "Count",
            "string",
            1,
            (event, now) -> event.has("series")
                ? Cells.number(event, "series", "count")
                : Math.max(
                    1, Cells.number(event, event.has("count") ? "count" : "deprecatedCount"))),
        Columns.NAME.wide());
  }

  private static JsonNode about(ObjectNode event) {
    return event.path(event.has("regarding") ? "regarding" : "involvedObject");
  }

  /** Since the first of these times that is there, or the event's own. */
  private static String seen(ObjectNode event, Instant now, String... fields) {
    for (String field : fields) {
      if (event.hasNonNull(field)) {
        return Cells.age(event, now, field);
      }
    }
    return Cells.age(event, now, "eventTime");
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
}

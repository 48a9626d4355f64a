package dev.informant.apiserver.content;

import static dev.informant.apiserver.content.BuiltInColumns.column;
import static dev.informant.apiserver.content.BuiltInColumns.count;
import static dev.informant.apiserver.content.BuiltInColumns.number;
import static dev.informant.apiserver.content.BuiltInColumns.text;
import static dev.informant.apiserver.content.BuiltInColumns.textOr;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.content.Columns.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The columns of kinds that are seldom looked at. */
final class RareColumns {
  private RareColumns() {}

  static void addTo(Map<String, List<Column>> kinds) {
    core(kinds);
    admission(kinds);
    storage(kinds);
    devices(kinds);
    flow(kinds);
    kinds.put(
        "autoscaling/Scale",
        List.of(
            text("Name", "metadata", "name"),
            number("Desired", "spec", "replicas"),
            number("Available", "status", "replicas"),
            Columns.AGE));
    kinds.put(
        "apiregistration.k8s.io/APIService",
        List.of(
            Columns.NAME,
            column("Service", (object, now) -> {
              JsonNode service = Cells.at(object, "spec", "service");
              return service.isObject()
                  ? Cells.text(service, "namespace") + "/" + Cells.text(service, "name")
                  : "Local";
            }),
            column("Available", (object, now) -> available(object)),
            Columns.AGE));
    kinds.put(
        "scheduling.k8s.io/PriorityClass",
        List.of(
            Columns.NAME,
            number("Value", "value"),
            flag("Global-Default", false, "globalDefault"),
            Columns.AGE,
            textOr("PreemptLowerPriority", "PreemptionPolicy", "preemptionPolicy")));
    kinds.put(
        "node.k8s.io/RuntimeClass", List.of(Columns.NAME, text("Handler", "handler"), Columns.AGE));
  }

  private static void core(Map<String, List<Column>> kinds) {
    kinds.put(
        "/PodTemplate",
        List.of(
            Columns.NAME,
            column("Containers", (object, now) -> containers(object, "name")),
            column("Images", (object, now) -> containers(object, "image")),
            column(
                "Pod Labels",
                (object, now) ->
                    Cells.labels(Cells.at(object, "template", "metadata", "labels")))));
    kinds.put(
        "/ResourceQuota",
        List.of(
            Columns.NAME,
            column("Request", (object, now) -> quota(object.path("status"), /* limits= */ false)),
            column("Limit", (object, now) -> quota(object.path("status"), /* limits= */ true)),
            Columns.AGE));
    kinds.put(
        "apps/ControllerRevision",
        List.of(
            Columns.NAME,
            column("Controller", (object, now) -> controller(object)),
            count("Revision", "revision"),
            Columns.AGE));
    kinds.put(
        "networking.k8s.io/IngressClass",
        List.of(
            Columns.NAME,
            text("Controller", "spec", "controller"),
            column("Parameters", (object, now) -> {
              JsonNode parameters = Cells.at(object, "spec", "parameters");
              String group = Cells.text(parameters, "apiGroup");
              return parameters.isObject()
                  ? Cells.text(parameters, "kind") + (group.isEmpty() ? "" : "." + group) + "/"
                      + Cells.text(parameters, "name")
                  : Cells.NONE;
            }),
            Columns.AGE));
    kinds.put(
        "networking.k8s.io/IPAddress",
        List.of(
            Columns.NAME,
            column("ParentRef", (object, now) -> parent(Cells.at(object, "spec", "parentRef"))),
            Columns.AGE.untitled()));
    kinds.put(
        "networking.k8s.io/ServiceCIDR",
        List.of(
            Columns.NAME,
            column(
                "CIDRs",
                (object, now) ->
                    String.join(",", Cells.each(Cells.at(object, "spec", "cidrs"), ""))),
            Columns.AGE));
  }

  private static void admission(Map<String, List<Column>> kinds) {
    String group = "admissionregistration.k8s.io/";
    for (String kind : List.of("Mutating", "Validating")) {
      kinds.put(
          group + kind + "WebhookConfiguration",
          List.of(Columns.NAME, size("Webhooks", "webhooks"), Columns.AGE));
      kinds.put(
          group + kind + "AdmissionPolicyBinding",
          List.of(
              Columns.NAME,
              text("PolicyName", "spec", "policyName"),
              column("ParamRef", (object, now) -> parameters(Cells.at(object, "spec", "paramRef"))),
              Columns.AGE));
      String rules = kind.equals("Mutating") ? "Mutations" : "Validations";
      kinds.put(
          group + kind + "AdmissionPolicy",
          List.of(
              Columns.NAME,
              size(rules, "spec", rules.toLowerCase(Locale.ROOT)),
              column("ParamKind", (object, now) -> {
                JsonNode kindOf = Cells.at(object, "spec", "paramKind");
                return kindOf.isObject()
                    ? Cells.text(kindOf, "apiVersion") + "/" + Cells.text(kindOf, "kind")
                    : Cells.UNSET;
              }),
              Columns.AGE));
    }
  }

  private static void storage(Map<String, List<Column>> kinds) {
    kinds.put(
        "storage.k8s.io/CSIDriver",
        List.of(
            Columns.NAME,
            flag("AttachRequired", true, "spec", "attachRequired"),
            flag("PodInfoOnMount", false, "spec", "podInfoOnMount"),
            flag("StorageCapacity", false, "spec", "storageCapacity"),
            column("TokenRequests", (object, now) -> {
              JsonNode requests = Cells.at(object, "spec", "tokenRequests");
              return requests.isEmpty()
                  ? Cells.UNSET
                  : String.join(",", Cells.each(requests, "audience"));
            }),
            flag("RequiresRepublish", false, "spec", "requiresRepublish"),
            column(
                "Modes",
                (object, now) ->
                    Cells.joined(Cells.each(Cells.at(object, "spec", "volumeLifecycleModes"), ""))),
            Columns.AGE));
    kinds.put(
        "storage.k8s.io/CSINode",
        List.of(Columns.NAME, size("Drivers", "spec", "drivers"), Columns.AGE));
    kinds.put(
        "storage.k8s.io/VolumeAttachment",
        List.of(
            Columns.NAME,
            new Column(
                "Attacher",
                "string",
                "name",
                "",
                0,
                (object, now) -> Cells.text(object, "spec", "attacher")),
            text("PV", "spec", "source", "persistentVolumeName"),
            text("Node", "spec", "nodeName"),
            flag("Attached", false, "status", "attached"),
            Columns.AGE));
    kinds.put(
        "storage.k8s.io/VolumeAttributesClass",
        List.of(Columns.NAME, text("DriverName", "driverName"), Columns.AGE));
  }

  private static void devices(Map<String, List<Column>> kinds) {
    String group = "resource.k8s.io/";
    kinds.put(group + "DeviceClass", List.of(Columns.NAME, Columns.AGE));
    kinds.put(group + "ResourceClaimTemplate", List.of(Columns.NAME, Columns.AGE));
    kinds.put(
        group + "ResourceClaim",
        List.of(
            Columns.NAME,
            column("State", (object, now) -> {
              List<String> states = new ArrayList<>();
              if (object.path("metadata").hasNonNull("deletionTimestamp")) {
                states.add("deleted");
              }
              if (object.path("status").hasNonNull("allocation")) {
                states.add("allocated");
                if (!Cells.at(object, "status", "reservedFor").isEmpty()) {
                  states.add("reserved");
                }
              } else if (states.isEmpty()) {
                states.add("pending");
              }
              return String.join(",", states);
            }),
            Columns.AGE));
    kinds.put(
        group + "ResourceSlice",
        List.of(
            Columns.NAME,
            text("Node", "spec", "nodeName"),
            text("Driver", "spec", "driver"),
            text("Pool", "spec", "pool", "name"),
            Columns.AGE));
  }

  private static void flow(Map<String, List<Column>> kinds) {
    String group = "flowcontrol.apiserver.k8s.io/";
    kinds.put(
        group + "FlowSchema",
        List.of(
            Columns.NAME,
            text("PriorityLevel", "spec", "priorityLevelConfiguration", "name"),
            count("MatchingPrecedence", "spec", "matchingPrecedence"),
            textOr(Cells.NONE, "DistinguisherMethod", "spec", "distinguisherMethod", "type"),
            Columns.AGE,
            column("MissingPL", (object, now) -> {
              for (JsonNode condition : Cells.at(object, "status", "conditions")) {
                if (Cells.text(condition, "type").equals("Dangling")) {
                  return Cells.text(condition, "status");
                }
              }
              return "?";
            })));
    String[] queuing = {"spec", "limited", "limitResponse", "queuing", ""};
    kinds.put(
        group + "PriorityLevelConfiguration",
        List.of(
            Columns.NAME,
            text("Type", "spec", "type"),
            amount("NominalConcurrencyShares", "spec", "limited", "nominalConcurrencyShares"),
            amount("Queues", within(queuing, "queues")),
            amount("HandSize", within(queuing, "handSize")),
            amount("QueueLengthLimit", within(queuing, "queueLengthLimit")),
            Columns.AGE));
  }

  private static String[] within(String[] path, String field) {
    String[] whole = path.clone();
    whole[whole.length - 1] = field;
    return whole;
  }

  /** A number, {@code <none>} if there is none, in a column of texts. */
  private static Column amount(String name, String... path) {
    return column(name, (object, now) -> {
      JsonNode value = Cells.at(object, path);
      return value.isNumber() ? value : Cells.NONE;
    });
  }

  private static Column flag(String name, boolean otherwise, String... path) {
    return new Column(
        name, "boolean", 0, (object, now) -> Cells.at(object, path).asBoolean(otherwise));
  }

  private static Column size(String name, String... path) {
    return new Column(
        name, "integer", 0, (object, now) -> Cells.at(object, path).size());
  }

  private static String containers(JsonNode object, String member) {
    return Cells.joined(Cells.each(Cells.at(object, "template", "spec", "containers"), member));
  }

  /** Each resource as {@code name: used/hard}. */
  private static String quota(JsonNode status, boolean limits) {
    Map<String, String> resources = new TreeMap<>();
    status.path("hard").properties().forEach(hard -> {
      if (hard.getKey().startsWith("limits.") == limits) {
        String used = Cells.textOr("0", status, "used", hard.getKey());
        resources.put(
            hard.getKey(), hard.getKey() + ": " + used + "/" + hard.getValue().asText());
      }
    });
    return String.join(", ", resources.values());
  }

  private static String controller(JsonNode object) {
    for (JsonNode owner : Cells.at(object, "metadata", "ownerReferences")) {
      if (owner.path("controller").asBoolean()) {
        String apiVersion = Cells.text(owner, "apiVersion");
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : "." + apiVersion.substring(0, slash);
        return Cells.text(owner, "kind").toLowerCase(Locale.ROOT) + group + "/"
            + Cells.text(owner, "name");
      }
    }
    return Cells.NONE;
  }

  private static String parent(JsonNode reference) {
    List<String> parts = new ArrayList<>();
    for (String field : List.of("group", "resource", "namespace", "name")) {
      String part = Cells.text(reference, field);
      if (!part.isEmpty()) {
        parts.add(part);
      }
    }
    return String.join("/", parts);
  }

  private static String parameters(JsonNode reference) {
    if (!reference.isObject()) {
      return Cells.UNSET;
    }
    if (reference.hasNonNull("name")) {
      return Cells.textOr("*", reference, "namespace") + "/" + Cells.text(reference, "name");
    }
    Map<String, String> labels = new TreeMap<>();
    reference
        .path("selector")
        .path("matchLabels")
        .properties()
        .forEach(label ->
            labels.put(label.getKey(), label.getKey() + ": " + label.getValue().asText() + ","));
    return "&LabelSelector{MatchLabels:map[string]string{" + String.join("", labels.values())
        + "},MatchExpressions:[]LabelSelectorRequirement{},}";
  }

  private static String available(JsonNode service) {
    for (JsonNode condition : Cells.at(service, "status", "conditions")) {
      if (Cells.text(condition, "type").equals("Available")) {
        String status = Cells.text(condition, "status");
        return status.equals("True")
            ? status
            : status + " (" + Cells.text(condition, "reason") + ")";
      }
    }
    return "Unknown";
  }
}

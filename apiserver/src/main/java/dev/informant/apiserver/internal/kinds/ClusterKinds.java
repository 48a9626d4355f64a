package dev.informant.apiserver.internal.kinds;

import static dev.informant.apiserver.internal.kinds.Column.AGE;
import static dev.informant.apiserver.internal.kinds.Column.NAME;
import static dev.informant.apiserver.internal.kinds.Column.column;
import static dev.informant.apiserver.internal.kinds.Column.flag;
import static dev.informant.apiserver.internal.kinds.Column.number;
import static dev.informant.apiserver.internal.kinds.Column.text;
import static dev.informant.apiserver.internal.kinds.Column.textOr;
import static dev.informant.apiserver.internal.kinds.UpdateRule.fixed;
import static dev.informant.apiserver.internal.kinds.UpdateRule.fixedText;
import static dev.informant.apiserver.internal.kinds.UpdateRule.forbidden;
import static dev.informant.apiserver.internal.kinds.UpdateRule.forbiddenOnceSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind.Deletion;
import dev.informant.apiserver.internal.kinds.Kind.Trait;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Nodes, namespaces and what they are limited by. Stateless. */
final class ClusterKinds {
  private static final long HIGHEST_PRIORITY = 1_000_000_000;

  private ClusterKinds() {}

  static List<Kind> kinds() {
    return List.of(
        Kind.of("nodes")
            .traits(Trait.STATUS_WHEN_NEW)
            .selectAs("spec.unschedulable", "spec.unschedulable", "false")
            .defaults(ClusterKinds::fillNode)
            .checks(object -> node(object.at("spec")))
            .fixed(
                forbiddenOnceSet(
                    "spec.podCIDRs",
                    "node updates may not change podCIDR except from \"\" to valid"),
                forbiddenOnceSet(
                    "spec.providerID",
                    "node updates may not change providerID except from \"\" to valid"))
            .columns(() -> List.of(
                NAME,
                column("Status", (node, now) -> nodeStatus(node)),
                column("Roles", (node, now) -> nodeRoles(node)),
                AGE,
                text("Version", "status.nodeInfo.kubeletVersion"),
                column("Internal-IP", (node, now) -> nodeAddress(node, "InternalIP"))
                    .wide(),
                column("External-IP", (node, now) -> nodeAddress(node, "ExternalIP"))
                    .wide(),
                textOr(Cells.UNKNOWN, "OS-Image", "status.nodeInfo.osImage").wide(),
                textOr(Cells.UNKNOWN, "Kernel-Version", "status.nodeInfo.kernelVersion")
                    .wide(),
                textOr(
                        Cells.UNKNOWN,
                        "Container-Runtime",
                        "status.nodeInfo.containerRuntimeVersion")
                    .wide())),
        Kind.of("namespaces")
            .traits(Trait.ANSWERS_WITH_OBJECT)
            .deletion(Deletion.WHEN_EMPTY)
            .labelNames()
            .selectBy("status.phase")
            .defaults(object -> {
              if (object.path("status").path("phase").asText("").isEmpty()) {
                Json.objectAt(object, "status").put("phase", "Active");
              }
            })
            .creating(ClusterKinds::beginNamespace)
            .created(ClusterKinds::labelWithName)
            .updating((before, after) -> labelWithName(after))
            .columns(() -> List.of(NAME, text("Status", "status.phase"), AGE)),
        Kind.of("leases.coordination.k8s.io")
            .traits(Trait.NEEDS_VERSION, Trait.CREATED_BY_UPDATE, Trait.ANY_FINALIZER)
            .checks(object -> lease(object.at("spec")))
            .columns(() -> List.of(NAME, text("Holder", "spec.holderIdentity"), AGE)),
        Kind.of("leasecandidates.coordination.k8s.io")
            .traits(Trait.NEEDS_VERSION, Trait.CREATED_BY_UPDATE, Trait.ANY_FINALIZER),
        Kind.of("limitranges")
            .traits(Trait.CREATED_BY_UPDATE)
            .defaults(object ->
                Kind.at(object, "spec.limits").forEach(limit -> limits((ObjectNode) limit)))
            .checks(object -> object
                .at("spec")
                .each("limits", limit -> limit.qualified("type", limit.text("type")))),
        Kind.of("resourcequotas")
            .traits(Trait.ANSWERS_WITH_OBJECT)
            .fixed(fixed("spec.scopes"))
            .columns(() -> List.of(
                NAME,
                column("Request", (object, now) -> quota(object.path("status"), false)),
                column("Limit", (object, now) -> quota(object.path("status"), true)),
                AGE)),
        Kind.of("priorityclasses.scheduling.k8s.io")
            .traits(Trait.GENERATION)
            .checks(ClusterKinds::priority)
            .fixed(
                forbidden("value", "may not be changed in an update."), fixed("preemptionPolicy"))
            .columns(() -> List.of(
                NAME,
                number("Value", "value"),
                flag("Global-Default", "globalDefault"),
                AGE,
                textOr("PreemptLowerPriority", "PreemptionPolicy", "preemptionPolicy"))),
        Kind.of("runtimeclasses.node.k8s.io")
            .traits(Trait.NEEDS_VERSION, Trait.CREATED_BY_UPDATE, Trait.ANY_FINALIZER)
            .checks(object -> object.requiredLabel("handler"))
            .fixed(fixedText("handler"))
            .columns(() -> List.of(NAME, text("Handler", "handler"), AGE)),
        Kind.of("componentstatuses").deprecated("v1 ComponentStatus is deprecated in v1.19+"));
  }

  private static void fillNode(ObjectNode node) {
    networks(Json.objectAt(node, "spec"));
    JsonNode status = node.path("status");
    if (status.path("allocatable").isEmpty() && !status.path("capacity").isEmpty()) {
      Json.objectAt(node, "status").set("allocatable", status.get("capacity").deepCopy());
    }
  }

  private static void beginNamespace(ObjectNode namespace) {
    Json.objectAt(namespace, "spec").putArray("finalizers").add("kubernetes");
    Json.objectAt(namespace, "status").put("phase", "Active");
    if (namespace.path("metadata").path("generateName").asText("").isEmpty()) {
      labelWithName(namespace);
    }
  }

  private static void labelWithName(ObjectNode namespace) {
    ObjectNode metadata = Json.objectAt(namespace, "metadata");
    Json.objectAt(metadata, "labels")
        .put("kubernetes.io/metadata.name", metadata.path("name").asText(""));
  }

  private static void node(Checks spec) {
    Set<String> seen = spec.seen();
    int index = 0;
    for (JsonNode taint : spec.get("taints")) {
      // that is where they are said to stand
      Checks one = Checks.of(taint).within(spec, "metadata.taints[" + index++ + "]");
      one.qualified("key", one.text("key"));
      List<String> wrong = NameForms.value(one.text("value"));
      if (!wrong.isEmpty()) {
        one.invalid("value", Checks.quoted(one.text("value")), String.join(";", wrong));
      }
      if (one.text("effect").isEmpty()) {
        one.required("effect");
      } else {
        SchedulingRules.effect(one);
      }
      if (!seen.add(one.text("effect") + "/" + one.text("key"))) {
        one.add(new Cause(
            "FieldValueDuplicate",
            "Duplicate value: {\"Key\":" + Checks.quoted(one.text("key")) + ",\"Value\":"
                + Checks.quoted(one.text("value")) + ",\"Effect\":"
                + Checks.quoted(one.text("effect"))
                + ",\"TimeAdded\":null}: taints must be unique by key and effect pair",
            one.here()));
      }
    }
  }

  private static void lease(Checks spec) {
    spec.positive("leaseDurationSeconds").nonNegative("leaseTransitions");
    if (!spec.text("preferredHolder").isEmpty() && spec.text("strategy").isEmpty()) {
      spec.add(Cause.forbidden(
          spec.path("preferredHolder"), "may only be specified if `strategy` is defined"));
    }
  }

  private static void priority(Checks object) {
    if (object.get("value").asLong() > HIGHEST_PRIORITY
        && !object.get("metadata").path("name").asText("").startsWith("system-")) {
      object.add(Cause.forbidden(
          "value", "maximum allowed value of a user defined priority is " + HIGHEST_PRIORITY));
    }
    object.oneOf("preemptionPolicy", "PreemptLowerPriority", "Never");
  }

  /** A node's one network and its list of networks say the same; if they do not, the one counts. */
  private static void networks(ObjectNode spec) {
    String one = spec.path("podCIDR").asText("");
    JsonNode all = spec.path("podCIDRs");
    if (!one.isEmpty() && !one.equals(all.path(0).asText(""))) {
      spec.putArray("podCIDRs").add(one);
    } else if (one.isEmpty() && !all.isEmpty()) {
      spec.put("podCIDR", all.path(0).asText());
    }
  }

  /** A container may use the most there is, unless told, and asks for that or for the least. */
  private static void limits(ObjectNode limit) {
    if (!limit.path("type").asText("").equals("Container")) {
      return;
    }
    Pods.copyMissing(limit, "max", "default");
    Pods.copyMissing(limit, "default", "defaultRequest");
    Pods.copyMissing(limit, "min", "defaultRequest");
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

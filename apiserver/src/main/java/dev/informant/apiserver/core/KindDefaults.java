package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.storage.Json;

/** What is filled in where single kinds leave it out. Stateless. */
final class KindDefaults {
  private static final String ACCESS = "rbac.authorization.k8s.io";
  private static final String GRACE = "terminationGracePeriodSeconds";
  private static final int PRECEDENCE = 1000;
  private static final int SHARES = 30;
  private static final int HTTPS = 443;

  private KindDefaults() {}

  /** {@code storage} is of a built-in kind. */
  static void fill(String storage, ObjectNode tree) {
    switch (storage) {
      case "endpoints" ->
        tree.path("subsets")
            .forEach(subset ->
                subset.path("ports").forEach(port -> text((ObjectNode) port, "protocol", "TCP")));
      case "endpointslices.discovery.k8s.io" ->
        tree.path("ports").forEach(port -> {
          text((ObjectNode) port, "protocol", "TCP");
          if (!port.hasNonNull("name")) {
            ((ObjectNode) port).put("name", "");
          }
        });
      case "nodes" -> {
        networks(Json.objectAt(tree, "spec"));
        JsonNode status = tree.path("status");
        if (status.path("allocatable").isEmpty() && !status.path("capacity").isEmpty()) {
          Json.objectAt(tree, "status")
              .set("allocatable", status.get("capacity").deepCopy());
        }
      }
      case "namespaces" -> text(Json.objectAt(tree, "status"), "phase", "Active");
      case "limitranges" ->
        tree.path("spec").path("limits").forEach(limit -> limits((ObjectNode) limit));
      case "rolebindings." + ACCESS, "clusterrolebindings." + ACCESS -> {
        text(Json.objectAt(tree, "roleRef"), "apiGroup", ACCESS);
        tree.path("subjects").forEach(subject -> subject((ObjectNode) subject));
      }
      case "services" ->
        tree.path("spec").path("ports").forEach(port -> targetPort((ObjectNode) port));
      case "pods" -> {
        addresses(tree.path("status"));
        if (tree.path("spec").path(GRACE).asLong() < 0) {
          Json.objectAt(tree, "spec").put(GRACE, 1);
        }
        tree.path("spec").path("containers").forEach(KindDefaults::requests);
        tree.path("spec").path("initContainers").forEach(KindDefaults::requests);
      }
      case "csidrivers.storage.k8s.io" -> driver(Json.objectAt(tree, "spec"));
      case "apiservices.apiregistration.k8s.io" -> {
        if (tree.path("spec").get("service") instanceof ObjectNode service) {
          number(service, "port", HTTPS);
        }
      }
      case "flowschemas.flowcontrol.apiserver.k8s.io" -> {
        ObjectNode spec = Json.objectAt(tree, "spec");
        if (spec.path("matchingPrecedence").asInt() == 0) {
          spec.put("matchingPrecedence", PRECEDENCE);
        }
      }
      case "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io" -> {
        if (tree.path("spec").get("limited") instanceof ObjectNode limited) {
          number(limited, "nominalConcurrencyShares", SHARES);
          number(limited, "lendablePercent", 0);
        }
      }
      default -> {}
    }
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

  /** A port leads to the same number, unless told. */
  private static void targetPort(ObjectNode port) {
    JsonNode target = port.path("targetPort");
    if (target.asText("").isEmpty() || target.isNumber() && target.asInt() == 0) {
      port.set("targetPort", port.path("port").isNumber() ? port.get("port") : IntNode.valueOf(0));
    }
  }

  /** A pod's one address is the first of its list. */
  private static void addresses(JsonNode status) {
    String one = status.path("podIP").asText("");
    JsonNode all = status.path("podIPs");
    if (status instanceof ObjectNode changeable
        && !one.isEmpty()
        && !one.equals(all.path(0).path("ip").asText(""))) {
      changeable.putArray("podIPs").addObject().put("ip", one);
    }
  }

  /** A container of a pod that says how much it may use, but not how much it asks for, asks for that. */
  private static void requests(JsonNode container) {
    if (container.path("resources") instanceof ObjectNode resources) {
      copyMissing(resources, "limits", "requests");
    }
  }

  /** A container may use the most there is, unless told, and asks for that or for the least. */
  private static void limits(ObjectNode limit) {
    if (!limit.path("type").asText("").equals("Container")) {
      return;
    }
    copyMissing(limit, "max", "default");
    copyMissing(limit, "default", "defaultRequest");
    copyMissing(limit, "min", "defaultRequest");
  }

  private static void copyMissing(ObjectNode limit, String from, String to) {
    limit.path(from).properties().forEach(amount -> {
      if (!limit.path(to).has(amount.getKey())) {
        Json.objectAt(limit, to).set(amount.getKey(), amount.getValue());
      }
    });
  }

  private static void subject(ObjectNode subject) {
    String kind = subject.path("kind").asText("");
    if (kind.equals("User") || kind.equals("Group")) {
      text(subject, "apiGroup", ACCESS);
    }
  }

  private static void driver(ObjectNode spec) {
    flag(spec, "attachRequired", true);
    flag(spec, "podInfoOnMount", false);
    flag(spec, "storageCapacity", false);
    text(spec, "fsGroupPolicy", "ReadWriteOnceWithFSType");
    flag(spec, "requiresRepublish", false);
    flag(spec, "seLinuxMount", false);
    if (spec.path("volumeLifecycleModes").isEmpty()) {
      spec.putArray("volumeLifecycleModes").add("Persistent");
    }
  }

  private static void text(ObjectNode object, String field, String value) {
    if (object.path(field).asText("").isEmpty()) {
      object.put(field, value);
    }
  }

  private static void flag(ObjectNode object, String field, boolean value) {
    if (!object.hasNonNull(field)) {
      object.put(field, value);
    }
  }

  private static void number(ObjectNode object, String field, int value) {
    if (!object.hasNonNull(field)) {
      object.put(field, value);
    }
  }
}

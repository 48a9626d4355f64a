package dev.informant.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.status.Cause;
import dev.informant.apiserver.values.Addresses;
import dev.informant.apiserver.values.NameForms;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** What a status may be, given what it was. Stateless. */
public final class StatusRules {
  /** How many digits are written out. */
  private static final int LONGEST_WHOLE = 1000;

  /** Each looks at the object as it was and at its new status. */
  private static final Map<String, BiConsumer<JsonNode, Checks>> KINDS = Map.ofEntries(
      Map.entry("pods", PodStatusRules::check),
      Map.entry("jobs.batch", JobStatusRules::check),
      Map.entry("services", StatusRules::service),
      Map.entry("nodes", StatusRules::node),
      Map.entry(
          "ingresses.networking.k8s.io",
          (before, status) -> balancer(before, status, /* modes= */ false)),
      Map.entry("deployments.apps", (before, status) -> {
        status.nonNegative(
            "observedGeneration",
            "replicas",
            "updatedReplicas",
            "readyReplicas",
            "availableReplicas",
            "unavailableReplicas",
            "terminatingReplicas",
            "collisionCount");
        notMore(status, "updatedReplicas", "readyReplicas", "availableReplicas");
        notMoreThan(status, "availableReplicas", "readyReplicas", "readyReplicas");
        growing(before, status, "collisionCount");
      }),
      Map.entry("replicasets.apps", (before, status) -> replicas(status)),
      Map.entry("replicationcontrollers", (before, status) -> replicas(status)),
      Map.entry("statefulsets.apps", (before, status) -> {
        status.nonNegative(
            "replicas",
            "readyReplicas",
            "currentReplicas",
            "updatedReplicas",
            "availableReplicas",
            "observedGeneration",
            "collisionCount");
        notMore(status, "readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas");
        notMoreThan(status, "availableReplicas", "readyReplicas", "status.readyReplicas");
        growing(before, status, "collisionCount");
      }),
      Map.entry("daemonsets.apps", (before, status) -> {
        status.nonNegative(
            "currentNumberScheduled",
            "numberMisscheduled",
            "desiredNumberScheduled",
            "numberReady",
            "observedGeneration",
            "updatedNumberScheduled",
            "numberAvailable",
            "numberUnavailable",
            "collisionCount");
        growing(before, status, "collisionCount");
      }),
      Map.entry(
          "horizontalpodautoscalers.autoscaling",
          (before, status) -> status.nonNegative("currentReplicas", "desiredReplicas")),
      Map.entry("poddisruptionbudgets.policy", (before, status) -> {
        ConditionRules.check(status);
        status.nonNegative(
            "disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods");
      }),
      Map.entry("persistentvolumeclaims", (before, status) -> claim(status)),
      Map.entry("resourcequotas", (before, status) -> {
        quota(status, "hard");
        quota(status, "used");
      }));

  private static final List<String> RESIZES = List.of(
      "ControllerResizeInProgress",
      "ControllerResizeInfeasible",
      "NodeResizeInProgress",
      "NodeResizeInfeasible",
      "NodeResizePending");

  private StatusRules() {}

  /** What is wrong with the status of {@code after}. */
  public static List<Cause> check(ResourceType type, ObjectNode before, ObjectNode after) {
    Checks checks = Checks.of(after);
    if (type.builtIn()) {
      if (type.storage().equals("namespaces")) {
        phase(checks, after);
      }
      KINDS.getOrDefault(type.storage(), (was, is) -> {}).accept(before, checks.at("status"));
    }
    return checks.causes();
  }

  /** The phase of a namespace follows from whether it is being deleted. */
  private static void phase(Checks checks, ObjectNode after) {
    boolean deleting = after.path("metadata").hasNonNull("deletionTimestamp");
    String wanted = deleting ? "Terminating" : "Active";
    String phase = after.path("status").path("phase").asText("");
    phase = phase.isEmpty() ? "Active" : phase; // as it is filled in
    if (!phase.equals(wanted)) {
      checks.invalid(
          "status.Phase",
          Checks.quoted(phase),
          "may only be '" + wanted + "' if `deletionTimestamp` is "
              + (deleting ? "not empty" : "empty"));
    }
  }

  private static void replicas(Checks status) {
    status.nonNegative(
        "replicas",
        "fullyLabeledReplicas",
        "readyReplicas",
        "availableReplicas",
        "observedGeneration",
        "terminatingReplicas");
    notMore(status, "fullyLabeledReplicas", "readyReplicas", "availableReplicas");
    notMoreThan(status, "availableReplicas", "readyReplicas", "readyReplicas");
  }

  private static void notMore(Checks status, String... fields) {
    for (String field : fields) {
      notMoreThan(status, field, "replicas", "status.replicas");
    }
  }

  private static void notMoreThan(Checks status, String field, String bound, String shown) {
    long value = status.get(field).asLong();
    if (value > status.get(bound).asLong()) {
      status.invalid(field, Long.toString(value), "cannot be greater than " + shown);
    }
  }

  private static void growing(JsonNode before, Checks status, String field) {
    JsonNode was = before.path("status").path(field);
    boolean counted = !was.isMissingNode() && !was.isNull();
    if (counted && (!status.present(field) || status.get(field).asLong() < was.asLong())) {
      status.invalid(field, Long.toString(status.get(field).asLong()), "cannot be decremented");
    }
  }

  private static void quota(Checks status, String field) {
    status.get(field).properties().forEach(one -> {
      String place = field + "[" + one.getKey() + "]";
      ResourceNames.ofQuota(status, place, one.getKey());
      ResourceNames.quantity(status, place, one.getKey(), one.getValue());
    });
  }

  private static void claim(Checks status) {
    status.get("capacity").properties().forEach(one -> basic(status, "capacity", one));
    status.get("allocatedResourceStatuses").properties().forEach(one -> {
      storage(status, "allocatedResourceStatuses", one.getKey());
      if (!RESIZES.contains(one.getValue().asText())) {
        status.add(Cause.unsupported(
            status.path("allocatedResourceStatuses"),
            one.getKey(),
            "\"" + String.join("\", \"", RESIZES) + "\""));
      }
    });
    status.get("allocatedResources").properties().forEach(one -> {
      if (storage(status, "allocatedResources", one.getKey())) {
        basic(status, "allocatedResources", one);
      }
    });
  }

  private static boolean storage(Checks status, String field, String name) {
    if (!name.equals("storage") && name.indexOf('/') < 0) {
      status.add(Cause.unsupported(status.path(field), name, "\"storage\""));
      return false;
    }
    return true;
  }

  private static void basic(Checks status, String field, Map.Entry<String, JsonNode> one) {
    BigDecimal amount = PodResources.amount(one.getValue());
    if (amount != null && amount.signum() < 0) {
      status.invalid(
          field + "[" + one.getKey() + "]", whole(amount), "must be a valid resource quantity");
    }
  }

  /** Rounded up, and as it is written if it is very long. */
  private static String whole(BigDecimal amount) {
    return amount.precision() - (long) amount.scale() > LONGEST_WHOLE
        ? amount.toString()
        : amount.setScale(0, RoundingMode.UP).toPlainString();
  }

  private static void node(JsonNode before, Checks status) {
    for (String field : List.of("capacity", "allocatable")) {
      status
          .get(field)
          .properties()
          .forEach(one -> ResourceNames.quantity(
              status, field + "." + one.getKey(), one.getKey(), one.getValue()));
    }
    Set<JsonNode> seen = new HashSet<>();
    int index = 0;
    for (JsonNode address : status.get("addresses")) {
      if (!seen.add(address)) {
        status.add(new Cause(
            "FieldValueDuplicate",
            "Duplicate value: {\"Type\":" + address.path("type") + ",\"Address\":"
                + address.path("address") + "}",
            status.path("addresses[" + index + "]")));
      }
      index++;
    }
  }

  private static void service(JsonNode before, Checks status) {
    boolean balanced = before.path("spec").path("type").asText("").equals("LoadBalancer");
    Checks balancer = status.at("loadBalancer");
    if (!balanced && !balancer.get("ingress").isEmpty()) {
      balancer.add(Cause.forbidden(
          balancer.path("ingress"), "may only be used when `spec.type` is 'LoadBalancer'"));
    } else {
      balancer(before, status, /* modes= */ true);
    }
  }

  private static void balancer(JsonNode before, Checks status, boolean modes) {
    Set<String> known = new HashSet<>();
    before
        .path("status")
        .path("loadBalancer")
        .path("ingress")
        .forEach(one -> known.add(one.path("ip").asText("")));
    status.at("loadBalancer").each("ingress", ingress -> {
      address(ingress, "ip", ingress.text("ip"), known);
      if (modes && ingress.present("ipMode")) {
        if (ingress.text("ip").isEmpty()) {
          ingress.add(
              Cause.forbidden(ingress.path("ipMode"), "may not be specified when `ip` is not set"));
        } else {
          ingress.oneOf("ipMode", "Proxy", "VIP");
        }
      }
      String host = ingress.text("hostname");
      if (!host.isEmpty()) {
        NameForms.subdomain(host)
            .forEach(wrong -> ingress.invalid("hostname", Checks.quoted(host), wrong));
        if (Addresses.address(host, true)) {
          ingress.invalid("hostname", Checks.quoted(host), "must be a DNS name, not an IP address");
        }
      }
    });
  }

  /** An address that is new must be one; {@code place} is where it stands. */
  static void address(Checks checks, String place, String address, Set<String> known) {
    if (!address.isEmpty() && !known.contains(address) && !Addresses.address(address, true)) {
      checks.invalid(
          place,
          Checks.quoted(address),
          "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
    }
  }
}

package dev.informant.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.informant.apiserver.status.Cause;
import dev.informant.apiserver.values.NameForms;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the status of a pod may become: containers that have ended for good stay so. Stateless. */
final class PodStatusRules {
  private static final String WHOLE = "must be a non-negative integer";

  private PodStatusRules() {}

  static void check(JsonNode before, Checks status) {
    JsonNode was = before.path("status");
    status.each("conditions", condition -> {
      if (condition.get("observedGeneration").asLong() < 0) {
        condition.invalid("observedGeneration", condition.text("observedGeneration"), WHOLE);
      }
      condition.qualified("Type", condition.text("type"));
    });
    nominated(before, status);
    if (status.get("observedGeneration").asLong() < 0) {
      status.invalid("observedGeneration", status.text("observedGeneration"), WHOLE);
    }
    String quality = was.path("qosClass").asText("");
    if (!quality.isEmpty()
        && status.present("qosClass")
        && !status.text("qosClass").equals(quality)) {
      status.invalid("qosClass", Checks.quoted(status.text("qosClass")), "field is immutable");
    }
    JsonNode spec = before.path("spec");
    transitions(status, "containerStatuses", was, spec, spec.path("containers"));
    transitions(status, "initContainerStatuses", was, spec, spec.path("initContainers"));
    transitions(status, "ephemeralContainerStatuses", was, spec, null);
    addresses(status, "podIPs", was);
    if (!status.get("hostIPs").isEmpty()) {
      String first = status.get("hostIPs").path(0).path("ip").asText("");
      if (!first.equals(status.text("hostIP"))) {
        status.invalid("hostIPs[0].ip", Checks.quoted(first), "must be equal to `hostIP`");
      }
    }
    addresses(status, "hostIPs", was);
  }

  private static void nominated(JsonNode before, Checks status) {
    String field = "nominatedNodeName";
    String node = status.text(field);
    if (node.isEmpty() || node.equals(before.path("status").path(field).asText(""))) {
      return;
    }
    NameForms.subdomain(node).forEach(wrong -> status.invalid(field, Checks.quoted(node), wrong));
    if (!before.path("spec").path("nodeName").asText("").isEmpty()) {
      status.add(Cause.forbidden(
          status.path(field), "may not be set on pods that are already bound to a node"));
    }
  }

  /** {@code containers} is null for those that are never started again. */
  private static void transitions(
      Checks status, String field, JsonNode was, JsonNode spec, @Nullable JsonNode containers) {
    for (int i = 0; i < was.path(field).size(); i++) {
      JsonNode old = was.path(field).path(i);
      JsonNode ended = old.path("state").path("terminated");
      if (!ended.isObject()) {
        continue;
      }
      String name = old.path("name").asText();
      JsonNode now = named(status.get(field), name);
      boolean revived = now.isObject() && !now.path("state").path("terminated").isObject();
      if (revived
          && (containers == null
              || !restarts(named(containers, name), spec, ended.path("exitCode").asInt()))) {
        status.add(Cause.forbidden(
            status.path(field + "[" + i + "].state"),
            "may not be transitioned to non-terminated state"));
      }
    }
  }

  private static JsonNode named(JsonNode list, String name) {
    for (JsonNode element : list) {
      if (element.path("name").asText().equals(name)) {
        return element;
      }
    }
    return MissingNode.getInstance();
  }

  private static boolean restarts(JsonNode container, JsonNode spec, int exitCode) {
    if (!container.isObject()) {
      return false;
    }
    for (JsonNode rule : container.path("restartPolicyRules")) {
      JsonNode codes = rule.path("exitCodes");
      boolean listed = false;
      for (JsonNode value : codes.path("values")) {
        listed |= value.asInt() == exitCode;
      }
      if (codes.path("operator").asText().equals("In") == listed) {
        return true;
      }
    }
    String policy =
        container.path("restartPolicy").asText(spec.path("restartPolicy").asText("Always"));
    return switch (policy) {
      case "Never" -> false;
      case "OnFailure" -> exitCode != 0;
      default -> true;
    };
  }

  private static void addresses(Checks status, String field, JsonNode was) {
    Set<String> known = new HashSet<>();
    was.path(field).forEach(one -> known.add(one.path("ip").asText("")));
    List<String> families = new ArrayList<>();
    int index = 0;
    for (JsonNode one : status.get(field)) {
      String address = one.path("ip").asText("");
      StatusRules.address(status, field + "[" + index++ + "]", address, known);
      families.add(address.contains(":") ? "6" : "4");
    }
    if (families.size() > 2 || families.size() == 2 && families.get(0).equals(families.get(1))) {
      status.invalid(
          field, shown(status.get(field)), "may specify no more than one IP for each IP family");
    }
  }

  private static String shown(JsonNode addresses) {
    return addresses.toString().replace("\"ip\":", "\"IP\":");
  }
}

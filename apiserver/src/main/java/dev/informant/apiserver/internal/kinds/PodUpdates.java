package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.status.Cause;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What may change of a pod that exists: images, deadlines, more tolerations, fewer gates. Stateless. */
final class PodUpdates {
  private static final String MAY_CHANGE =
      "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,"
          + "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),"
          + "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n";

  private PodUpdates() {}

  static void check(JsonNode before, JsonNode after, List<Cause> causes) {
    JsonNode was = before.path("spec");
    JsonNode is = after.path("spec");
    for (String containers : List.of("containers", "initContainers")) {
      if (was.path(containers).size() != is.path(containers).size()) {
        causes.add(
            Cause.forbidden("spec." + containers, "pod updates may not add or remove containers"));
        return;
      }
      for (int i = 0; i < is.path(containers).size(); i++) {
        if (is.path(containers).path(i).path("image").asText("").isEmpty()) {
          causes.add(Cause.required("spec." + containers + "[" + i + "].image", ""));
        }
      }
    }
    if (!deadline(was, is, causes)) {
      return;
    }
    tolerations(was, is, causes);
    gates(was, is, causes);
    if (!Likeness.same("spec", fixed(was, was), fixed(is, was))) {
      causes.add(Cause.forbidden("spec", MAY_CHANGE));
    }
  }

  /** Whether to go on. */
  private static boolean deadline(JsonNode was, JsonNode is, List<Cause> causes) {
    String field = "activeDeadlineSeconds";
    if (!is.hasNonNull(field)) {
      if (was.hasNonNull(field)) {
        causes.add(Cause.invalid(
            "spec." + field, "null", "must not update from a positive integer to nil value"));
      }
      return true;
    }
    long now = is.path(field).asLong();
    if (now < 0 || now > Integer.MAX_VALUE) {
      causes.add(Cause.invalid(
          "spec." + field, Long.toString(now), "must be between 0 and 2147483647, inclusive"));
      return false;
    }
    if (was.hasNonNull(field) && was.path(field).asLong() < now) {
      causes.add(Cause.invalid(
          "spec." + field, Long.toString(now), "must be less than or equal to previous value"));
      return false;
    }
    return true;
  }

  /** What may not change of a toleration. */
  private record Toleration(String key, String operator, String value, String effect) {
    static Toleration of(JsonNode toleration) {
      return new Toleration(
          toleration.path("key").asText(""),
          toleration.path("operator").asText(""),
          toleration.path("value").asText(""),
          toleration.path("effect").asText(""));
    }
  }

  private static void tolerations(JsonNode was, JsonNode is, List<Cause> causes) {
    Set<Toleration> now = new HashSet<>();
    is.path("tolerations").forEach(toleration -> now.add(Toleration.of(toleration)));
    for (JsonNode old : was.path("tolerations")) {
      if (!now.contains(Toleration.of(old))) {
        causes.add(Cause.forbidden(
            "spec.tolerations",
            "existing toleration can not be modified except its tolerationSeconds"));
        return;
      }
    }
  }

  private static void gates(JsonNode was, JsonNode is, List<Cause> causes) {
    Set<JsonNode> before = new HashSet<>();
    was.path("schedulingGates").forEach(gate -> before.add(gate.path("name")));
    JsonNode now = is.path("schedulingGates");
    for (int i = 0; i < now.size(); i++) {
      JsonNode name = now.get(i).path("name");
      if (!before.contains(name)) {
        causes.add(Cause.forbidden(
            "spec.schedulingGates[" + i + "].name",
            "only deletion is allowed, but found new scheduling gate '" + name.asText() + "'"));
      }
    }
  }

  /** The spec without what may change, given what it was before. */
  private static JsonNode fixed(JsonNode spec, JsonNode before) {
    if (!(spec instanceof ObjectNode object)) {
      return spec;
    }
    ObjectNode fixed = object.deepCopy();
    fixed.remove(List.of("activeDeadlineSeconds", "tolerations", "schedulingGates"));
    for (String containers : List.of("containers", "initContainers")) {
      JsonNode now = fixed.path(containers);
      for (int i = 0; i < now.size(); i++) {
        if (now.get(i) instanceof ObjectNode container) {
          // the policy was filled in for the image that the container had
          if (!container.hasNonNull("imagePullPolicy")) {
            JsonNode old = before.path(containers).path(i);
            container.put("imagePullPolicy", Likeness.pullPolicy(old));
          }
          container.remove("image");
        }
      }
    }
    String grace = "terminationGracePeriodSeconds";
    if (before.path(grace).asLong() < 0 && fixed.path(grace).asLong() == 1) {
      fixed.set(grace, before.path(grace));
    }
    if (!before.path("schedulingGates").isEmpty()) {
      // where a pod that waits will run may still be narrowed down
      fixed.remove("nodeSelector");
      if (fixed.path("affinity") instanceof ObjectNode affinity) {
        affinity.remove("nodeAffinity");
      }
    }
    return fixed;
  }
}

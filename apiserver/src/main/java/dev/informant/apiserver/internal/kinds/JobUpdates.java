package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.status.Cause;
import java.util.List;

/** What a job must leave as it is, so far as it depends on the job. Stateless. */
final class JobUpdates {
  private JobUpdates() {}

  /** An indexed job may change how many completions it wants, if it runs as many pods. */
  static void completions(JsonNode before, JsonNode after, List<Cause> causes) {
    JsonNode spec = after.path("spec");
    JsonNode now = spec.path("completions");
    boolean unset = now.isMissingNode() || now.isNull();
    if (unset || wanted(before) == now.asLong()) {
      return;
    }
    if (!spec.path("completionMode").asText("").equals("Indexed")) {
      causes.add(Cause.invalid("spec.completions", now.toString(), UpdateRule.IMMUTABLE));
    } else if (now.asLong() != spec.path("parallelism").asLong(1)) {
      causes.add(Cause.invalid(
          "spec.completions",
          now.toString(),
          "can only be modified in tandem with spec.parallelism"));
    }
  }

  /** One, if nothing is said of how many pods run; -1 if any one will do. */
  private static long wanted(JsonNode job) {
    JsonNode spec = job.path("spec");
    return spec.path("completions").asLong(spec.hasNonNull("parallelism") ? -1 : 1);
  }

  /** While a job is suspended, where its pods will run may change. */
  static void template(JsonNode before, JsonNode after, List<Cause> causes) {
    boolean suspended = before.path("spec").path("suspend").asBoolean();
    JsonNode was = template(before, suspended);
    JsonNode is = template(after, suspended);
    if (!Likeness.same("template", was, is)) {
      JsonNode shown = after.path("spec").path("template");
      causes.add(
          Cause.invalid("spec.template", UpdateRule.shown(shown, "null"), UpdateRule.IMMUTABLE));
    }
  }

  private static JsonNode template(JsonNode job, boolean suspended) {
    JsonNode template = job.path("spec").path("template");
    if (!suspended || !(template instanceof ObjectNode object)) {
      return template;
    }
    ObjectNode kept = object.deepCopy();
    if (kept.path("metadata") instanceof ObjectNode metadata) {
      metadata.remove(List.of("labels", "annotations"));
    }
    if (kept.path("spec") instanceof ObjectNode spec) {
      spec.remove(List.of("nodeSelector", "tolerations", "schedulingGates"));
      if (spec.path("affinity") instanceof ObjectNode affinity) {
        affinity.remove("nodeAffinity");
      }
    }
    return kept;
  }
}

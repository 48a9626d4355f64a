package dev.informant.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.status.Cause;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What controllers of pods must be like. Stateless. */
final class WorkloadRules {
  private WorkloadRules() {}

  static void addTo(Map<String, Consumer<Checks>> kinds) {
    kinds.put("pods", PodRules::pod);
    kinds.put("podtemplates", object -> PodRules.spec(object.at("template").at("spec")));
    kinds.put("replicationcontrollers", object -> replicationController(object.at("spec")));
    kinds.put("deployments.apps", object -> deployment(object.at("spec")));
    kinds.put("replicasets.apps", object -> replicaSet(object.at("spec")));
    kinds.put("statefulsets.apps", object -> statefulSet(object.at("spec")));
    kinds.put("daemonsets.apps", object -> daemonSet(object.at("spec")));
    kinds.put("controllerrevisions.apps", WorkloadRules::revision);
    kinds.put("jobs.batch", object -> job(object.at("spec")));
    kinds.put("cronjobs.batch", object -> cronJob(object.at("spec")));
  }

  private static void replicationController(Checks spec) {
    spec.nonNegative("minReadySeconds").required("selector").nonNegative("replicas");
    if (!spec.present("template")) {
      spec.required("template");
      return;
    }
    JsonNode labels = spec.get("template").path("metadata").path("labels");
    for (Map.Entry<String, JsonNode> wanted : spec.get("selector").properties()) {
      if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
        mismatch(spec, labels);
        break;
      }
    }
    PodRules.alwaysRestarted(spec.at("template"), "ReplicationController");
  }

  private static void deployment(Checks spec) {
    spec.nonNegative("replicas");
    selector(spec, "deployment");
    PodRules.alwaysRestarted(spec.at("template"), "ReplicaSet");
    spec.nonNegative("minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds");
    if (spec.present("progressDeadlineSeconds")
        && spec.get("progressDeadlineSeconds").asLong()
            <= spec.get("minReadySeconds").asLong()) {
      spec.invalid(
          "progressDeadlineSeconds",
          spec.get("progressDeadlineSeconds").asText(),
          "must be greater than minReadySeconds");
    }
  }

  private static void replicaSet(Checks spec) {
    spec.nonNegative("replicas", "minReadySeconds");
    selector(spec, "deployment");
    PodRules.alwaysRestarted(spec.at("template"), "ReplicaSet");
  }

  private static void statefulSet(Checks spec) {
    String policy = spec.text("podManagementPolicy");
    if (!policy.isEmpty() && !policy.equals("OrderedReady") && !policy.equals("Parallel")) {
      spec.invalid(
          "podManagementPolicy", Checks.quoted(policy), "must be 'OrderedReady' or 'Parallel'");
    }
    spec.each("volumeClaimTemplates", claim -> OtherRules.claim(claim.at("spec")));
    spec.nonNegative("replicas", "minReadySeconds").label("serviceName");
    selector(spec, "statefulset");
    Set<String> claims = new HashSet<>();
    spec.get("volumeClaimTemplates")
        .forEach(claim -> claims.add(claim.path("metadata").path("name").asText()));
    PodRules.spec(spec.at("template").at("spec"), claims);
    String restart = spec.get("template").path("spec").path("restartPolicy").asText("Always");
    if (!restart.equals("Always")) {
      spec.add(Cause.unsupported(spec.path("template.spec.restartPolicy"), restart, "\"Always\""));
    }
    spec.nonNegative("revisionHistoryLimit");
  }

  private static void daemonSet(Checks spec) {
    if (!matches(spec.get("selector"), spec.get("template"))) {
      mismatch(spec, spec.get("template").path("metadata").path("labels"));
    }
    if (spec.present("selector") && spec.get("selector").isEmpty()) {
      spec.invalid("selector", "{}", "empty selector is invalid for daemonset");
    }
    PodRules.alwaysRestarted(spec.at("template"), "DaemonSet");
    spec.nonNegative("minReadySeconds", "revisionHistoryLimit");
  }

  private static void revision(Checks object) {
    if (!object.present("data")) {
      object.add(Cause.required("data", "data is mandatory"));
    }
    object.nonNegative("revision");
  }

  private static void job(Checks spec) {
    spec.nonNegative(
        "parallelism",
        "completions",
        "activeDeadlineSeconds",
        "backoffLimit",
        "ttlSecondsAfterFinished",
        "backoffLimitPerIndex",
        "maxFailedIndexes");
    spec.oneOf("completionMode", "NonIndexed", "Indexed");
    PodRules.spec(spec.at("template").at("spec"));
    String restart = spec.get("template").path("spec").path("restartPolicy").asText("Always");
    boolean known = restart.equals("Always") || restart.isEmpty();
    if (known) {
      spec.add(Cause.required(
          spec.path("template.spec.restartPolicy"), "valid values: \"OnFailure\", \"Never\""));
    } else if (!restart.equals("OnFailure") && !restart.equals("Never")) {
      spec.add(Cause.unsupported(
          spec.path("template.spec.restartPolicy"), restart, "\"OnFailure\", \"Never\""));
    }
  }

  private static void cronJob(Checks spec) {
    spec.required("schedule");
    schedule(spec);
    spec.nonNegative("startingDeadlineSeconds");
    spec.oneOf("concurrencyPolicy", "Allow", "Forbid", "Replace");
    job(spec.at("jobTemplate").at("spec"));
    spec.nonNegative("successfulJobsHistoryLimit", "failedJobsHistoryLimit");
  }

  private static void schedule(Checks spec) {
    String schedule = spec.text("schedule");
    if (schedule.isEmpty()) {
      return;
    }
    String mistake = CronSchedule.mistake(schedule);
    if (mistake != null) {
      spec.invalid("schedule", Checks.quoted(schedule), mistake);
    }
    if (schedule.contains("TZ")) {
      spec.invalid(
          "schedule",
          Checks.quoted(schedule),
          "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
    }
  }

  /** A selector that is there, says something, and fits the template. */
  private static void selector(Checks spec, String kind) {
    JsonNode selector = spec.get("selector");
    if (!spec.present("selector")) {
      spec.add(Cause.required(spec.path("selector"), ""));
    } else if (selector.path("matchLabels").isEmpty()
        && selector.path("matchExpressions").isEmpty()) {
      spec.invalid("selector", "{}", "empty selector is invalid for " + kind);
      return;
    }
    if (!matches(selector, spec.get("template"))) {
      mismatch(spec, spec.get("template").path("metadata").path("labels"));
    }
  }

  private static void mismatch(Checks spec, JsonNode labels) {
    spec.invalid(
        "template.metadata.labels",
        labels.isObject() ? labels.toString() : "null",
        "`selector` does not match template `labels`");
  }

  /** No selector matches nothing. */
  private static boolean matches(JsonNode selector, JsonNode template) {
    JsonNode labels = template.path("metadata").path("labels");
    if (selector.isMissingNode() || selector.isNull()) {
      return false;
    }
    for (Map.Entry<String, JsonNode> wanted : selector.path("matchLabels").properties()) {
      if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
        return false;
      }
    }
    for (JsonNode expression : selector.path("matchExpressions")) {
      JsonNode value = labels.path(expression.path("key").asText());
      boolean listed = false;
      for (JsonNode one : expression.path("values")) {
        listed |= one.equals(value);
      }
      boolean fits = switch (expression.path("operator").asText()) {
        case "In" -> listed;
        case "NotIn" -> !listed;
        case "Exists" -> !value.isMissingNode();
        default -> value.isMissingNode();
      };
      if (!fits) {
        return false;
      }
    }
    return true;
  }
}

package dev.informant.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.status.Cause;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Set;

/** What the status of a job may become. What has not changed is, for the most part, not looked at. Stateless. */
final class JobStatusRules {
  private static final String COMPLETE = "Complete";
  private static final String FAILED = "Failed";
  private static final String FAILURE_TARGET = "FailureTarget";
  private static final String SUCCESS = "SuccessCriteriaMet";

  private JobStatusRules() {}

  static void check(JsonNode job, Checks status) {
    JsonNode was = job.path("status");
    JsonNode is = status.node();
    status.nonNegative("active", "succeeded", "failed", "ready", "terminating");
    uncounted(status);
    boolean complete = holds(is, COMPLETE);
    boolean failed = holds(is, FAILED);
    boolean finished = complete || failed;
    boolean completeChanged = complete != holds(was, COMPLETE);
    boolean failedChanged = failed != holds(was, FAILED);
    boolean finishedChanged = finished != (holds(was, COMPLETE) || holds(was, FAILED));
    if ((completeChanged || failedChanged) && complete && failed) {
      conditions(status, "cannot set Complete=True and Failed=true conditions");
    }
    if (complete && holds(is, FAILURE_TARGET) && (completeChanged || !holds(was, FAILURE_TARGET))) {
      conditions(status, "cannot set Complete=True and FailureTarget=true conditions");
    }
    times(was, status, complete, completeChanged);
    boolean failedIndexes = changed(was, is, "failedIndexes");
    if ((failedChanged || failedIndexes) && failed && !holds(is, FAILURE_TARGET)) {
      conditions(
          status, "cannot set Failed=True condition without the FailureTarget=true condition");
    }
    boolean successChanged = holds(was, SUCCESS) != holds(is, SUCCESS);
    if ((completeChanged || successChanged) && complete && !holds(is, SUCCESS)) {
      conditions(
          status,
          "cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
    }
    long active = is.path("active").asLong();
    if (finished && active > 0 && (finishedChanged || changed(was, is, "active"))) {
      status.invalid("active", Long.toString(active), "active>0 is invalid for finished job");
    }
    if (finished
        && !status.present("startTime")
        && (finishedChanged || changed(was, is, "startTime"))) {
      status.add(
          Cause.required(status.path("startTime"), "startTime is required for finished job"));
    }
    indexes(job, status, failedIndexes);
    if (finished
        && is.path("terminating").asLong() > 0
        && (finishedChanged || changed(was, is, "terminating"))) {
      status.invalid(
          "terminating",
          is.path("terminating").asText(),
          "terminating>0 is invalid for finished job");
    }
    if (is.path("ready").asLong() > active
        && (changed(was, is, "ready") || changed(was, is, "active"))) {
      status.invalid("ready", is.path("ready").asText(), "cannot set more ready pods than active");
    }
    if (holds(is, SUCCESS) && failed) {
      conditions(status, "cannot set SuccessCriteriaMet=True and Failed=true conditions");
    }
    if (holds(is, SUCCESS) && holds(is, FAILURE_TARGET)) {
      conditions(status, "cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
    }
    transitions(job, was, status);
  }

  private static void transitions(JsonNode job, JsonNode was, Checks status) {
    JsonNode is = status.node();
    for (String terminal : List.of(FAILED, COMPLETE, FAILURE_TARGET)) {
      if (holds(was, terminal) && !holds(is, terminal)) {
        conditions(status, "cannot disable the terminal " + terminal + "=True condition");
      }
    }
    for (String counter : List.of("failed", "succeeded")) {
      JsonNode spec = job.path("spec");
      boolean scalable = counter.equals("succeeded")
          && spec.path("completionMode").asText("").equals("Indexed")
          && spec.path("completions").asLong(1) == spec.path("parallelism").asLong(1);
      long count = is.path(counter).asLong();
      if (!scalable && count < was.path(counter).asLong()) {
        status.invalid(
            counter, Long.toString(count), "cannot decrease the " + counter + " counter");
      }
    }
    if (is.hasNonNull("completionTime")
        && was.hasNonNull("completionTime")
        && changed(was, is, "completionTime")) {
      status.invalid("completionTime", is.get("completionTime").toString(), "field is immutable");
    }
    boolean resuming = holds(was, "Suspended") && condition(is, "Suspended").equals("False");
    if (was.hasNonNull("startTime")
        && changed(was, is, "startTime")
        && !resuming
        && !job.path("spec").path("suspend").asBoolean()) {
      status.invalid(
          "startTime",
          is.hasNonNull("startTime") ? is.get("startTime").toString() : "null",
          "field is immutable for unsuspended job once set");
    }
    if (holds(was, SUCCESS) && !holds(is, SUCCESS)) {
      conditions(status, "cannot disable the SuccessCriteriaMet=True condition");
    }
    if (holds(was, COMPLETE) && !holds(was, SUCCESS) && holds(is, SUCCESS)) {
      conditions(
          status,
          "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions");
    }
  }

  private static void uncounted(Checks status) {
    Checks uncounted = status.at("uncountedTerminatedPods");
    Set<String> seen = uncounted.seen();
    for (String field : List.of("succeeded", "failed")) {
      int index = 0;
      for (JsonNode pod : uncounted.get(field)) {
        String place = field + "[" + index++ + "]";
        String uid = pod.asText("");
        if (uid.isEmpty()) {
          uncounted.invalid(place, "\"\"", "must not be empty");
        } else if (!seen.add(uid)) {
          uncounted.add(new Cause(
              "FieldValueDuplicate",
              "Duplicate value: " + Checks.quoted(uid),
              uncounted.path(place)));
        }
      }
    }
  }

  private static void times(
      JsonNode was, Checks status, boolean complete, boolean completeChanged) {
    JsonNode is = status.node();
    boolean timeChanged = changed(was, is, "completionTime");
    JsonNode time = is.path("completionTime");
    boolean timed = status.present("completionTime");
    if ((completeChanged || timeChanged) && timed && !complete) {
      status.invalid(
          "completionTime",
          time.toString(),
          "cannot set completionTime when there is no Complete=True condition");
    }
    if ((completeChanged || timeChanged) && !timed && complete) {
      status.add(Cause.required(
          status.path("completionTime"), "completionTime is required for Complete jobs"));
    }
    if ((timeChanged || changed(was, is, "startTime"))
        && timed
        && before(time.asText(), is.path("startTime").asText(""))) {
      status.invalid("completionTime", time.toString(), "must be equal to or after `startTime`");
    }
  }

  private static boolean before(String one, String other) {
    try {
      return Instant.parse(one).isBefore(Instant.parse(other));
    } catch (DateTimeParseException notBoth) {
      return false;
    }
  }

  private static void indexes(JsonNode job, Checks status, boolean failedIndexes) {
    boolean indexed = job.path("spec").path("completionMode").asText("").equals("Indexed");
    String completed = status.text("completedIndexes");
    if (changed(job.path("status"), status.node(), "completedIndexes")
        && !completed.isEmpty()
        && !indexed) {
      status.invalid(
          "completedIndexes",
          Checks.quoted(completed),
          "cannot set non-empty completedIndexes when non-indexed completion mode");
    }
    if (failedIndexes
        && status.present("failedIndexes")
        && !job.path("spec").hasNonNull("backoffLimitPerIndex")) {
      status.invalid(
          "failedIndexes",
          Checks.quoted(status.text("failedIndexes")),
          "cannot set non-null failedIndexes when backoffLimitPerIndex is null");
    }
  }

  private static void conditions(Checks status, String detail) {
    status.add(
        new Cause("FieldValueInvalid", "Invalid value: " + detail, status.path("conditions")));
  }

  private static boolean changed(JsonNode was, JsonNode is, String field) {
    return !was.path(field).asText("").equals(is.path(field).asText(""));
  }

  private static boolean holds(JsonNode status, String type) {
    return condition(status, type).equals("True");
  }

  private static String condition(JsonNode status, String type) {
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText("");
      }
    }
    return "";
  }
}

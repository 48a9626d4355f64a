package dev.informant.apiserver.content;

import static dev.informant.apiserver.content.BuiltInColumns.column;
import static dev.informant.apiserver.content.BuiltInColumns.count;
import static dev.informant.apiserver.content.BuiltInColumns.number;
import static dev.informant.apiserver.content.BuiltInColumns.selector;
import static dev.informant.apiserver.content.BuiltInColumns.template;
import static dev.informant.apiserver.content.BuiltInColumns.text;
import static dev.informant.apiserver.content.BuiltInColumns.textOr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.content.Columns.Column;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The columns of pods and of what makes them. */
final class WorkloadColumns {
  private WorkloadColumns() {}

  static void addTo(Map<String, List<Column>> kinds) {
    Column[] template = template("spec", "template", "spec");
    Column[] inJobs = template("spec", "jobTemplate", "spec", "template", "spec");
    kinds.put(
        "/Pod",
        List.of(
            Columns.NAME,
            column("Ready", (pod, now) -> PodCells.ready(pod)),
            column("Status", (pod, now) -> PodCells.status(pod)),
            column("Restarts", PodCells::restarts),
            Columns.AGE,
            column("IP", (pod, now) -> {
                  JsonNode first = Cells.at(pod, "status", "podIPs").path(0).path("ip");
                  return Cells.textOr(first.asText(Cells.NONE), pod, "status", "podIP");
                })
                .wide(),
            textOr(Cells.NONE, "Node", "spec", "nodeName").wide(),
            textOr(Cells.NONE, "Nominated Node", "status", "nominatedNodeName").wide(),
            column("Readiness Gates", (pod, now) -> PodCells.readinessGates(pod))
                .wide()));
    kinds.put(
        "apps/Deployment",
        List.of(
            Columns.NAME,
            column(
                "Ready",
                (object, now) -> Cells.number(object, "status", "readyReplicas") + "/"
                    + Cells.number(object, "spec", "replicas")),
            count("Up-to-date", "status", "updatedReplicas"),
            count("Available", "status", "availableReplicas"),
            Columns.AGE,
            template[0],
            template[1],
            selector()));
    kinds.put(
        "apps/ReplicaSet",
        List.of(
            Columns.NAME,
            number("Desired", "spec", "replicas"),
            number("Current", "status", "replicas"),
            number("Ready", "status", "readyReplicas"),
            Columns.AGE,
            template[0],
            template[1],
            selector()));
    kinds.put(
        "/ReplicationController",
        List.of(
            Columns.NAME,
            number("Desired", "spec", "replicas"),
            number("Current", "status", "replicas"),
            number("Ready", "status", "readyReplicas"),
            Columns.AGE,
            template[0],
            template[1],
            column("Selector", (object, now) -> Cells.labels(Cells.at(object, "spec", "selector")))
                .wide()));
    kinds.put(
        "apps/StatefulSet",
        List.of(
            Columns.NAME,
            column(
                "Ready",
                (object, now) -> Cells.number(object, "status", "readyReplicas") + "/"
                    + Cells.number(object, "spec", "replicas")),
            Columns.AGE,
            template[0],
            template[1]));
    kinds.put(
        "apps/DaemonSet",
        List.of(
            Columns.NAME,
            number("Desired", "status", "desiredNumberScheduled"),
            number("Current", "status", "currentNumberScheduled"),
            number("Ready", "status", "numberReady"),
            number("Up-to-date", "status", "updatedNumberScheduled"),
            number("Available", "status", "numberAvailable"),
            column(
                "Node Selector",
                (object, now) ->
                    Cells.labels(Cells.at(object, "spec", "template", "spec", "nodeSelector"))),
            Columns.AGE,
            template[0],
            template[1],
            selector()));
    kinds.put(
        "batch/Job",
        List.of(
            Columns.NAME,
            column("Status", (job, now) -> jobStatus(job)),
            column("Completions", (job, now) -> completions(job)),
            column("Duration", WorkloadColumns::jobDuration),
            Columns.AGE,
            template[0],
            template[1],
            selector()));
    kinds.put(
        "batch/CronJob",
        List.of(
            Columns.NAME,
            text("Schedule", "spec", "schedule"),
            textOr(Cells.NONE, "Timezone", "spec", "timeZone"),
            new Column(
                "Suspend",
                "boolean",
                0,
                (object, now) ->
                    Cells.at(object, "spec", "suspend").asBoolean() ? "True" : "False"),
            new Column(
                "Active",
                "integer",
                0,
                (object, now) -> Cells.at(object, "status", "active").size()),
            column(
                "Last Schedule",
                (object, now) -> object.path("status").has("lastScheduleTime")
                    ? Cells.age(object, now, "status", "lastScheduleTime")
                    : Cells.NONE),
            Columns.AGE,
            inJobs[0],
            inJobs[1],
            column(
                    "Selector",
                    (object, now) ->
                        Cells.selector(Cells.at(object, "spec", "jobTemplate", "spec", "selector")))
                .wide()));
  }

  private static String jobStatus(ObjectNode job) {
    for (String type : new String[] {"Complete", "Failed", "Suspended", "FailureTarget"}) {
      for (JsonNode condition : Cells.at(job, "status", "conditions")) {
        if (condition.path("type").asText().equals(type)
            && condition.path("status").asText().equals("True")) {
          return type;
        }
      }
    }
    return job.path("metadata").has("deletionTimestamp") ? "Terminating" : "Running";
  }

  private static String completions(ObjectNode job) {
    int succeeded = Cells.number(job, "status", "succeeded");
    JsonNode wanted = Cells.at(job, "spec", "completions");
    if (wanted.isNumber()) {
      return succeeded + "/" + wanted.asInt();
    }
    int parallel = Cells.at(job, "spec", "parallelism").asInt();
    return parallel > 1 ? succeeded + "/1 of " + parallel : succeeded + "/1";
  }

  private static String jobDuration(ObjectNode job, Instant now) {
    Instant started = Cells.time(Cells.text(job, "status", "startTime"));
    Instant ended = Cells.time(Cells.text(job, "status", "completionTime"));
    return started == null
        ? ""
        : Cells.human(Duration.between(started, ended == null ? now : ended));
  }
}

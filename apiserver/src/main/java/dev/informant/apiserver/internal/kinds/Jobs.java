package dev.informant.apiserver.internal.kinds;

import static dev.informant.apiserver.internal.kinds.Column.AGE;
import static dev.informant.apiserver.internal.kinds.Column.NAME;
import static dev.informant.apiserver.internal.kinds.Column.column;
import static dev.informant.apiserver.internal.kinds.Column.containers;
import static dev.informant.apiserver.internal.kinds.Column.images;
import static dev.informant.apiserver.internal.kinds.Column.selector;
import static dev.informant.apiserver.internal.kinds.Column.size;
import static dev.informant.apiserver.internal.kinds.Column.text;
import static dev.informant.apiserver.internal.kinds.Column.textOr;
import static dev.informant.apiserver.internal.kinds.UpdateRule.fixed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind.Trait;
import dev.informant.apiserver.internal.storage.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Jobs and what starts them by the clock; their checks are in {@link JobRules}. Stateless. */
final class Jobs {
  private static final String POD = "spec.template.spec";
  private static final String CRON_POD = "spec.jobTemplate.spec.template.spec";

  private Jobs() {}

  static List<Kind> kinds() {
    return List.of(
        Kind.of("jobs.batch")
            .traits(Trait.GENERATION, Trait.ORPHANS)
            .selectAs("status.successful", "status.succeeded", "0")
            .defaults(object -> Pods.fillVolumes(Kind.at(object, POD)))
            .creating(Jobs::selectOwnPods)
            .created(Jobs::labelAsItsPods)
            .updating((before, after) -> labelAsItsPods(after))
            .checksOfNewFirst(JobRules::created)
            .checks(JobRules::job)
            .fixed(
                JobUpdates::completions,
                fixed("spec.selector"),
                JobUpdates::template,
                fixed("spec.completionMode"),
                fixed("spec.podFailurePolicy"),
                fixed("spec.backoffLimitPerIndex"),
                fixed("spec.managedBy"),
                fixed("spec.successPolicy"))
            .columns(() -> List.of(
                NAME,
                column("Status", (job, now) -> jobStatus(job)),
                column("Completions", (job, now) -> completions(job)),
                column("Duration", Jobs::jobDuration),
                AGE,
                containers(POD),
                images(POD),
                selector("spec.selector"))),
        Kind.of("cronjobs.batch")
            .traits(Trait.GENERATION)
            .defaults(object -> Pods.fillVolumes(Kind.at(object, CRON_POD)))
            .checks(JobRules::cronJob)
            .columns(() -> List.of(
                NAME,
                text("Schedule", "spec.schedule"),
                textOr(Cells.NONE, "Timezone", "spec.timeZone"),
                new Column(
                    "Suspend",
                    "boolean",
                    "",
                    "",
                    0,
                    (object, now) ->
                        Kind.at(object, "spec.suspend").asBoolean() ? "True" : "False"),
                size("Active", "status.active"),
                column(
                    "Last Schedule",
                    (object, now) -> object.path("status").has("lastScheduleTime")
                        ? Cells.age(object, now, "status", "lastScheduleTime")
                        : Cells.NONE),
                AGE,
                containers(CRON_POD),
                images(CRON_POD),
                selector("spec.jobTemplate.spec.selector"))));
  }

  /** A job finds its pods by its own uid, unless it brings a selector. */
  private static void selectOwnPods(ObjectNode job) {
    ObjectNode spec = Json.objectAt(job, "spec");
    boolean labelled = !Kind.at(spec, "template.metadata.labels").isEmpty();
    if (!spec.path("manualSelector").asBoolean()) {
      selectByUid(spec, job.path("metadata"));
    }
    if (labelled) {
      labelAsItsPods(job);
    }
  }

  /** A job without labels has those of its pods. */
  private static void labelAsItsPods(ObjectNode job) {
    JsonNode labels = Kind.at(job, "spec.template.metadata.labels");
    ObjectNode metadata = Json.objectAt(job, "metadata");
    if (metadata.path("labels").isEmpty() && !labels.isEmpty()) {
      metadata.set("labels", labels.deepCopy());
    }
  }

  private static void selectByUid(ObjectNode spec, JsonNode metadata) {
    String uid = metadata.path("uid").asText("");
    ObjectNode labels =
        Json.objectAt(Json.objectAt(Json.objectAt(spec, "template"), "metadata"), "labels");
    for (String prefix : List.of("", "batch.kubernetes.io/")) {
      labels.put(prefix + "controller-uid", uid);
      labels.put(prefix + "job-name", metadata.path("name").asText(""));
    }
    Json.objectAt(Json.objectAt(spec, "selector"), "matchLabels")
        .put("batch.kubernetes.io/controller-uid", uid);
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

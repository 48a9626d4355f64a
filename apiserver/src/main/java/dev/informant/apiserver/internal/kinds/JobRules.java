package dev.informant.apiserver.internal.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.values.NameForms;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What jobs must be like, and what makes them by the clock. Stateless. */
final class JobRules {
  private static final int MOST_AT_ONCE = 100_000;
  private static final int LONGEST_CRON_NAME = 52;
  private static final String ONLY_INDEXED = "requires indexed completion mode";

  private JobRules() {}

  static void job(Checks object) {
    Checks spec = object.at("spec");
    spec(spec);
    if (!spec.present("selector")) {
      spec.required("selector");
    }
    int before = spec.causes().size();
    SelectorRules.labels(spec.at("selector"));
    if (spec.causes().size() == before) {
      Workloads.matching(spec);
    }
    String name = object.get("metadata").path("name").asText("");
    long completions = spec.get("completions").asLong();
    if (spec.text("completionMode").equals("Indexed") && completions > 0) {
      String host = name + "-" + (completions - 1);
      if (!NameForms.label(host).isEmpty()) {
        object.invalid(
            "metadata.name",
            Checks.quoted(name),
            "will not able to create pod with invalid DNS label: " + host);
      }
    }
  }

  /** The selector of a new job has what has been filled in, and nothing else. */
  static void created(Checks object) {
    Checks spec = object.at("spec");
    if (spec.get("manualSelector").asBoolean()) {
      return;
    }
    JsonNode selector = spec.get("selector");
    JsonNode labels = spec.get("template").path("metadata").path("labels");
    boolean own = selector.path("matchExpressions").isEmpty();
    for (Map.Entry<String, JsonNode> wanted : selector.path("matchLabels").properties()) {
      String name = wanted.getKey().replace("batch.kubernetes.io/", "");
      own &= (name.equals("controller-uid") || name.equals("job-name"))
          && wanted.getValue().equals(labels.path(wanted.getKey()));
    }
    if (!own) {
      spec.invalid("selector", SelectorRules.shown(selector), "`selector` not auto-generated");
    }
  }

  private static void spec(Checks spec) {
    spec.nonNegative(
        "parallelism",
        "completions",
        "activeDeadlineSeconds",
        "backoffLimit",
        "ttlSecondsAfterFinished",
        "backoffLimitPerIndex",
        "maxFailedIndexes");
    boolean perIndex = spec.present("backoffLimitPerIndex");
    if (spec.present("maxFailedIndexes") && !perIndex) {
      spec.add(
          Cause.required(spec.path("backoffLimitPerIndex"), "when maxFailedIndexes is specified"));
    }
    managed(spec);
    spec.oneOf("completionMode", "NonIndexed", "Indexed");
    String mode = spec.text("completionMode");
    if (mode.equals("Indexed")) {
      indexed(spec);
    } else if (mode.isEmpty() || mode.equals("NonIndexed")) {
      for (String field : new String[] {"backoffLimitPerIndex", "maxFailedIndexes"}) {
        if (spec.present(field)) {
          spec.invalid(field, spec.get(field).asText(), ONLY_INDEXED);
        }
      }
    }
    if (spec.present("podFailurePolicy")) {
      spec.at("podFailurePolicy").each("rules", rule -> failure(spec, rule));
    }
    if (spec.present("successPolicy") && !mode.equals("Indexed")) {
      spec.invalid("successPolicy", success(spec.at("successPolicy")), ONLY_INDEXED);
    }
    if (spec.present("podFailurePolicy")) {
      spec.oneOf("podReplacementPolicy", "Failed");
    } else {
      spec.oneOf("podReplacementPolicy", "Failed", "TerminatingOrFailed");
    }
    PodRules.template(spec.at("template"));
    restart(spec);
  }

  private static void managed(Checks spec) {
    if (!spec.present("managedBy")) {
      return;
    }
    String manager = spec.text("managedBy");
    int slash = manager.indexOf('/');
    if (slash <= 0 || slash == manager.length() - 1) {
      spec.invalid(
          "managedBy",
          Checks.quoted(manager),
          "must be a domain-prefixed path (such as \"acme.io/foo\")");
      return;
    }
    NameForms.subdomain(manager.substring(0, slash))
        .forEach(
            wrong -> spec.invalid("managedBy", Checks.quoted(manager.substring(0, slash)), wrong));
  }

  private static void indexed(Checks spec) {
    // both are 1 if neither is said
    if (!spec.present("completions") && spec.present("parallelism")) {
      spec.add(Cause.required(spec.path("completions"), "when completion mode is Indexed"));
    }
    if (spec.get("parallelism").asLong() > MOST_AT_ONCE) {
      spec.invalid(
          "parallelism",
          spec.get("parallelism").asText(),
          "must be less than or equal to " + MOST_AT_ONCE + " when completion mode is Indexed");
    }
    long failed = spec.get("maxFailedIndexes").asLong();
    if (spec.present("completions") && failed > spec.get("completions").asLong()) {
      spec.invalid(
          "maxFailedIndexes", Long.toString(failed), "must be less than or equal to completions");
    }
  }

  private static void failure(Checks spec, Checks rule) {
    String[] actions = {"Count", "FailIndex", "FailJob", "Ignore"};
    String action = rule.text("action");
    if (action.isEmpty()) {
      rule.add(Cause.required(
          rule.path("action"), "valid values: [\"" + String.join("\" \"", actions) + "\"]"));
    } else if (action.equals("FailIndex") && !spec.present("backoffLimitPerIndex")) {
      rule.invalid("action", Checks.quoted(action), "requires the backoffLimitPerIndex to be set");
    } else {
      rule.oneOf("action", actions);
    }
    boolean codes = rule.present("onExitCodes");
    boolean conditions = !rule.get("onPodConditions").isEmpty();
    if (codes) {
      exitCodes(spec, rule.at("onExitCodes"));
    }
    if (codes == conditions) {
      rule.add(new Cause(
          "FieldValueInvalid",
          "Invalid value: "
              + (codes
                  ? "specifying both OnExitCodes and OnPodConditions is not supported"
                  : "specifying one of OnExitCodes and OnPodConditions is required"),
          rule.here()));
    }
  }

  private static void exitCodes(Checks spec, Checks codes) {
    String operator = codes.text("operator");
    if (operator.isEmpty()) {
      codes.add(Cause.required(codes.path("operator"), "valid values: [\"In\" \"NotIn\"]"));
    } else {
      codes.oneOf("operator", "In", "NotIn");
    }
    Set<String> names = new HashSet<>();
    for (String field : new String[] {"containers", "initContainers"}) {
      spec.get("template")
          .path("spec")
          .path(field)
          .forEach(container -> names.add(container.path("name").asText("")));
    }
    if (codes.present("containerName") && !names.contains(codes.text("containerName"))) {
      codes.invalid(
          "containerName",
          Checks.quoted(codes.text("containerName")),
          "must be one of the container or initContainer names in the pod template");
    }
    JsonNode values = codes.get("values");
    if (values.isEmpty()) {
      codes.invalid("values", values.isArray() ? "[]" : "null", "at least one value is required");
    }
    Set<Long> seen = new HashSet<>();
    boolean ordered = true;
    for (int i = 0; i < values.size(); i++) {
      long value = values.get(i).asLong();
      if (operator.equals("In") && value == 0) {
        codes.invalid("values[" + i + "]", "0", "must not be 0 for the In operator");
      }
      if (!seen.add(value)) {
        codes.add(new Cause(
            "FieldValueDuplicate", "Duplicate value: " + value, codes.path("values[" + i + "]")));
      }
      ordered &= i == 0 || values.get(i - 1).asLong() <= value;
    }
    if (!ordered) {
      codes.invalid("values", values.toString(), "must be ordered");
    }
  }

  private static String success(Checks policy) {
    StringBuilder rules = new StringBuilder();
    for (JsonNode rule : policy.get("rules")) {
      rules
          .append(rules.isEmpty() ? "" : ",")
          .append("{\"SucceededIndexes\":")
          .append(rule.has("succeededIndexes") ? rule.get("succeededIndexes") : "null")
          .append(",\"SucceededCount\":")
          .append(rule.has("succeededCount") ? rule.get("succeededCount") : "null")
          .append('}');
    }
    return "{\"Rules\":[" + rules + "]}";
  }

  private static void restart(Checks spec) {
    String place = spec.path("template.spec.restartPolicy");
    String restart = spec.get("template").path("spec").path("restartPolicy").asText("Always");
    switch (restart) {
      case "Always", "" ->
        spec.add(Cause.required(place, "valid values: \"OnFailure\", \"Never\""));
      case "OnFailure" -> {
        if (spec.present("podFailurePolicy")) {
          spec.add(Cause.invalid(
              place,
              Checks.quoted(restart),
              "only \"Never\" is supported when podFailurePolicy is specified"));
        }
      }
      case "Never" -> {}
      default -> spec.add(Cause.unsupported(place, restart, "\"OnFailure\", \"Never\""));
    }
  }

  static void cronJob(Checks object) {
    Checks spec = object.at("spec");
    spec.required("schedule");
    schedule(spec);
    spec.nonNegative("startingDeadlineSeconds");
    zone(spec);
    spec.oneOf("concurrencyPolicy", "Allow", "Forbid", "Replace");
    Checks job = spec.at("jobTemplate").at("spec");
    spec(job);
    if (job.present("selector")) {
      job.invalid(
          "selector",
          SelectorRules.shown(job.get("selector")),
          "`selector` will be auto-generated");
    }
    if (job.get("manualSelector").asBoolean()) {
      job.add(new Cause(
          "FieldValueNotSupported",
          "Unsupported value: true: supported values: \"nil\", \"false\"",
          job.path("manualSelector")));
    }
    spec.nonNegative("successfulJobsHistoryLimit", "failedJobsHistoryLimit");
    String name = object.get("metadata").path("name").asText("");
    if (name.length() > LONGEST_CRON_NAME) {
      object.invalid(
          "metadata.name",
          Checks.quoted(name),
          "must be no more than " + LONGEST_CRON_NAME + " characters");
    }
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

  private static void zone(Checks spec) {
    if (!spec.present("timeZone")) {
      return;
    }
    String zone = spec.text("timeZone");
    String shown = Checks.quoted(zone);
    if (zone.isEmpty()) {
      spec.invalid("timeZone", shown, "timeZone must be nil or non-empty string");
      return;
    }
    for (String part : zone.split("/", -1)) {
      if (!part.matches("[A-Za-z0-9._+-]+") || part.startsWith("-") || part.matches("\\.\\.?")) {
        spec.invalid("timeZone", shown, "unknown time zone " + zone);
        return;
      }
    }
    if (zone.toLowerCase(Locale.ROOT).equals("local")) {
      spec.invalid(
          "timeZone",
          shown,
          "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
    } else if (!zone.equals("UTC") && !ZoneId.getAvailableZoneIds().contains(zone)) {
      spec.invalid("timeZone", shown, "unknown time zone " + zone);
    }
  }
}

package dev.informant.apiserver.internal.kinds;

import static dev.informant.apiserver.internal.kinds.Column.AGE;
import static dev.informant.apiserver.internal.kinds.Column.NAME;
import static dev.informant.apiserver.internal.kinds.Column.column;
import static dev.informant.apiserver.internal.kinds.Column.containers;
import static dev.informant.apiserver.internal.kinds.Column.count;
import static dev.informant.apiserver.internal.kinds.Column.images;
import static dev.informant.apiserver.internal.kinds.Column.labels;
import static dev.informant.apiserver.internal.kinds.Column.number;
import static dev.informant.apiserver.internal.kinds.Column.selector;
import static dev.informant.apiserver.internal.kinds.UpdateRule.fixed;
import static dev.informant.apiserver.internal.kinds.UpdateRule.onlyInSpec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind.Trait;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.values.NameForms;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Controllers of pods that run on and on. Stateless. */
final class Workloads {
  private static final int USUAL_DEADLINE = 600;
  private static final String POD = "spec.template.spec";

  private Workloads() {}

  static List<Kind> kinds() {
    return List.of(
        Kind.of("deployments.apps")
            .traits(Trait.GENERATION, Trait.EMPTY_WITHOUT_REPLICAS)
            .counting("annotations")
            .statusKeeps("labels")
            .defaults(Workloads::fill)
            .checks(object -> deployment(object.at("spec")))
            .fixed(fixed("spec.selector"))
            .columns(() -> List.of(
                NAME,
                ready(),
                count("Up-to-date", "status.updatedReplicas"),
                count("Available", "status.availableReplicas"),
                AGE,
                containers(POD),
                images(POD),
                selector("spec.selector"))),
        Kind.of("replicasets.apps")
            .traits(Trait.GENERATION, Trait.EMPTY_WITHOUT_REPLICAS)
            .defaults(Workloads::fill)
            .checks(object -> replicaSet(object.at("spec")))
            .fixed(fixed("spec.selector"))
            .columns(() -> List.of(
                NAME,
                number("Desired", "spec.replicas"),
                number("Current", "status.replicas"),
                number("Ready", "status.readyReplicas"),
                AGE,
                containers(POD),
                images(POD),
                selector("spec.selector"))),
        Kind.of("replicationcontrollers")
            .traits(Trait.GENERATION, Trait.ORPHANS, Trait.GENERATED_NAME_ONLY)
            .selectAs("status.replicas", "status.replicas", "0")
            .names((object, name, masked, prefix) -> NameForms.longName(name))
            .defaults(Workloads::fillReplicationController)
            .checks(object -> replicationController(object.at("spec")))
            .columns(() -> List.of(
                NAME,
                number("Desired", "spec.replicas"),
                number("Current", "status.replicas"),
                number("Ready", "status.readyReplicas"),
                AGE,
                containers(POD),
                images(POD),
                labels("Selector", "spec.selector").wide())),
        Kind.of("statefulsets.apps")
            .traits(Trait.GENERATION, Trait.EMPTY_WITHOUT_REPLICAS)
            .labelNames()
            .defaults(Workloads::fill)
            .checks(object -> statefulSet(object.at("spec")))
            .fixed(onlyInSpec(
                "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template',"
                    + " 'updateStrategy', 'revisionHistoryLimit',"
                    + " 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
                "replicas",
                "ordinals",
                "template",
                "updateStrategy",
                "revisionHistoryLimit",
                "persistentVolumeClaimRetentionPolicy",
                "minReadySeconds"))
            .columns(() -> List.of(NAME, ready(), AGE, containers(POD), images(POD))),
        Kind.of("daemonsets.apps")
            .traits(Trait.GENERATION, Trait.CHANGES_FIRST)
            .defaults(object -> Pods.fillVolumes(Kind.at(object, POD)))
            .checks(object -> daemonSet(object.at("spec")))
            .fixed(fixed("spec.selector"))
            .columns(() -> List.of(
                NAME,
                number("Desired", "status.desiredNumberScheduled"),
                number("Current", "status.currentNumberScheduled"),
                number("Ready", "status.numberReady"),
                number("Up-to-date", "status.updatedNumberScheduled"),
                number("Available", "status.numberAvailable"),
                labels("Node Selector", "spec.template.spec.nodeSelector"),
                AGE,
                containers(POD),
                images(POD),
                selector("spec.selector"))),
        Kind.of("controllerrevisions.apps")
            .checks(Workloads::revision)
            .fixed(fixed("data"))
            .columns(() -> List.of(
                NAME,
                column("Controller", (object, now) -> controller(object)),
                count("Revision", "revision"),
                AGE)));
  }

  private static Column ready() {
    return column(
        "Ready",
        (object, now) -> Cells.number(object, "status", "readyReplicas") + "/"
            + Cells.number(object, "spec", "replicas"));
  }

  private static void fill(ObjectNode object) {
    ObjectNode spec = Json.objectAt(object, "spec");
    if (!spec.hasNonNull("replicas")) {
      spec.put("replicas", 1);
    }
    Pods.fillVolumes(Kind.at(object, POD));
  }

  /** The labels of the template select the pods and label the controller, unless it says otherwise. */
  private static void fillReplicationController(ObjectNode object) {
    fill(object);
    ObjectNode spec = Json.objectAt(object, "spec");
    JsonNode labels = spec.path("template").path("metadata").path("labels");
    if (!labels.isEmpty() && spec.path("selector").isEmpty()) {
      spec.set("selector", labels.deepCopy());
    }
    ObjectNode metadata = Json.objectAt(object, "metadata");
    if (!labels.isEmpty() && metadata.path("labels").isEmpty()) {
      metadata.set("labels", labels.deepCopy());
    }
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
    if (usable(spec, "deployment", ": invalid label selector")) {
      PodRules.alwaysRestarted(spec.at("template"), "ReplicaSet");
    }
    RolloutRules.deployment(spec);
    spec.nonNegative("minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds");
    long deadline = spec.get("progressDeadlineSeconds").asLong(USUAL_DEADLINE);
    if (deadline <= spec.get("minReadySeconds").asLong()) {
      spec.invalid(
          "progressDeadlineSeconds",
          Long.toString(deadline),
          "must be greater than minReadySeconds");
    }
  }

  private static void replicaSet(Checks spec) {
    spec.nonNegative("replicas", "minReadySeconds");
    if (usable(spec, "deployment", ": invalid label selector")) {
      PodRules.alwaysRestarted(spec.at("template"), "ReplicaSet");
    }
  }

  private static void statefulSet(Checks spec) {
    String policy = spec.text("podManagementPolicy");
    if (!policy.isEmpty() && !policy.equals("OrderedReady") && !policy.equals("Parallel")) {
      spec.invalid(
          "podManagementPolicy", Checks.quoted(policy), "must be 'OrderedReady' or 'Parallel'");
    }
    RolloutRules.statefulSet(spec);
    Checks kept = spec.at("persistentVolumeClaimRetentionPolicy");
    kept.oneOf("whenDeleted", "Retain", "Delete").oneOf("whenScaled", "Retain", "Delete");
    spec.each("volumeClaimTemplates", claim -> Storage.claim(claim.at("spec")));
    spec.nonNegative("replicas", "minReadySeconds");
    spec.at("ordinals").nonNegative("start");
    spec.label("serviceName");
    if (usable(spec, "statefulset", "")) {
      Set<String> claims = new LinkedHashSet<>();
      spec.get("volumeClaimTemplates")
          .forEach(claim -> claims.add(claim.path("metadata").path("name").asText("")));
      PodRules.template(spec.at("template"), claims);
      PodRules.metadata(spec.at("template")); // a real server looks twice
    }
    JsonNode pod = spec.get("template").path("spec");
    String restart = pod.path("restartPolicy").asText("Always");
    if (!restart.equals("Always")) {
      spec.add(Cause.unsupported(spec.path("template.spec.restartPolicy"), restart, "\"Always\""));
    }
    if (pod.hasNonNull("activeDeadlineSeconds")) {
      spec.forbidden(
          "template.spec.activeDeadlineSeconds",
          "activeDeadlineSeconds in StatefulSet is not Supported");
    }
  }

  private static void daemonSet(Checks spec) {
    int before = spec.causes().size();
    SelectorRules.labels(spec.at("selector"));
    if (spec.causes().size() == before) {
      matching(spec);
    }
    if (spec.present("selector") && wantsNothing(spec.get("selector"))) {
      spec.invalid("selector", "{}", "empty selector is invalid for daemonset");
    }
    PodRules.alwaysRestarted(spec.at("template"), "DaemonSet");
    spec.nonNegative("minReadySeconds");
    RolloutRules.daemonSet(spec);
    spec.nonNegative("revisionHistoryLimit");
  }

  private static void revision(Checks object) {
    object.nonNegative("revision");
    if (!object.present("data")) {
      object.add(Cause.required("data", "data is mandatory"));
    }
  }

  /**
   * A selector that is there, says something, and fits the template.
   *
   * @param broken what is said of one that cannot be used
   * @return whether it can be used, and the template is looked at
   */
  private static boolean usable(Checks spec, String kind, String broken) {
    JsonNode selector = spec.get("selector");
    if (!spec.present("selector")) {
      spec.add(Cause.required(spec.path("selector"), ""));
    } else if (wantsNothing(selector)) {
      spec.invalid("selector", "{}", "empty selector is invalid for " + kind);
      return true;
    }
    int before = spec.causes().size();
    SelectorRules.labels(spec.at("selector"));
    if (spec.causes().size() > before) {
      spec.add(new Cause(
          "FieldValueInvalid",
          "Invalid value: " + SelectorRules.shown(selector) + broken,
          spec.path("selector")));
      return false;
    }
    matching(spec);
    return true;
  }

  private static boolean wantsNothing(JsonNode selector) {
    return selector.path("matchLabels").isEmpty()
        && selector.path("matchExpressions").isEmpty();
  }

  /** The selector must fit the labels of the template. */
  static void matching(Checks spec) {
    if (!matches(spec.get("selector"), spec.get("template"))) {
      mismatch(spec, spec.get("template").path("metadata").path("labels"));
    }
  }

  private static void mismatch(Checks spec, JsonNode labels) {
    spec.invalid(
        "template.metadata.labels",
        labels.isObject() ? SelectorRules.sorted(labels).toString() : "null",
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

  private static String controller(JsonNode object) {
    for (JsonNode owner : Cells.at(object, "metadata", "ownerReferences")) {
      if (owner.path("controller").asBoolean()) {
        String apiVersion = Cells.text(owner, "apiVersion");
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : "." + apiVersion.substring(0, slash);
        return Cells.text(owner, "kind").toLowerCase(Locale.ROOT) + group + "/"
            + Cells.text(owner, "name");
      }
    }
    return Cells.NONE;
  }
}

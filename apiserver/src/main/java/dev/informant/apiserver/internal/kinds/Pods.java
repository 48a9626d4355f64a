package dev.informant.apiserver.internal.kinds;

import static dev.informant.apiserver.internal.kinds.Column.AGE;
import static dev.informant.apiserver.internal.kinds.Column.NAME;
import static dev.informant.apiserver.internal.kinds.Column.column;
import static dev.informant.apiserver.internal.kinds.Column.textOr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind.Deletion;
import dev.informant.apiserver.internal.kinds.Kind.Trait;
import dev.informant.apiserver.internal.storage.Json;
import java.util.List;

/** Pods and their templates. Stateless. */
final class Pods {
  private static final String GRACE = "terminationGracePeriodSeconds";

  private Pods() {}

  static List<Kind> kinds() {
    return List.of(
        Kind.of("pods")
            .traits(Trait.GENERATION, Trait.ANSWERS_WITH_OBJECT)
            .deletion(Deletion.GRACEFUL)
            .selectBy(
                "spec.nodeName",
                "spec.serviceAccountName",
                "status.phase",
                "status.podIP",
                "status.nominatedNodeName")
            .selectAs("spec.restartPolicy", "spec.restartPolicy", "Always")
            .selectAs("spec.schedulerName", "spec.schedulerName", "default-scheduler")
            .selectAs("spec.hostNetwork", "spec.hostNetwork", "false")
            .selectAs("status.podIPs", "status.podIPs.0.ip", "")
            .statusKeeps("ownerReferences")
            .defaults(Pods::fill)
            .creating(Pods::begin)
            .checks(PodRules::pod)
            .checksOfNewLast(PodRules::created)
            .fixed(PodUpdates::check)
            .columns(() -> List.of(
                NAME,
                column("Ready", (pod, now) -> PodCells.ready(pod)),
                column("Status", (pod, now) -> PodCells.status(pod)),
                column("Restarts", PodCells::restarts),
                AGE,
                column("IP", (pod, now) -> {
                      String first = Kind.at(pod, "status.podIPs.0.ip").asText(Cells.NONE);
                      return Cells.textOr(first, pod, "status", "podIP");
                    })
                    .wide(),
                textOr(Cells.NONE, "Node", "spec.nodeName").wide(),
                textOr(Cells.NONE, "Nominated Node", "status.nominatedNodeName").wide(),
                column("Readiness Gates", (pod, now) -> PodCells.readinessGates(pod))
                    .wide())),
        Kind.of("podtemplates")
            .traits(Trait.GENERATION, Trait.ANSWERS_WITH_OBJECT)
            .defaults(object -> fillVolumes(object.path("template").path("spec")))
            .checks(object -> PodRules.template(object.at("template"))));
  }

  private static void fill(ObjectNode pod) {
    addresses(pod.path("status"));
    ObjectNode spec = Json.objectAt(pod, "spec");
    if (spec.path(GRACE).asLong() < 0) {
      spec.put(GRACE, 1);
    }
    spec.path("containers").forEach(Pods::requests);
    spec.path("initContainers").forEach(Pods::requests);
    fillVolumes(spec);
    Json.objectAt(spec, "securityContext");
  }

  /** A pod with gates says from the start that it is not scheduled. */
  private static void begin(ObjectNode pod) {
    Json.objectAt(pod, "status").put("phase", "Pending");
    if (!pod.path("spec").path("schedulingGates").isEmpty()
        && !PodConditions.has(pod, "PodScheduled")) {
      PodConditions.set(
          pod,
          "PodScheduled",
          "False",
          "SchedulingGated",
          "Scheduling is blocked due to non-empty scheduling gates",
          pod.path("metadata").path("creationTimestamp").asText(""));
    }
  }

  /** A pod's one address is the first of its list. */
  private static void addresses(JsonNode status) {
    String one = status.path("podIP").asText("");
    JsonNode all = status.path("podIPs");
    if (status instanceof ObjectNode changeable
        && !one.isEmpty()
        && !one.equals(all.path(0).path("ip").asText(""))) {
      changeable.putArray("podIPs").addObject().put("ip", one);
    }
  }

  /** A container of a pod that says how much it may use, but not how much it asks for, asks for that. */
  private static void requests(JsonNode container) {
    if (container.path("resources") instanceof ObjectNode resources) {
      copyMissing(resources, "limits", "requests");
    }
  }

  /** A volume that does not say what it is, is an empty directory. */
  static void fillVolumes(JsonNode podSpec) {
    for (JsonNode volume : podSpec.path("volumes")) {
      if (volume instanceof ObjectNode object && object.size() == 1 && object.has("name")) {
        object.putObject("emptyDir");
      }
    }
  }

  static void copyMissing(ObjectNode part, String from, String to) {
    part.path(from).properties().forEach(amount -> {
      if (!part.path(to).has(amount.getKey())) {
        Json.objectAt(part, to).set(amount.getKey(), amount.getValue());
      }
    });
  }
}

package dev.informant.apiserver.updates;

import static dev.informant.apiserver.updates.UpdateRule.fixed;
import static dev.informant.apiserver.updates.UpdateRule.fixedText;
import static dev.informant.apiserver.updates.UpdateRule.forbidden;
import static dev.informant.apiserver.updates.UpdateRule.forbiddenOnceSet;
import static dev.informant.apiserver.updates.UpdateRule.frozen;
import static dev.informant.apiserver.updates.UpdateRule.onlyInSpec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.status.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What updates of built-in kinds must leave as it is, by kind. Stateless. */
public final class UpdateTable {
  private static final String CHANGED_NODE = " except from \"\" to valid";

  private static final Map<String, List<UpdateRule>> RULES = Map.ofEntries(
      Map.entry("pods", List.of(PodUpdates::check)),
      Map.entry("configmaps", List.of(frozen("data", "binaryData"))),
      Map.entry("secrets", List.of(fixedText("type"), frozen("data"))),
      Map.entry("services", List.of(ServiceUpdates::check)),
      Map.entry(
          "persistentvolumeclaims",
          List.of(VolumeUpdates::claim, fixed("spec.volumeMode", "volumeMode"))),
      Map.entry(
          "persistentvolumes",
          List.of(VolumeUpdates::volume, fixed("spec.volumeMode", "volumeMode"))),
      Map.entry(
          "nodes",
          List.of(
              forbiddenOnceSet(
                  "spec.podCIDRs", "node updates may not change podCIDR" + CHANGED_NODE),
              forbiddenOnceSet(
                  "spec.providerID", "node updates may not change providerID" + CHANGED_NODE))),
      Map.entry("resourcequotas", List.of(fixed("spec.scopes"))),
      Map.entry("deployments.apps", List.of(fixed("spec.selector"))),
      Map.entry("replicasets.apps", List.of(fixed("spec.selector"))),
      Map.entry("daemonsets.apps", List.of(fixed("spec.selector"))),
      Map.entry(
          "statefulsets.apps",
          List.of(onlyInSpec(
              "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy',"
                  + " 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
              "replicas",
              "ordinals",
              "template",
              "updateStrategy",
              "revisionHistoryLimit",
              "persistentVolumeClaimRetentionPolicy",
              "minReadySeconds"))),
      Map.entry("controllerrevisions.apps", List.of(fixed("data"))),
      Map.entry(
          "jobs.batch",
          List.of(
              JobUpdates::completions,
              fixed("spec.selector"),
              JobUpdates::template,
              fixed("spec.completionMode"),
              fixed("spec.podFailurePolicy"),
              fixed("spec.backoffLimitPerIndex"),
              fixed("spec.managedBy"),
              fixed("spec.successPolicy"))),
      Map.entry("rolebindings.rbac.authorization.k8s.io", List.of(UpdateTable::roleReference)),
      Map.entry(
          "clusterrolebindings.rbac.authorization.k8s.io", List.of(UpdateTable::roleReference)),
      Map.entry(
          "storageclasses.storage.k8s.io",
          List.of(
              fixed("parameters"),
              fixedText("provisioner"),
              fixed("reclaimPolicy"),
              fixed("volumeBindingMode"))),
      Map.entry("csinodes.storage.k8s.io", List.of(VolumeUpdates::drivers)),
      Map.entry(
          "csidrivers.storage.k8s.io",
          List.of(
              fixed("spec.attachRequired", "spec.attachedRequired"),
              fixed("spec.volumeLifecycleModes"))),
      Map.entry(
          "csistoragecapacities.storage.k8s.io",
          List.of(fixed("nodeTopology"), fixedText("storageClassName"))),
      Map.entry("volumeattachments.storage.k8s.io", List.of(fixed("spec"))),
      Map.entry("endpointslices.discovery.k8s.io", List.of(fixedText("addressType"))),
      Map.entry("ingressclasses.networking.k8s.io", List.of(fixedText("spec.controller"))),
      Map.entry("ipaddresses.networking.k8s.io", List.of(fixed("spec.parentRef"))),
      Map.entry("runtimeclasses.node.k8s.io", List.of(fixedText("handler"))),
      Map.entry(
          "priorityclasses.scheduling.k8s.io",
          List.of(
              forbidden("value", "may not be changed in an update."), fixed("preemptionPolicy"))),
      Map.entry("resourceclaims.resource.k8s.io", List.of(fixed("spec"))),
      Map.entry("resourceclaimtemplates.resource.k8s.io", List.of(fixed("spec"))));

  /** Kinds that are asked for what they were before they are asked for what they are. */
  private static final Set<String> FIRST = Set.of(
      "configmaps", "secrets", "services", "daemonsets.apps", "ingressclasses.networking.k8s.io");

  private UpdateTable() {}

  /** What the update may not change and does. */
  public static List<Cause> check(ResourceType type, ObjectNode before, ObjectNode after) {
    List<Cause> causes = new ArrayList<>();
    if (type.builtIn()) {
      for (UpdateRule rule : RULES.getOrDefault(type.storage(), List.of())) {
        rule.check(before, after, causes);
      }
    }
    return causes;
  }

  /** Whether these causes come before those of the new object's own form. */
  public static boolean comesFirst(ResourceType type) {
    return FIRST.contains(type.storage());
  }

  private static void roleReference(JsonNode before, JsonNode after, List<Cause> causes) {
    if (!Likeness.same("roleRef", before.path("roleRef"), after.path("roleRef"))) {
      JsonNode role = after.path("roleRef");
      String shown = "{\"APIGroup\":" + role.path("apiGroup") + ",\"Kind\":" + role.path("kind")
          + ",\"Name\":" + role.path("name") + "}";
      causes.add(Cause.invalid("roleRef", shown, "cannot change roleRef"));
    }
  }
}

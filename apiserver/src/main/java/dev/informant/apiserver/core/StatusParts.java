package dev.informant.apiserver.core;

import dev.informant.apiserver.registry.ResourceType;
import java.util.List;
import java.util.Map;

/** What of an object's metadata a write of its status leaves as it is. Stateless. */
final class StatusParts {
  private static final List<String> ALL =
      List.of("labels", "annotations", "finalizers", "ownerReferences");
  private static final Map<String, List<String>> KEPT = Map.of(
      "deployments.apps", List.of("labels"),
      "pods", List.of("ownerReferences"),
      "resourceclaims.resource.k8s.io", ALL,
      "servicecidrs.networking.k8s.io", ALL,
      "volumeattachments.storage.k8s.io", ALL,
      "flowschemas.flowcontrol.apiserver.k8s.io", ALL,
      "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io", ALL,
      "validatingadmissionpolicies.admissionregistration.k8s.io", ALL,
      "apiservices.apiregistration.k8s.io", ALL);

  private StatusParts() {}

  /** The fields that stay. */
  static List<String> keptMetadata(ResourceType type) {
    return KEPT.getOrDefault(type.storage(), List.of());
  }
}

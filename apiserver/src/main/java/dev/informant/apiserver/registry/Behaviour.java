package dev.informant.apiserver.registry;

import java.util.Set;

/**
 * What differs from kind to kind when objects are read, written and deleted. Immutable.
 *
 * @param needsResourceVersion an update must carry one
 * @param createsOnUpdate an update of a missing object creates it
 * @param generation metadata.generation is kept
 * @param ownStatus status changes only through the status subresource
 * @param answersWithObject a deletion is answered with the object and not with a Status
 * @param cached reads and watches go through a cache in front of the storage: it can be behind, and sends bookmarks
 */
public record Behaviour(
    boolean needsResourceVersion,
    boolean createsOnUpdate,
    boolean generation,
    boolean ownStatus,
    boolean answersWithObject,
    boolean cached) {

  private static final Set<String> NEED_VERSION = Set.of(
      "CustomResourceDefinition",
      "Lease",
      "LeaseCandidate",
      "APIService",
      "PodDisruptionBudget",
      "RuntimeClass",
      "CSIDriver",
      "CSINode",
      "CSIStorageCapacity",
      "VolumeAttachment",
      "MutatingWebhookConfiguration",
      "ValidatingWebhookConfiguration",
      "MutatingAdmissionPolicy",
      "MutatingAdmissionPolicyBinding",
      "ValidatingAdmissionPolicy",
      "ValidatingAdmissionPolicyBinding",
      "StorageVersionMigration");
  private static final Set<String> CREATE_ON_UPDATE = Set.of(
      "Lease",
      "LeaseCandidate",
      "Endpoints",
      "Event",
      "LimitRange",
      "Service",
      "RuntimeClass",
      "Role",
      "RoleBinding",
      "ClusterRole",
      "ClusterRoleBinding");
  private static final Set<String> GENERATION = Set.of(
      "DeviceClass",
      "ResourceSlice",
      "Pod",
      "Deployment",
      "ReplicaSet",
      "ReplicationController",
      "StatefulSet",
      "DaemonSet",
      "Job",
      "CronJob",
      "PodDisruptionBudget",
      "Ingress",
      "IngressClass",
      "NetworkPolicy",
      "EndpointSlice",
      "PodTemplate",
      "PriorityClass",
      "MutatingWebhookConfiguration",
      "ValidatingWebhookConfiguration",
      "MutatingAdmissionPolicy",
      "MutatingAdmissionPolicyBinding",
      "ValidatingAdmissionPolicy",
      "ValidatingAdmissionPolicyBinding",
      "FlowSchema",
      "PriorityLevelConfiguration",
      "CustomResourceDefinition");
  private static final Set<String> ANSWER_WITH_OBJECT = Set.of(
      "Pod",
      "Service",
      "ServiceAccount",
      "PersistentVolume",
      "PersistentVolumeClaim",
      "Namespace",
      "ResourceQuota",
      "PodTemplate",
      "StorageClass",
      "VolumeAttachment",
      "CSIDriver",
      "CSINode",
      "DeviceClass",
      "DeviceTaintRule",
      "ResourceClaim",
      "ResourceClaimTemplate",
      "ResourceSlice");

  private static final Set<String> UNCACHED = Set.of("Event");

  static Behaviour ofBuiltIn(String kind, boolean ownStatus) {
    return new Behaviour(
        NEED_VERSION.contains(kind),
        CREATE_ON_UPDATE.contains(kind),
        GENERATION.contains(kind),
        ownStatus,
        ANSWER_WITH_OBJECT.contains(kind),
        !UNCACHED.contains(kind));
  }

  public static Behaviour ofCustom(boolean ownStatus) {
    return new Behaviour(
        /* needsResourceVersion= */ true,
        /* createsOnUpdate= */ false,
        /* generation= */ true,
        ownStatus,
        /* answersWithObject= */ false,
        /* cached= */ true);
  }
}

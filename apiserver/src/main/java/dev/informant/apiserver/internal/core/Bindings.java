package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.PodConditions;
import dev.informant.apiserver.internal.registry.BuiltInResources;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.ResourceName;
import dev.informant.apiserver.internal.storage.Json;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Puts pods onto the nodes that Bindings name. Thread-safe. */
final class Bindings {
  private static final ResourceName BINDING = new ResourceName("", "pods/binding");

  private final Writes writes;

  Bindings(Writes writes) {
    this.writes = writes;
  }

  /** Whether objects of the type bind pods to nodes and are not stored. */
  static boolean binding(ResourceType type) {
    return type.kind().equals("Binding");
  }

  /** The type of a Binding. */
  static ResourceType type() {
    return Objects.requireNonNull(BuiltInResources.known("v1", "Binding"), "it is built in");
  }

  /** Binds the pod of that name, as a Binding asks for it. */
  void bind(ResourceType pods, String namespace, String name, ObjectNode binding, boolean dryRun) {
    Metadata given = Metadata.of(binding);
    ObjectRules.checkNamespace(pods, given, namespace);
    if (!given.name().equals(name)) {
      throw ApiStatusException.badRequest("name in URL does not match name in Binding object");
    }
    String kind = binding.path("target").path("kind").asText("");
    if (!kind.isEmpty() && !kind.equals("Node")) {
      throw ApiStatusException.internal("target.kind: Unsupported value: \"" + kind
          + "\": supported values: \"Node\", \"<empty>\"");
    }
    String node = binding.path("target").path("name").asText("");
    if (node.isEmpty()) {
      throw ApiStatusException.internal("target.name: Required value");
    }
    String key = StorageKeys.of(pods, namespace, name, dryRun);
    writes.change(pods, namespace, name, Writes.Part.BINDING, dryRun, pod -> {
      Metadata metadata = Metadata.of(pod);
      UpdateRules.checkUid(pods, given, metadata.uid(), key);
      UpdateRules.checkVersionMet(pods, given, metadata.resourceVersion(), key);
      String obstacle = obstacle(pod);
      if (obstacle != null) {
        throw ApiStatusException.conflict(BINDING, name, "pod " + name + obstacle);
      }
      Json.objectAt(pod, "spec").put("nodeName", node);
      Json.objectAt(pod, "status").remove("nominatedNodeName");
      for (String part : List.of("annotations", "labels")) {
        if (given.node().get(part) instanceof ObjectNode more && !more.isEmpty()) {
          Json.objectAt(metadata.node(), part).setAll(more);
        }
      }
      PodConditions.set(
          pod, "PodScheduled", "True", /* reason= */ "", /* message= */ "", writes.now());
      return pod;
    });
  }

  /** What keeps the pod from being bound; null if nothing does. */
  private static @Nullable String obstacle(ObjectNode pod) {
    if (Metadata.of(pod).deleting()) {
      return " is being deleted, cannot be assigned to a host";
    }
    String already = pod.path("spec").path("nodeName").asText("");
    if (!already.isEmpty()) {
      return " is already assigned to node \"" + already + "\"";
    }
    return pod.path("spec").path("schedulingGates").isEmpty()
        ? null
        : " has non-empty .spec.schedulingGates";
  }
}

package dev.informant.apiserver.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.storage.Json;
import java.util.Objects;

/** What controllers make of a deployment whose template a user has written. Stateless. */
final class TemplateObjects {
  private static final String HASH = "pod-template-hash";

  private TemplateObjects() {}

  static ObjectNode replicaSet(Workload workload, String now) {
    ObjectNode spec = Objects.requireNonNull(workload.spec);
    ObjectNode set = object("apps/v1", "ReplicaSet", workload, workload.replicaSet());
    ObjectNode template = spec.path("template").deepCopy();
    ObjectNode labels = Json.objectAt(Json.objectAt(template, "metadata"), "labels");
    labels.put(HASH, workload.hash);
    ObjectNode metadata = (ObjectNode) set.path("metadata");
    metadata.set("labels", labels.deepCopy());
    ClusterObjects.owner(metadata, "Deployment", workload.name, workload.deploymentUid);
    ObjectNode made = set.putObject("spec").put("replicas", workload.replicas);
    ObjectNode selector = spec.path("selector").deepCopy();
    Json.objectAt(selector, "matchLabels").put(HASH, workload.hash);
    made.set("selector", selector);
    made.set("template", template);
    FieldOwnership.add(set, "kube-controller-manager", "", now, "metadata", "spec");
    return set;
  }

  /** A pod that has just been created and is not scheduled. */
  static ObjectNode pod(Workload workload, String name, String now) {
    JsonNode template = Objects.requireNonNull(workload.spec).path("template");
    ObjectNode pod = object("v1", "Pod", workload, name);
    ObjectNode metadata = (ObjectNode) pod.path("metadata");
    metadata.put("generateName", workload.replicaSet() + "-");
    for (String kept : new String[] {"labels", "annotations", "finalizers"}) {
      if (template.path("metadata").has(kept)) {
        metadata.set(kept, template.path("metadata").path(kept).deepCopy());
      }
    }
    Json.objectAt(metadata, "labels").put(HASH, workload.hash);
    ClusterObjects.owner(metadata, "ReplicaSet", workload.replicaSet(), workload.replicaSetUid);
    pod.set("spec", template.path("spec").deepCopy());
    FieldOwnership.add(pod, "kube-controller-manager", "", now, "metadata", "spec");
    return pod;
  }

  private static ObjectNode object(String apiVersion, String kind, Workload workload, String name) {
    return ClusterObjects.object(apiVersion, kind, workload.namespace, name);
  }
}

package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.rules.SpecRules;
import dev.informant.apiserver.status.Cause;
import dev.informant.apiserver.storage.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** What single kinds do beyond the common rules when they are written. Stateless. */
final class KindRules {
  private KindRules() {}

  /** Before an object is created. */
  static void onCreate(ResourceType type, ObjectNode tree) {
    fillDefaults(type, tree);
    if (type.behaviour().ownStatus() && !type.storage().equals("nodes")) {
      tree.remove("status");
    }
    switch (type.storage()) {
      case "namespaces" -> {
        Json.objectAt(tree, "spec").putArray("finalizers").add("kubernetes");
        Json.objectAt(tree, "status").put("phase", "Active");
        if (Metadata.of(tree).text("generateName").isEmpty()) {
          labelWithName(tree);
        }
      }
      case "pods" -> {
        Json.objectAt(tree, "status").put("phase", "Pending");
        waitAtGates(tree);
      }
      case "persistentvolumes" ->
        Json.objectAt(tree, "status")
            .put("phase", "Pending")
            .put("lastPhaseTransitionTime", Metadata.of(tree).text("creationTimestamp"));
      case "persistentvolumeclaims" -> Json.objectAt(tree, "status").put("phase", "Pending");
      case "jobs.batch" -> selectOwnPods(tree);
      case CustomResources.STORAGE -> CustomDefinitions.notYetAccepted(tree);
      case "secrets" -> fillSecret(tree);
      default -> {}
    }
  }

  /** A pod with gates says from the start that it is not scheduled. */
  private static void waitAtGates(ObjectNode pod) {
    if (!pod.path("spec").path("schedulingGates").isEmpty()
        && !PodConditions.has(pod, "PodScheduled")) {
      PodConditions.set(
          pod,
          "PodScheduled",
          "False",
          "SchedulingGated",
          "Scheduling is blocked due to non-empty scheduling gates",
          Metadata.of(pod).text("creationTimestamp"));
    }
  }

  /** What is wrong with a new object. */
  static List<Cause> complaints(ResourceType type, ObjectNode tree) {
    List<Cause> causes = new ArrayList<>();
    boolean event = type.storage().equals("events");
    if (event) {
      causes.addAll(SpecRules.checkEvent(type, tree));
    }
    if (MetadataRules.checkedByKind(type)) {
      causes.addAll(ObjectRules.complaints(type, tree));
    }
    causes.addAll(event ? SpecRules.checkStrictly(type, tree) : SpecRules.checkNew(type, tree));
    boolean last = !MetadataRules.checkedByKind(type) || !NameRules.checkedByKind(type);
    return last && causes.isEmpty() ? ObjectRules.inAnyKind(tree) : causes;
  }

  /** After a new object has been looked at: what is filled in only when it is read again. */
  static void onCreated(ResourceType type, ObjectNode tree) {
    switch (type.builtIn() ? type.storage() : "") {
      case "jobs.batch" -> labelAsItsPods(tree);
      case "namespaces" -> labelWithName(tree);
      default -> {}
    }
  }

  /** A job finds its pods by its own uid, unless it brings a selector. */
  private static void selectOwnPods(ObjectNode tree) {
    ObjectNode spec = Json.objectAt(tree, "spec");
    boolean labelled = !spec.path("template").path("metadata").path("labels").isEmpty();
    if (!spec.path("manualSelector").asBoolean()) {
      selectByUid(spec, Metadata.of(tree));
    }
    if (labelled) {
      labelAsItsPods(tree);
    }
  }

  /** A job without labels has those of its pods. */
  private static void labelAsItsPods(ObjectNode tree) {
    JsonNode labels = tree.path("spec").path("template").path("metadata").path("labels");
    Metadata metadata = Metadata.of(tree);
    if (metadata.node().path("labels").isEmpty() && !labels.isEmpty()) {
      metadata.node().set("labels", labels.deepCopy());
    }
  }

  private static void selectByUid(ObjectNode spec, Metadata metadata) {
    ObjectNode labels =
        Json.objectAt(Json.objectAt(Json.objectAt(spec, "template"), "metadata"), "labels");
    for (String prefix : List.of("", "batch.kubernetes.io/")) {
      labels.put(prefix + "controller-uid", metadata.uid());
      labels.put(prefix + "job-name", metadata.name());
    }
    Json.objectAt(Json.objectAt(spec, "selector"), "matchLabels")
        .put("batch.kubernetes.io/controller-uid", metadata.uid());
  }

  /**
   * What others rely on: what is counted, selected by, shown in tables or compared by updates. The rest is left unfilled
   * and listed in the conformance suite's {@code unfilled.txt}.
   */
  static void fillDefaults(ResourceType type, ObjectNode tree) {
    if (type.builtIn()) {
      KindDefaults.fill(type.storage(), tree);
      JsonNode spec = tree.path("spec");
      fillVolumes(spec);
      fillVolumes(spec.path("template").path("spec"));
      fillVolumes(spec.path("jobTemplate").path("spec").path("template").path("spec"));
      fillVolumes(tree.path("template").path("spec"));
    }
    switch (type.builtIn() ? type.storage() : "") {
      case "pods" -> Json.objectAt(Json.objectAt(tree, "spec"), "securityContext");
      case "deployments.apps", "replicasets.apps", "statefulsets.apps" ->
        fill(Json.objectAt(tree, "spec"), "replicas", 1);
      case "replicationcontrollers" -> {
        ObjectNode spec = Json.objectAt(tree, "spec");
        fill(spec, "replicas", 1);
        JsonNode labels = spec.path("template").path("metadata").path("labels");
        if (!labels.isEmpty() && spec.path("selector").isEmpty()) {
          spec.set("selector", labels.deepCopy());
        }
        ObjectNode metadata = Metadata.of(tree).node();
        if (!labels.isEmpty() && metadata.path("labels").isEmpty()) {
          metadata.set("labels", labels.deepCopy());
        }
      }
      case CustomResources.STORAGE -> CustomDefinitions.fillDefaults(tree);
      case "services" -> {
        ObjectNode spec = Json.objectAt(tree, "spec");
        if (!spec.hasNonNull("type")) {
          spec.put("type", "ClusterIP");
        }
        if (spec.path("type").asText("").equals("LoadBalancer")) {
          fillIngress(tree.path("status").path("loadBalancer").path("ingress"));
        }
      }
      default -> {}
    }
  }

  /** An address of a load balancer is used as it is, unless something else is said. */
  private static void fillIngress(JsonNode ingresses) {
    for (JsonNode ingress : ingresses) {
      if (ingress instanceof ObjectNode object
          && !object.path("ip").asText("").isEmpty()
          && !object.hasNonNull("ipMode")) {
        object.put("ipMode", "VIP");
      }
    }
  }

  /** A volume that does not say what it is, is an empty directory. */
  private static void fillVolumes(JsonNode podSpec) {
    for (JsonNode volume : podSpec.path("volumes")) {
      if (volume instanceof ObjectNode object && object.size() == 1 && object.has("name")) {
        object.putObject("emptyDir");
      }
    }
  }

  private static void fill(ObjectNode spec, String field, int value) {
    if (!spec.hasNonNull(field)) {
      spec.put(field, value);
    }
  }

  /** Plain strings are for writing only. */
  private static void fillSecret(ObjectNode tree) {
    if (tree.path("type").asText("").isEmpty()) {
      tree.put("type", "Opaque");
    }
    JsonNode plain = tree.remove("stringData");
    if (plain != null && plain.isObject()) {
      ObjectNode data = Json.objectAt(tree, "data");
      plain
          .properties()
          .forEach(entry -> data.put(
              entry.getKey(),
              Base64.getEncoder()
                  .encodeToString(entry.getValue().asText().getBytes(StandardCharsets.UTF_8))));
    }
  }

  /** Before an object is replaced; {@code subresource} is empty for the object itself. */
  static void onUpdate(ResourceType type, ObjectNode current, ObjectNode tree, String subresource) {
    fillDefaults(type, tree);
    if (type.storage().equals("secrets")) {
      fillSecret(tree);
    }
    if (type.storage().equals("certificatesigningrequests.certificates.k8s.io")) {
      tree.set("spec", current.path("spec"));
    }
    if (type.storage().equals("jobs.batch")) {
      labelAsItsPods(tree);
    }
    if (type.storage().equals("services")) {
      keepAddresses(current.path("spec"), Json.objectAt(tree, "spec"));
    }
    if (type.storage().equals("namespaces")) {
      if (!subresource.equals("finalize")) {
        JsonNode finalizers = current.path("spec").get("finalizers");
        if (finalizers != null) {
          Json.objectAt(tree, "spec").set("finalizers", finalizers);
        }
      }
      labelWithName(tree);
    }
  }

  /** A service that does not mention its addresses keeps them. */
  private static void keepAddresses(JsonNode was, ObjectNode is) {
    boolean external = was.path("type").asText("").equals("ExternalName")
        || is.path("type").asText("").equals("ExternalName");
    for (String field : List.of("clusterIP", "clusterIPs")) {
      if (!external
          && was.hasNonNull(field)
          && is.path(field).isEmpty()
          && is.path(field).asText("").isEmpty()) {
        is.set(field, was.get(field));
      }
    }
  }

  /** Whether nothing keeps a deleted object any longer. */
  static boolean releasable(ResourceType type, ObjectNode tree) {
    return Metadata.of(tree).finalizers().isEmpty()
        && (!type.storage().equals("namespaces")
            || tree.path("spec").path("finalizers").isEmpty());
  }

  private static void labelWithName(ObjectNode tree) {
    Metadata metadata = Metadata.of(tree);
    Json.objectAt(metadata.node(), "labels").put("kubernetes.io/metadata.name", metadata.name());
  }
}

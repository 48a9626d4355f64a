package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.patch.GoValues;
import dev.informant.apiserver.internal.registry.CustomVersion;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.selector.LabelRequirements;
import dev.informant.apiserver.internal.status.ApiStatusException;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.status.ResourceName;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.storage.StoredObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The scale subresource: an object's replicas seen as a Scale. Stateless. */
final class Scales {
  private Scales() {}

  /** The type of the Scales of {@code owner}. */
  static ResourceType type(ResourceType owner) {
    return new ResourceType(
        "autoscaling",
        "v1",
        "Scale",
        "ScaleList",
        owner.plural(),
        owner.singular(),
        owner.namespaced(),
        List.of(),
        List.of(),
        "scales",
        owner.verbs(),
        List.of(),
        "io.k8s.api.autoscaling.v1.Scale",
        /* custom= */ null);
  }

  /** What there is to patch: a custom resource without replicas has none. */
  static ServedObject patchable(ServedObject object) {
    return of(object, /* strict= */ false);
  }

  static ServedObject of(ServedObject object) {
    return of(object, /* strict= */ true);
  }

  private static ServedObject of(ServedObject object, boolean strict) {
    ObjectNode tree = object.tree();
    ObjectNode scale = JsonNodeFactory.instance.objectNode();
    Metadata metadata = Metadata.of(scale);
    Metadata owner = Metadata.of(tree);
    for (String field : List.of("name", "namespace", "uid", "creationTimestamp")) {
      metadata.copy(owner, field);
    }
    JsonNode wanted = at(tree, path(object.type(), "specReplicasPath", ".spec.replicas"));
    if (!wanted.isNumber() && strict && !object.type().builtIn()) {
      throw ApiStatusException.internalError("the spec replicas field \"."
          + String.join(".", path(object.type(), "specReplicasPath", ".spec.replicas"))
          + "\" does not exist");
    }
    // built-ins that leave replicas out have one
    int otherwise = object.type().builtIn() ? 1 : 0;
    int replicas = wanted.isNumber() ? wanted.asInt() : otherwise;
    ObjectNode spec = scale.putObject("spec");
    if (replicas != 0) {
      spec.put("replicas", replicas);
    }
    ObjectNode status = scale.putObject("status");
    status.put(
        "replicas",
        at(tree, path(object.type(), "statusReplicasPath", ".status.replicas")).asInt(0));
    String selector = selector(object.type(), tree);
    if (!selector.isEmpty()) {
      status.put("selector", selector);
    }
    return new ServedObject(
        type(object.type()),
        StoredObject.of(scale, Map.of()).at(object.stored().resourceVersion()));
  }

  /** {@code owner} with the replicas, and the expectations, of {@code scale}. */
  static ObjectNode applied(ResourceType type, ObjectNode owner, ObjectNode scale) {
    JsonNode replicas = scale.path("spec").path("replicas");
    if (!replicas.isMissingNode() && !replicas.isIntegralNumber() && !replicas.isNull()) {
      throw ApiStatusException.badRequest(
          "Scale in version \"v1\" cannot be handled as a Scale: spec.replicas is not an integer");
    }
    int wanted = replicas.asInt(0);
    Metadata asked = Metadata.of(scale);
    // a custom resource is looked at itself, as it would be without a Scale
    if (wanted < 0 && type.builtIn()) {
      throw ApiStatusException.invalid(
          "autoscaling",
          "Scale",
          asked.name(),
          List.of(Cause.invalid(
              "spec.replicas", Integer.toString(wanted), "must be greater than or equal to 0")));
    }
    List<String> path = path(type, "specReplicasPath", ".spec.replicas");
    ObjectNode parent = owner;
    for (String name : path.subList(0, path.size() - 1)) {
      parent = Json.objectAt(parent, name);
    }
    parent.put(path.get(path.size() - 1), wanted);
    Metadata metadata = Metadata.of(owner);
    if (!asked.resourceVersion().isEmpty()) {
      metadata.node().put("resourceVersion", asked.resourceVersion());
    }
    return owner;
  }

  /** 409 if what a patch makes of a Scale is not that of {@code owner}. */
  static void checkUid(ResourceType type, ObjectNode owner, ObjectNode scale) {
    String asked = Metadata.of(scale).uid();
    String found = Metadata.of(owner).uid();
    if (!asked.isEmpty() && !asked.equals(found)) {
      throw ApiStatusException.conflict(
          new ResourceName(type.group(), type.plural() + "/scale"),
          Metadata.of(owner).name(),
          "Precondition failed: UID in precondition: " + asked + ", UID in object meta: " + found);
    }
  }

  /** What keeps the wanted replicas of a custom resource from being found. */
  static List<Cause> wantedComplaints(ResourceType type, ObjectNode tree) {
    return complaints(type, tree, "specReplicasPath", /* number= */ true);
  }

  /** What keeps the actual replicas, and the selector, of a custom resource from being found. */
  static List<Cause> statusComplaints(ResourceType type, ObjectNode tree) {
    List<Cause> causes =
        new ArrayList<>(complaints(type, tree, "statusReplicasPath", /* number= */ true));
    causes.addAll(complaints(type, tree, "labelSelectorPath", /* number= */ false));
    return causes;
  }

  private static List<Cause> complaints(
      ResourceType type, ObjectNode tree, String option, boolean number) {
    CustomVersion custom = type.custom();
    if (custom == null || !custom.version().path("subresources").path("scale").hasNonNull(option)) {
      return List.of();
    }
    List<String> path = path(type, option, "");
    String shown = "." + String.join(".", path);
    JsonNode node = tree;
    int depth = 0;
    while (depth < path.size() && node.has(path.get(depth))) {
      node = node.get(path.get(depth++));
    }
    boolean there = depth == path.size();
    boolean fits = there
        ? number ? node.isIntegralNumber() : node.isTextual()
        : node.isObject() || node.isNull();
    if (!fits) {
      String expected = there ? number ? "int64" : "string" : "map[string]interface{}";
      return List.of(Cause.invalid(
          shown,
          number ? "0" : "\"\"",
          shown + " accessor error: " + GoValues.shown(node) + " is of the type "
              + GoValues.type(node) + ", expected " + expected));
    }
    if (there && number && node.asLong() < 0) {
      return List.of(Cause.invalid(shown, node.asText(), "should be a non-negative integer"));
    }
    return there && number && node.asLong() > Integer.MAX_VALUE
        ? List.of(Cause.invalid(
            shown, node.asText(), "should be less than or equal to " + Integer.MAX_VALUE))
        : List.of();
  }

  private static List<String> path(ResourceType type, String option, String builtIn) {
    CustomVersion custom = type.custom();
    String path = custom == null
        ? builtIn
        : custom.version().path("subresources").path("scale").path(option).asText(builtIn);
    return Arrays.stream(path.split("\\.")).filter(name -> !name.isEmpty()).toList();
  }

  private static JsonNode at(JsonNode tree, List<String> path) {
    JsonNode node = tree;
    for (String name : path) {
      node = node.path(name);
    }
    return node;
  }

  private static String selector(ResourceType type, ObjectNode tree) {
    if (!type.builtIn()) {
      List<String> path = path(type, "labelSelectorPath", "");
      return path.isEmpty() ? "" : at(tree, path).asText("");
    }
    return LabelRequirements.of(tree.path("spec").path("selector")).text();
  }
}

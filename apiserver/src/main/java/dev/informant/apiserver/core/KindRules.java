package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.status.Cause;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** What single kinds do beyond the common rules when they are written. Stateless. */
final class KindRules {
  private KindRules() {}

  /** Before an object is created. */
  static void onCreate(ResourceType type, ObjectNode tree) {
    if (type.behaviour().ownStatus() && !type.storage().equals("nodes")) {
      tree.remove("status");
    }
    switch (type.storage()) {
      case "namespaces" -> {
        object(tree, "spec").putArray("finalizers").add("kubernetes");
        object(tree, "status").put("phase", "Active");
        labelWithName(tree);
      }
      case "pods" -> object(tree, "status").put("phase", "Pending");
      case "persistentvolumes", "persistentvolumeclaims" ->
        object(tree, "status").put("phase", "Pending");
      case "events" -> checkEvent(type, tree);
      case "secrets" -> fillSecret(tree);
      default -> {}
    }
  }

  /** Plain strings are for writing only. */
  private static void fillSecret(ObjectNode tree) {
    if (tree.path("type").asText("").isEmpty()) {
      tree.put("type", "Opaque");
    }
    JsonNode plain = tree.remove("stringData");
    if (plain != null && plain.isObject()) {
      ObjectNode data = object(tree, "data");
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
    if (type.storage().equals("secrets")) {
      fillSecret(tree);
    }
    if (type.storage().equals("namespaces")) {
      if (!subresource.equals("finalize")) {
        JsonNode finalizers = current.path("spec").get("finalizers");
        if (finalizers != null) {
          object(tree, "spec").set("finalizers", finalizers);
        }
      }
      labelWithName(tree);
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
    object(metadata.node(), "labels").put("kubernetes.io/metadata.name", metadata.name());
  }

  /** An event lives in the namespace of what it is about. */
  private static void checkEvent(ResourceType type, ObjectNode tree) {
    Metadata metadata = Metadata.of(tree);
    String field = type.group().isEmpty() ? "involvedObject" : "regarding";
    String involved = tree.path(field).path("namespace").asText("");
    String expected = involved.isEmpty() ? "default" : involved;
    if (!metadata.namespace().equals(expected)) {
      throw ObjectRules.invalid(
          type,
          metadata.name(),
          List.of(Cause.invalid(
              field + ".namespace",
              ObjectRules.quoted(involved),
              "does not match event.namespace")));
    }
  }

  static ArrayNode array(ObjectNode parent, String field) {
    JsonNode child = parent.get(field);
    return child instanceof ArrayNode array ? array : parent.putArray(field);
  }

  static ObjectNode object(ObjectNode parent, String field) {
    JsonNode child = parent.get(field);
    return child instanceof ObjectNode object ? object : parent.putObject(field);
  }
}

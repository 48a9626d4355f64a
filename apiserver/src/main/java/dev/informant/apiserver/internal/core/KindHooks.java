package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.status.Cause;
import dev.informant.apiserver.internal.storage.Json;
import java.util.ArrayList;
import java.util.List;

/** Where the descriptions of kinds take part in a write. Stateless. */
final class KindHooks {
  private KindHooks() {}

  /** Before an object is created. */
  static void onCreate(ResourceType type, ObjectNode tree) {
    fillDefaults(type, tree);
    if (type.ownStatus() && !type.is(Kind.Trait.STATUS_WHEN_NEW)) {
      tree.remove("status");
    }
    type.traits().onCreate(tree);
    if (type.isDefinition()) {
      CustomDefinitions.notYetAccepted(tree);
    }
  }

  private static void fillDefaults(ResourceType type, ObjectNode tree) {
    type.traits().fillDefaults(tree);
    if (type.isDefinition()) {
      CustomDefinitions.fillDefaults(tree);
    }
  }

  /** What is wrong with a new object. */
  static List<Cause> complaints(ResourceType type, ObjectNode tree) {
    List<Cause> causes = new ArrayList<>(type.traits().checkBeforeMetadata(tree));
    boolean metadata = MetadataRules.checkedByKind(type);
    if (metadata) {
      causes.addAll(ObjectRules.complaints(type, tree));
    }
    if (type.builtIn()) {
      causes.addAll(type.traits().checkNew(tree, type.schema()));
    }
    boolean last = !metadata || type.is(Kind.Trait.ANY_NAME);
    return last && causes.isEmpty() ? ObjectRules.inAnyKind(tree) : causes;
  }

  /** Before an object takes the place of another. */
  static void onUpdate(ResourceType type, ObjectNode current, ObjectNode tree, Writes.Part part) {
    fillDefaults(type, tree);
    type.traits().onUpdate(current, tree);
    JsonNode finalizers = current.path("spec").get("finalizers");
    if (holdsContent(type) && part != Writes.Part.FINALIZE && finalizers != null) {
      Json.objectAt(tree, "spec").set("finalizers", finalizers);
    }
  }

  /** Whether nothing keeps a deleted object any longer. */
  static boolean releasable(ResourceType type, ObjectNode tree) {
    return Metadata.of(tree).finalizers().isEmpty()
        && (!holdsContent(type) || tree.path("spec").path("finalizers").isEmpty());
  }

  /** Whether objects, as namespaces do, go when their content has gone. */
  static boolean holdsContent(ResourceType type) {
    return type.traits().deletion() == Kind.Deletion.WHEN_EMPTY;
  }
}

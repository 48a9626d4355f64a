package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.storage.StoredObject;
import java.util.Map;
import java.util.Set;

/** Makes what bookmarks carry: an object of the watched kind that has a resourceVersion and no values. Thread-safe. */
final class Bookmarks {
  /** Kinds whose replicas are a plain number in the server's own types, so that an empty object has 0 of them. */
  private static final Set<String> COUNTED = Set.of("Deployment", "ReplicaSet", "StatefulSet");

  private final Negotiation negotiation;

  Bookmarks(Negotiation negotiation) {
    this.negotiation = negotiation;
  }

  StoredObject at(ResourceType type, long revision) {
    return of(type, JsonNodeFactory.instance.objectNode(), revision);
  }

  /** The bookmark behind the objects that a watch-list begins with. */
  StoredObject endOfInitialEvents(ResourceType type, long revision) {
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
    return of(type, metadata, revision);
  }

  private StoredObject of(ResourceType type, ObjectNode metadata, long revision) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.set("metadata", metadata);
    negotiation.settle(type, tree);
    if (type.builtIn()
        && COUNTED.contains(type.kind())
        && tree.get("spec") instanceof ObjectNode spec) {
      spec.put("replicas", 0);
    }
    return StoredObject.of(tree, Map.of()).at(revision);
  }
}

package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.kinds.Kind;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.storage.StoredObject;
import java.util.Map;

/** Makes what bookmarks carry: an object of the watched kind that has a resourceVersion and no values. Thread-safe. */
final class Bookmarks {
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
    if (type.is(Kind.Trait.EMPTY_WITHOUT_REPLICAS) && tree.get("spec") instanceof ObjectNode spec) {
      spec.put("replicas", 0);
    }
    return StoredObject.of(tree, Map.of()).at(revision);
  }
}

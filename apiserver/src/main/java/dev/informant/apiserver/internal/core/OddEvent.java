package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.apiserver.internal.storage.StoredObject;
import java.util.Map;

/** An {@link Oddity}, written in the form of the watch that gets it. */
@FunctionalInterface
interface OddEvent {
  byte[] encode(Representation form, ResourceType type, boolean first);

  static OddEvent of(Oddity what, long revision) {
    if (what instanceof Oddity.Undecodable object) {
      return undecodable(object.namespace(), object.name(), revision);
    }
    return what instanceof Oddity.OtherKind ? otherKind(revision) : unknownType(revision);
  }

  private static OddEvent unknownType(long revision) {
    return (form, type, first) ->
        form.event(EventType.SURPRISE, object(type, "default", "surprise", revision), first);
  }

  private static OddEvent undecodable(String namespace, String name, long revision) {
    return (form, type, first) -> form.brokenEvent(object(type, namespace, name, revision), first);
  }

  private static OddEvent otherKind(long revision) {
    ObjectNode stranger = Json.object();
    stranger.put("kind", "Stranger").put("apiVersion", "elsewhere.example/v1");
    stranger
        .putObject("metadata")
        .put("name", "stranger")
        .put("namespace", "default")
        .put("resourceVersion", Long.toString(revision));
    return (form, type, first) -> form.strangeEvent(stranger);
  }

  /** Nothing but metadata. */
  private static ServedObject object(
      ResourceType type, String namespace, String name, long revision) {
    ObjectNode tree = Json.object();
    ObjectNode metadata = tree.putObject("metadata").put("name", name);
    if (type.namespaced()) {
      metadata.put("namespace", namespace);
    }
    return new ServedObject(type, StoredObject.of(tree, Map.of()).at(revision));
  }
}

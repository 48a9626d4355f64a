package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.registry.SelectableFields;
import dev.informant.apiserver.storage.StoredObject;
import java.util.Map;

/**
 * Objects as they are stored, from and to the versions they are served in. Two kinds have versions that
 * differ in more than their name: events (stored as core/v1) and horizontal pod autoscalers (stored as
 * autoscaling/v2). Stateless.
 */
final class StorageVersions {
  private StorageVersions() {}

  /** What to store for {@code tree}, which is in the form of {@code type}. */
  static StoredObject store(ResourceType type, ObjectNode tree) {
    ObjectNode stored = tree;
    if (isEventOfEvents(type)) {
      stored = EventForms.toCore(tree);
    } else if (isFirstAutoscaler(type)) {
      stored = AutoscalerForms.toSecond(tree);
    }
    return StoredObject.of(stored, SelectableFields.values(type, stored));
  }

  static ServedObject serve(ResourceType type, StoredObject stored) {
    if (isEventOfEvents(type)) {
      return served(type, EventForms.toEvents(stored.tree()), stored.resourceVersion());
    }
    if (isFirstAutoscaler(type)) {
      return served(type, AutoscalerForms.toFirst(stored.tree()), stored.resourceVersion());
    }
    return new ServedObject(type, stored);
  }

  private static ServedObject served(ResourceType type, ObjectNode tree, long revision) {
    return new ServedObject(type, StoredObject.of(tree, Map.of()).at(revision));
  }

  private static boolean isEventOfEvents(ResourceType type) {
    return type.group().equals("events.k8s.io");
  }

  private static boolean isFirstAutoscaler(ResourceType type) {
    return type.group().equals("autoscaling")
        && type.version().equals("v1")
        && type.kind().equals("HorizontalPodAutoscaler");
  }
}

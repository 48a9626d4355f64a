package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.CustomVersion;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.registry.SelectableFields;
import dev.informant.apiserver.schema.Pruning;
import dev.informant.apiserver.storage.StoredObject;
import dev.informant.apiserver.values.GoNumbers;
import java.util.Map;

/**
 * Objects as they are stored, from and to the versions they are served in. Two built-in kinds have versions that
 * differ in more than their name: events (stored as core/v1) and horizontal pod autoscalers (stored as
 * autoscaling/v2). Custom resources have what the schema of the version they are stored in knows, and of that
 * what the schema of the version they are read in knows. Stateless.
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
    CustomVersion custom = type.custom();
    if (custom == null) {
      return StoredObject.of(stored, SelectableFields.values(type, stored));
    }
    CustomVersion.Storage storage = custom.storage();
    if (!storage.here()) {
      stored = tree.deepCopy();
      CustomRules.coerce(storage.schema(), stored);
    }
    GoNumbers.round(stored);
    StoredObject object = StoredObject.of(stored, SelectableFields.values(type, stored));
    return storage.here() ? object.inForm(storage.form()) : object;
  }

  static ServedObject serve(ResourceType type, StoredObject stored) {
    if (isEventOfEvents(type)) {
      return served(type, EventForms.toEvents(stored.tree()), stored.resourceVersion());
    }
    if (isFirstAutoscaler(type)) {
      return served(type, AutoscalerForms.toFirst(stored.tree()), stored.resourceVersion());
    }
    CustomVersion custom = type.custom();
    return custom == null ? new ServedObject(type, stored) : custom(type, custom, stored);
  }

  /** The schemas may have changed since the object was stored. */
  private static ServedObject custom(ResourceType type, CustomVersion custom, StoredObject stored) {
    CustomVersion.Storage storage = custom.storage();
    if (storage.here() && stored.form().equals(storage.form())) {
      return new ServedObject(type, stored);
    }
    ObjectNode tree = stored.tree();
    ObjectNode before = tree.deepCopy();
    CustomRules.coerce(storage.schema(), tree);
    Pruning.fillDefaults(tree, storage.schema());
    if (!storage.here()) {
      CustomRules.coerce(CustomRules.schema(custom), tree);
    }
    return tree.equals(before)
        ? new ServedObject(type, stored)
        : served(type, tree, stored.resourceVersion());
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

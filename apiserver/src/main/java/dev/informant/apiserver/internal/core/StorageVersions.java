package dev.informant.apiserver.internal.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.registry.CustomVersion;
import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.registry.SelectableFields;
import dev.informant.apiserver.internal.schema.Pruning;
import dev.informant.apiserver.internal.storage.StoredObject;
import dev.informant.apiserver.internal.values.GoNumbers;
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
    ObjectNode stored = type.traits().toStored(type.apiVersion(), tree);
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
    if (type.traits().hasForm(type.apiVersion())) {
      ObjectNode shown = type.traits().fromStored(type.apiVersion(), stored.tree());
      return served(type, shown, stored.resourceVersion());
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
      CustomRules.coerce(type.schema(), tree);
    }
    return tree.equals(before)
        ? new ServedObject(type, stored)
        : served(type, tree, stored.resourceVersion());
  }

  private static ServedObject served(ResourceType type, ObjectNode tree, long revision) {
    return new ServedObject(type, StoredObject.of(tree, Map.of()).at(revision));
  }
}

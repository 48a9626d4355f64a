package dev.informant.apiserver.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.registry.SelectableFields;
import dev.informant.apiserver.storage.StoredObject;

/** Objects as they are stored, from and to the versions they are served in. Stateless. */
final class StorageVersions {
  private StorageVersions() {}

  /** What to store for {@code tree}, which is in the form of {@code type}. */
  static StoredObject store(ResourceType type, ObjectNode tree) {
    return StoredObject.of(tree, SelectableFields.values(type, tree));
  }

  static ServedObject serve(ResourceType type, StoredObject stored) {
    return new ServedObject(type, stored);
  }
}

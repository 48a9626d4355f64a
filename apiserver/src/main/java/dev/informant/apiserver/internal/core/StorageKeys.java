package dev.informant.apiserver.internal.core;

import dev.informant.apiserver.internal.registry.ResourceType;
import dev.informant.apiserver.internal.storage.StoredObject;

/** Where a kube-apiserver keeps objects in etcd; errors name it. Stateless. */
final class StorageKeys {
  private StorageKeys() {}

  /** What is only tried is not looked for in etcd itself, but in what stands before it. */
  static String of(ResourceType type, String namespace, String name, boolean dryRun) {
    return (dryRun ? "/" : "/registry/") + place(type) + "/" + StoredObject.key(namespace, name);
  }

  private static String place(ResourceType type) {
    return type.builtIn() ? type.plural() : type.group() + "/" + type.plural();
  }
}

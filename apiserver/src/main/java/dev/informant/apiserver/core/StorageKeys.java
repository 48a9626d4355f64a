package dev.informant.apiserver.core;

import dev.informant.apiserver.registry.ResourceType;
import dev.informant.apiserver.storage.StoredObject;
import java.util.Map;

/** Where a kube-apiserver keeps objects in etcd; errors name it. Stateless. */
final class StorageKeys {
  private static final Map<String, String> OLD_PLACES = Map.of(
      "replicationcontrollers", "controllers",
      "endpoints", "services/endpoints",
      "nodes", "minions",
      "services", "services/specs",
      "ingresses.networking.k8s.io", "ingress");

  private StorageKeys() {}

  /** What is only tried is not looked for in etcd itself, but in what stands before it. */
  static String of(ResourceType type, String namespace, String name, boolean dryRun) {
    return (dryRun ? "/" : "/registry/") + place(type) + "/" + StoredObject.key(namespace, name);
  }

  /** Kinds of the API server proper share one place for all groups. */
  private static String place(ResourceType type) {
    boolean grouped =
        !type.builtIn() || type.isDefinition() || type.group().equals("apiregistration.k8s.io");
    return grouped
        ? type.group() + "/" + type.plural()
        : OLD_PLACES.getOrDefault(type.storage(), type.plural());
  }
}

package dev.informant.controller.test;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Map;

/** The objects of these tests. */
final class ConfigMaps {
  private ConfigMaps() {}

  static ConfigMap map(String name) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .withData(Map.of("value", "1"))
        .build();
  }

  static Secret secret(String name) {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace("default")
        .withName(name)
        .endMetadata()
        .build();
  }

  static Secret ownedBy(HasMetadata owner, String name, boolean controller) {
    Secret secret = secret(name);
    secret
        .getMetadata()
        .getOwnerReferences()
        .add(new OwnerReferenceBuilder()
            .withApiVersion(owner.getApiVersion())
            .withKind(owner.getKind())
            .withName(owner.getMetadata().getName())
            .withUid(owner.getMetadata().getUid())
            .withController(controller)
            .build());
    return secret;
  }
}

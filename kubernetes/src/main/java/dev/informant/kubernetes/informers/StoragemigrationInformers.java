// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** storagemigration.k8s.io. */
public final class StoragemigrationInformers {
  private final TypedInformers informers;

  StoragemigrationInformers(TypedInformers informers) {
    this.informers = informers;
  }

  public V1beta1 v1beta1() {
    return new V1beta1(informers);
  }

  /** Version v1beta1. */
  public static final class V1beta1 {
    private final TypedInformers informers;

    private V1beta1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.storagemigration.v1beta1.StorageVersionMigration>
        storageVersionMigrations() {
      return informers.model(() ->
          io.fabric8.kubernetes.api.model.storagemigration.v1beta1.StorageVersionMigration.class);
    }
  }
}

// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** apiregistration.k8s.io. */
public final class ApiregistrationInformers {
  private final TypedInformers informers;

  ApiregistrationInformers(TypedInformers informers) {
    this.informers = informers;
  }

  public V1 v1() {
    return new V1(informers);
  }

  /** Version v1. */
  public static final class V1 {
    private final TypedInformers informers;

    private V1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.APIService> apiServices() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.APIService.class);
    }
  }
}

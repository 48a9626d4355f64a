// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** apiextensions.k8s.io. */
public final class ApiextensionsInformers {
  private final TypedInformers informers;

  ApiextensionsInformers(TypedInformers informers) {
    this.informers = informers;
  }

  public V1 v1() {
    return new V1(informers);
  }

  public V1beta1 v1beta1() {
    return new V1beta1(informers);
  }

  /** Version v1. */
  public static final class V1 {
    private final TypedInformers informers;

    private V1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition>
        customResourceDefinitions() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition.class);
    }
  }

  /** Version v1beta1. */
  public static final class V1beta1 {
    private final TypedInformers informers;

    private V1beta1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.apiextensions.v1beta1.CustomResourceDefinition>
        customResourceDefinitions() {
      return informers.model(() ->
          io.fabric8.kubernetes.api.model.apiextensions.v1beta1.CustomResourceDefinition.class);
    }
  }
}

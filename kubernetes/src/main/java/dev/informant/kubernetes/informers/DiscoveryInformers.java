// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** discovery.k8s.io. */
public final class DiscoveryInformers {
  private final TypedInformers informers;

  DiscoveryInformers(TypedInformers informers) {
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

    public KindInformer<io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice>
        endpointSlices() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice.class);
    }
  }

  /** Version v1beta1. */
  public static final class V1beta1 {
    private final TypedInformers informers;

    private V1beta1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.discovery.v1beta1.EndpointSlice>
        endpointSlices() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.discovery.v1beta1.EndpointSlice.class);
    }
  }
}

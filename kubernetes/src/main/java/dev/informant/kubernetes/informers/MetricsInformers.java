// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** metrics.k8s.io. */
public final class MetricsInformers {
  private final TypedInformers informers;

  MetricsInformers(TypedInformers informers) {
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

    public KindInformer<io.fabric8.kubernetes.api.model.metrics.v1beta1.NodeMetrics> nodes() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.metrics.v1beta1.NodeMetrics.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.metrics.v1beta1.PodMetrics> pods() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.metrics.v1beta1.PodMetrics.class);
    }
  }
}

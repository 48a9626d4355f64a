// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** autoscaling. */
public final class AutoscalingInformers {
  private final TypedInformers informers;

  AutoscalingInformers(TypedInformers informers) {
    this.informers = informers;
  }

  public V1 v1() {
    return new V1(informers);
  }

  public V2 v2() {
    return new V2(informers);
  }

  public V2beta1 v2beta1() {
    return new V2beta1(informers);
  }

  public V2beta2 v2beta2() {
    return new V2beta2(informers);
  }

  /** Version v1. */
  public static final class V1 {
    private final TypedInformers informers;

    private V1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.autoscaling.v1.HorizontalPodAutoscaler>
        horizontalPodAutoscalers() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.autoscaling.v1.HorizontalPodAutoscaler.class);
    }
  }

  /** Version v2. */
  public static final class V2 {
    private final TypedInformers informers;

    private V2(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler>
        horizontalPodAutoscalers() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler.class);
    }
  }

  /** Version v2beta1. */
  public static final class V2beta1 {
    private final TypedInformers informers;

    private V2beta1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.autoscaling.v2beta1.HorizontalPodAutoscaler>
        horizontalPodAutoscalers() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.autoscaling.v2beta1.HorizontalPodAutoscaler.class);
    }
  }

  /** Version v2beta2. */
  public static final class V2beta2 {
    private final TypedInformers informers;

    private V2beta2(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.autoscaling.v2beta2.HorizontalPodAutoscaler>
        horizontalPodAutoscalers() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.autoscaling.v2beta2.HorizontalPodAutoscaler.class);
    }
  }
}

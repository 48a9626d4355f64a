// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** scheduling.k8s.io. */
public final class SchedulingInformers {
  private final TypedInformers informers;

  SchedulingInformers(TypedInformers informers) {
    this.informers = informers;
  }

  public V1 v1() {
    return new V1(informers);
  }

  public V1alpha1 v1alpha1() {
    return new V1alpha1(informers);
  }

  public V1alpha2 v1alpha2() {
    return new V1alpha2(informers);
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

    public KindInformer<io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass>
        priorityClasses() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass.class);
    }
  }

  /** Version v1alpha1. */
  public static final class V1alpha1 {
    private final TypedInformers informers;

    private V1alpha1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.scheduling.v1alpha1.PriorityClass>
        priorityClasses() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.scheduling.v1alpha1.PriorityClass.class);
    }
  }

  /** Version v1alpha2. */
  public static final class V1alpha2 {
    private final TypedInformers informers;

    private V1alpha2(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.scheduling.v1alpha2.PodGroup> podGroups() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.scheduling.v1alpha2.PodGroup.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.scheduling.v1alpha2.Workload> workloads() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.scheduling.v1alpha2.Workload.class);
    }
  }

  /** Version v1beta1. */
  public static final class V1beta1 {
    private final TypedInformers informers;

    private V1beta1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.scheduling.v1beta1.PriorityClass>
        priorityClasses() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.scheduling.v1beta1.PriorityClass.class);
    }
  }
}

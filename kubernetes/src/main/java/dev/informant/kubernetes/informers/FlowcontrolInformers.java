// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** flowcontrol.apiserver.k8s.io. */
public final class FlowcontrolInformers {
  private final TypedInformers informers;

  FlowcontrolInformers(TypedInformers informers) {
    this.informers = informers;
  }

  public V1 v1() {
    return new V1(informers);
  }

  public V1beta1 v1beta1() {
    return new V1beta1(informers);
  }

  public V1beta2 v1beta2() {
    return new V1beta2(informers);
  }

  public V1beta3 v1beta3() {
    return new V1beta3(informers);
  }

  /** Version v1. */
  public static final class V1 {
    private final TypedInformers informers;

    private V1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.flowcontrol.v1.FlowSchema> flowSchemas() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.flowcontrol.v1.FlowSchema.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.flowcontrol.v1.PriorityLevelConfiguration>
        priorityLevelConfigurations() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.flowcontrol.v1.PriorityLevelConfiguration.class);
    }
  }

  /** Version v1beta1. */
  public static final class V1beta1 {
    private final TypedInformers informers;

    private V1beta1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.flowcontrol.v1beta1.FlowSchema>
        flowSchemas() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.flowcontrol.v1beta1.FlowSchema.class);
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.flowcontrol.v1beta1.PriorityLevelConfiguration>
        priorityLevelConfigurations() {
      return informers.model(() ->
          io.fabric8.kubernetes.api.model.flowcontrol.v1beta1.PriorityLevelConfiguration.class);
    }
  }

  /** Version v1beta2. */
  public static final class V1beta2 {
    private final TypedInformers informers;

    private V1beta2(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.flowcontrol.v1beta2.FlowSchema>
        flowSchemas() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.flowcontrol.v1beta2.FlowSchema.class);
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.flowcontrol.v1beta2.PriorityLevelConfiguration>
        priorityLevelConfigurations() {
      return informers.model(() ->
          io.fabric8.kubernetes.api.model.flowcontrol.v1beta2.PriorityLevelConfiguration.class);
    }
  }

  /** Version v1beta3. */
  public static final class V1beta3 {
    private final TypedInformers informers;

    private V1beta3(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.flowcontrol.v1beta3.FlowSchema>
        flowSchemas() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.flowcontrol.v1beta3.FlowSchema.class);
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.flowcontrol.v1beta3.PriorityLevelConfiguration>
        priorityLevelConfigurations() {
      return informers.model(() ->
          io.fabric8.kubernetes.api.model.flowcontrol.v1beta3.PriorityLevelConfiguration.class);
    }
  }
}

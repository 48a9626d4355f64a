// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** node.k8s.io. */
public final class NodeInformers {
  private final TypedInformers informers;

  NodeInformers(TypedInformers informers) {
    this.informers = informers;
  }

  public V1 v1() {
    return new V1(informers);
  }

  public V1alpha1 v1alpha1() {
    return new V1alpha1(informers);
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

    public KindInformer<io.fabric8.kubernetes.api.model.node.v1.RuntimeClass> runtimeClasses() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.node.v1.RuntimeClass.class);
    }
  }

  /** Version v1alpha1. */
  public static final class V1alpha1 {
    private final TypedInformers informers;

    private V1alpha1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.node.v1alpha1.RuntimeClass>
        runtimeClasses() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.node.v1alpha1.RuntimeClass.class);
    }
  }

  /** Version v1beta1. */
  public static final class V1beta1 {
    private final TypedInformers informers;

    private V1beta1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.node.v1beta1.RuntimeClass>
        runtimeClasses() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.node.v1beta1.RuntimeClass.class);
    }
  }
}

// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** extensions. */
public final class ExtensionsInformers {
  private final TypedInformers informers;

  ExtensionsInformers(TypedInformers informers) {
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

    public KindInformer<io.fabric8.kubernetes.api.model.extensions.DaemonSet> daemonSets() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.extensions.DaemonSet.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.extensions.Deployment> deployments() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.extensions.Deployment.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.extensions.Ingress> ingresses() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.extensions.Ingress.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.extensions.NetworkPolicy>
        networkPolicies() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.extensions.NetworkPolicy.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.extensions.PodSecurityPolicy>
        podSecurityPolicies() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.extensions.PodSecurityPolicy.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.extensions.ReplicaSet> replicaSets() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.extensions.ReplicaSet.class);
    }
  }
}

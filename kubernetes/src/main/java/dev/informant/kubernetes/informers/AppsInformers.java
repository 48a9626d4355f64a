// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** apps. */
public final class AppsInformers {
  private final TypedInformers informers;

  AppsInformers(TypedInformers informers) {
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

    public KindInformer<io.fabric8.kubernetes.api.model.apps.ControllerRevision>
        controllerRevisions() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.apps.ControllerRevision.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.apps.DaemonSet> daemonSets() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.apps.DaemonSet.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.apps.Deployment> deployments() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.apps.Deployment.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.apps.ReplicaSet> replicaSets() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.apps.ReplicaSet.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.apps.StatefulSet> statefulSets() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.apps.StatefulSet.class);
    }
  }
}

// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** The core group. */
public final class CoreInformers {
  private final TypedInformers informers;

  CoreInformers(TypedInformers informers) {
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

    public KindInformer<io.fabric8.kubernetes.api.model.ComponentStatus> componentStatuses() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.ComponentStatus.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.ConfigMap> configMaps() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.ConfigMap.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.Endpoints> endpoints() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.Endpoints.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.Event> events() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.Event.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.LimitRange> limitRanges() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.LimitRange.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.Namespace> namespaces() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.Namespace.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.Node> nodes() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.Node.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.PersistentVolume> persistentVolumes() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.PersistentVolume.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.PersistentVolumeClaim>
        persistentVolumeClaims() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.PersistentVolumeClaim.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.Pod> pods() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.Pod.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.PodTemplate> podTemplates() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.PodTemplate.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.ReplicationController>
        replicationControllers() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.ReplicationController.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.ResourceQuota> resourceQuotas() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.ResourceQuota.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.Secret> secrets() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.Secret.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.Service> services() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.Service.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.ServiceAccount> serviceAccounts() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.ServiceAccount.class);
    }
  }
}

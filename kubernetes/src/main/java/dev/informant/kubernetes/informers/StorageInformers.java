// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** storage.k8s.io. */
public final class StorageInformers {
  private final TypedInformers informers;

  StorageInformers(TypedInformers informers) {
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

    public KindInformer<io.fabric8.kubernetes.api.model.storage.CSIDriver> csiDrivers() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.storage.CSIDriver.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.storage.CSINode> csiNodes() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.storage.CSINode.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.storage.CSIStorageCapacity>
        csiStorageCapacities() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.storage.CSIStorageCapacity.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.storage.StorageClass> storageClasses() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.storage.StorageClass.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.storage.VolumeAttachment>
        volumeAttachments() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.storage.VolumeAttachment.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.storage.VolumeAttributesClass>
        volumeAttributesClasses() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.storage.VolumeAttributesClass.class);
    }
  }

  /** Version v1alpha1. */
  public static final class V1alpha1 {
    private final TypedInformers informers;

    private V1alpha1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.storage.v1alpha1.CSIStorageCapacity>
        csiStorageCapacities() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.storage.v1alpha1.CSIStorageCapacity.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.storage.v1alpha1.VolumeAttachment>
        volumeAttachments() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.storage.v1alpha1.VolumeAttachment.class);
    }
  }

  /** Version v1beta1. */
  public static final class V1beta1 {
    private final TypedInformers informers;

    private V1beta1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.storage.v1beta1.CSIDriver> csiDrivers() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.storage.v1beta1.CSIDriver.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.storage.v1beta1.CSINode> csiNodes() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.storage.v1beta1.CSINode.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.storage.v1beta1.CSIStorageCapacity>
        csiStorageCapacities() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.storage.v1beta1.CSIStorageCapacity.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.storage.v1beta1.StorageClass>
        storageClasses() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.storage.v1beta1.StorageClass.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.storage.v1beta1.VolumeAttachment>
        volumeAttachments() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.storage.v1beta1.VolumeAttachment.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.storage.v1beta1.VolumeAttributesClass>
        volumeAttributesClasses() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.storage.v1beta1.VolumeAttributesClass.class);
    }
  }
}

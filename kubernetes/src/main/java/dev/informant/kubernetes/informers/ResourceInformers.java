// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** resource.k8s.io. */
public final class ResourceInformers {
  private final TypedInformers informers;

  ResourceInformers(TypedInformers informers) {
    this.informers = informers;
  }

  public V1 v1() {
    return new V1(informers);
  }

  public V1alpha2 v1alpha2() {
    return new V1alpha2(informers);
  }

  public V1alpha3 v1alpha3() {
    return new V1alpha3(informers);
  }

  public V1beta1 v1beta1() {
    return new V1beta1(informers);
  }

  public V1beta2 v1beta2() {
    return new V1beta2(informers);
  }

  /** Version v1. */
  public static final class V1 {
    private final TypedInformers informers;

    private V1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1.DeviceClass> deviceClasses() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.resource.v1.DeviceClass.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim>
        resourceClaims() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate>
        resourceClaimTemplates() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1.ResourceClaimTemplate.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice>
        resourceSlices() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.resource.v1.ResourceSlice.class);
    }
  }

  /** Version v1alpha2. */
  public static final class V1alpha2 {
    private final TypedInformers informers;

    private V1alpha2(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1alpha2.PodSchedulingContext>
        podSchedulingContexts() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1alpha2.PodSchedulingContext.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1alpha2.ResourceClaim>
        resourceClaims() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1alpha2.ResourceClaim.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1alpha2.ResourceClaimParameters>
        resourceClaimParameters() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1alpha2.ResourceClaimParameters.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1alpha2.ResourceClaimTemplate>
        resourceClaimTemplates() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1alpha2.ResourceClaimTemplate.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1alpha2.ResourceClass>
        resourceClasses() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1alpha2.ResourceClass.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1alpha2.ResourceClassParameters>
        resourceClassParameters() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1alpha2.ResourceClassParameters.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1alpha2.ResourceSlice>
        resourceSlices() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1alpha2.ResourceSlice.class);
    }
  }

  /** Version v1alpha3. */
  public static final class V1alpha3 {
    private final TypedInformers informers;

    private V1alpha3(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRule>
        deviceTaintRules() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1alpha3.DeviceTaintRule.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1alpha3.ResourcePoolStatusRequest>
        resourcePoolStatusRequests() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1alpha3.ResourcePoolStatusRequest.class);
    }
  }

  /** Version v1beta1. */
  public static final class V1beta1 {
    private final TypedInformers informers;

    private V1beta1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1beta1.DeviceClass>
        deviceClasses() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1beta1.DeviceClass.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1beta1.ResourceClaim>
        resourceClaims() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1beta1.ResourceClaim.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1beta1.ResourceClaimTemplate>
        resourceClaimTemplates() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1beta1.ResourceClaimTemplate.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1beta1.ResourceSlice>
        resourceSlices() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1beta1.ResourceSlice.class);
    }
  }

  /** Version v1beta2. */
  public static final class V1beta2 {
    private final TypedInformers informers;

    private V1beta2(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1beta2.DeviceClass>
        deviceClasses() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1beta2.DeviceClass.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1beta2.DeviceTaintRule>
        deviceTaintRules() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1beta2.DeviceTaintRule.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1beta2.ResourceClaim>
        resourceClaims() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1beta2.ResourceClaim.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1beta2.ResourceClaimTemplate>
        resourceClaimTemplates() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1beta2.ResourceClaimTemplate.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.resource.v1beta2.ResourceSlice>
        resourceSlices() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.resource.v1beta2.ResourceSlice.class);
    }
  }
}

// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** coordination.k8s.io. */
public final class CoordinationInformers {
  private final TypedInformers informers;

  CoordinationInformers(TypedInformers informers) {
    this.informers = informers;
  }

  public V1 v1() {
    return new V1(informers);
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

    public KindInformer<io.fabric8.kubernetes.api.model.coordination.v1.Lease> leases() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.coordination.v1.Lease.class);
    }
  }

  /** Version v1alpha2. */
  public static final class V1alpha2 {
    private final TypedInformers informers;

    private V1alpha2(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.coordination.v1alpha2.LeaseCandidate>
        leaseCandidates() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.coordination.v1alpha2.LeaseCandidate.class);
    }
  }

  /** Version v1beta1. */
  public static final class V1beta1 {
    private final TypedInformers informers;

    private V1beta1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.coordination.v1beta1.LeaseCandidate>
        leaseCandidates() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.coordination.v1beta1.LeaseCandidate.class);
    }
  }
}

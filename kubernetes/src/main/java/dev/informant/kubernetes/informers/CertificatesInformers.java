// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** certificates.k8s.io. */
public final class CertificatesInformers {
  private final TypedInformers informers;

  CertificatesInformers(TypedInformers informers) {
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

    public KindInformer<io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest>
        certificateSigningRequests() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest.class);
    }
  }

  /** Version v1alpha1. */
  public static final class V1alpha1 {
    private final TypedInformers informers;

    private V1alpha1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.certificates.v1alpha1.ClusterTrustBundle>
        clusterTrustBundles() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.certificates.v1alpha1.ClusterTrustBundle.class);
    }
  }

  /** Version v1beta1. */
  public static final class V1beta1 {
    private final TypedInformers informers;

    private V1beta1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<
            io.fabric8.kubernetes.api.model.certificates.v1beta1.CertificateSigningRequest>
        certificateSigningRequests() {
      return informers.model(() ->
          io.fabric8.kubernetes.api.model.certificates.v1beta1.CertificateSigningRequest.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.certificates.v1beta1.ClusterTrustBundle>
        clusterTrustBundles() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.certificates.v1beta1.ClusterTrustBundle.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.certificates.v1beta1.PodCertificateRequest>
        podCertificateRequests() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.certificates.v1beta1.PodCertificateRequest.class);
    }
  }
}

// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** networking.k8s.io. */
public final class NetworkingInformers {
  private final TypedInformers informers;

  NetworkingInformers(TypedInformers informers) {
    this.informers = informers;
  }

  public V1 v1() {
    return new V1(informers);
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

    public KindInformer<io.fabric8.kubernetes.api.model.networking.v1.IPAddress> ipAddresses() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.networking.v1.IPAddress.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.networking.v1.Ingress> ingresses() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.networking.v1.Ingress.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.networking.v1.IngressClass>
        ingressClasses() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.networking.v1.IngressClass.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy>
        networkPolicies() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.networking.v1.ServiceCIDR> serviceCIDRs() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.networking.v1.ServiceCIDR.class);
    }
  }

  /** Version v1beta1. */
  public static final class V1beta1 {
    private final TypedInformers informers;

    private V1beta1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.networking.v1beta1.IPAddress>
        ipAddresses() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.networking.v1beta1.IPAddress.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.networking.v1beta1.Ingress> ingresses() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.networking.v1beta1.Ingress.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.networking.v1beta1.IngressClass>
        ingressClasses() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.networking.v1beta1.IngressClass.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.networking.v1beta1.ServiceCIDR>
        serviceCIDRs() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.networking.v1beta1.ServiceCIDR.class);
    }
  }
}

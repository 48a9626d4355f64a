// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** gateway.networking.k8s.io. */
public final class GatewayInformers {
  private final TypedInformers informers;

  GatewayInformers(TypedInformers informers) {
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

  /** Version v1. */
  public static final class V1 {
    private final TypedInformers informers;

    private V1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1.BackendTLSPolicy>
        backendTLSPolicies() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.gatewayapi.v1.BackendTLSPolicy.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1.GRPCRoute> grpcRoutes() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.gatewayapi.v1.GRPCRoute.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1.Gateway> gateways() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.gatewayapi.v1.Gateway.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1.GatewayClass>
        gatewayClasses() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.gatewayapi.v1.GatewayClass.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute> httpRoutes() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1.ListenerSet> listenerSets() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.gatewayapi.v1.ListenerSet.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1.ReferenceGrant>
        referenceGrants() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.gatewayapi.v1.ReferenceGrant.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1.TLSRoute> tlsRoutes() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.gatewayapi.v1.TLSRoute.class);
    }
  }

  /** Version v1alpha2. */
  public static final class V1alpha2 {
    private final TypedInformers informers;

    private V1alpha2(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.GRPCRoute>
        grpcRoutes() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.GRPCRoute.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.ReferenceGrant>
        referenceGrants() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.ReferenceGrant.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.TCPRoute> tcpRoutes() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.TCPRoute.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.TLSRoute> tlsRoutes() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.TLSRoute.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.UDPRoute> udpRoutes() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.UDPRoute.class);
    }
  }

  /** Version v1alpha3. */
  public static final class V1alpha3 {
    private final TypedInformers informers;

    private V1alpha3(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1alpha3.BackendTLSPolicy>
        backendTLSPolicies() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.gatewayapi.v1alpha3.BackendTLSPolicy.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1alpha3.TLSRoute> tlsRoutes() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.gatewayapi.v1alpha3.TLSRoute.class);
    }
  }

  /** Version v1beta1. */
  public static final class V1beta1 {
    private final TypedInformers informers;

    private V1beta1(TypedInformers informers) {
      this.informers = informers;
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1beta1.Gateway> gateways() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.gatewayapi.v1beta1.Gateway.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1beta1.GatewayClass>
        gatewayClasses() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.gatewayapi.v1beta1.GatewayClass.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1beta1.HTTPRoute> httpRoutes() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.gatewayapi.v1beta1.HTTPRoute.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.gatewayapi.v1beta1.ReferenceGrant>
        referenceGrants() {
      return informers.model(
          () -> io.fabric8.kubernetes.api.model.gatewayapi.v1beta1.ReferenceGrant.class);
    }
  }
}

// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;
import dev.informant.kubernetes.internal.model.Fabric8;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.function.Supplier;

/** The API groups of the models. */
public abstract class TypedInformers {
  /** A kind by its class. */
  public abstract <T extends HasMetadata> KindInformer<T> kind(Class<T> type);

  /** The same for a class that some releases of fabric8 lack. */
  final <T extends HasMetadata> KindInformer<T> model(Supplier<Class<T>> type) {
    return kind(Fabric8.model(type));
  }

  /** The core group. */
  public final CoreInformers core() {
    return new CoreInformers(this);
  }

  /** admissionregistration.k8s.io. */
  public final AdmissionregistrationInformers admissionregistration() {
    return new AdmissionregistrationInformers(this);
  }

  /** apiextensions.k8s.io. */
  public final ApiextensionsInformers apiextensions() {
    return new ApiextensionsInformers(this);
  }

  /** apiregistration.k8s.io. */
  public final ApiregistrationInformers apiregistration() {
    return new ApiregistrationInformers(this);
  }

  /** apps. */
  public final AppsInformers apps() {
    return new AppsInformers(this);
  }

  /** autoscaling. */
  public final AutoscalingInformers autoscaling() {
    return new AutoscalingInformers(this);
  }

  /** batch. */
  public final BatchInformers batch() {
    return new BatchInformers(this);
  }

  /** certificates.k8s.io. */
  public final CertificatesInformers certificates() {
    return new CertificatesInformers(this);
  }

  /** coordination.k8s.io. */
  public final CoordinationInformers coordination() {
    return new CoordinationInformers(this);
  }

  /** discovery.k8s.io. */
  public final DiscoveryInformers discovery() {
    return new DiscoveryInformers(this);
  }

  /** events.k8s.io. */
  public final EventsInformers events() {
    return new EventsInformers(this);
  }

  /** extensions. */
  public final ExtensionsInformers extensions() {
    return new ExtensionsInformers(this);
  }

  /** flowcontrol.apiserver.k8s.io. */
  public final FlowcontrolInformers flowcontrol() {
    return new FlowcontrolInformers(this);
  }

  /** gateway.networking.k8s.io. */
  public final GatewayInformers gateway() {
    return new GatewayInformers(this);
  }

  /** metrics.k8s.io. */
  public final MetricsInformers metrics() {
    return new MetricsInformers(this);
  }

  /** networking.k8s.io. */
  public final NetworkingInformers networking() {
    return new NetworkingInformers(this);
  }

  /** node.k8s.io. */
  public final NodeInformers node() {
    return new NodeInformers(this);
  }

  /** policy. */
  public final PolicyInformers policy() {
    return new PolicyInformers(this);
  }

  /** rbac.authorization.k8s.io. */
  public final RbacInformers rbac() {
    return new RbacInformers(this);
  }

  /** resource.k8s.io. */
  public final ResourceInformers resource() {
    return new ResourceInformers(this);
  }

  /** scheduling.k8s.io. */
  public final SchedulingInformers scheduling() {
    return new SchedulingInformers(this);
  }

  /** storage.k8s.io. */
  public final StorageInformers storage() {
    return new StorageInformers(this);
  }

  /** storagemigration.k8s.io. */
  public final StoragemigrationInformers storagemigration() {
    return new StoragemigrationInformers(this);
  }
}

// Made from the model classes by AccessorGenerator; AccessorGeneratorTest says how. Do not edit.
package dev.informant.kubernetes.informers;

import dev.informant.kubernetes.KindInformer;

/** rbac.authorization.k8s.io. */
public final class RbacInformers {
  private final TypedInformers informers;

  RbacInformers(TypedInformers informers) {
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

    public KindInformer<io.fabric8.kubernetes.api.model.rbac.ClusterRole> clusterRoles() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.rbac.ClusterRole.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding>
        clusterRoleBindings() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.rbac.Role> roles() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.rbac.Role.class);
    }

    public KindInformer<io.fabric8.kubernetes.api.model.rbac.RoleBinding> roleBindings() {
      return informers.model(() -> io.fabric8.kubernetes.api.model.rbac.RoleBinding.class);
    }
  }
}

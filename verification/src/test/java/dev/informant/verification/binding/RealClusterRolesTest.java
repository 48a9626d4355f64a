package dev.informant.verification.binding;

import dev.informant.kubernetes.Kubeconfig;
import dev.informant.verification.controlplane.ControlPlane;
import dev.informant.verification.controlplane.RealCluster;
import io.fabric8.kubernetes.client.Config;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

@RealCluster
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RealClusterRolesTest extends RolesSuite {
  private final ControlPlane plane;

  RealClusterRolesTest(ControlPlane plane) {
    this.plane = plane;
  }

  @Override
  Config config() throws Exception {
    return Kubeconfig.load(plane.kubeconfig(0));
  }
}

package dev.informant.verification.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@RealCluster
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ControlPlaneTest {
  @Test
  void servesKubectl(ControlPlane plane) throws Exception {
    assertThat(plane.kubectl("get", "namespaces", "-o", "name")).contains("namespace/kube-system");
  }

  @Test
  void reportsTheReleaseItWasBuiltFrom(ControlPlane plane) throws Exception {
    assertThat(plane.kubectl("version")).contains("Server Version: v1.36");
  }
}

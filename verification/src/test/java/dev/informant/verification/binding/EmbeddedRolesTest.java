package dev.informant.verification.binding;

import dev.informant.apiserver.ApiServer;
import io.fabric8.kubernetes.client.Config;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class EmbeddedRolesTest extends RolesSuite {
  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = EmbeddedCluster.start(ApiServer.builder());
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @Override
  Config config() throws Exception {
    return cluster.config();
  }
}

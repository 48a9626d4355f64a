package dev.informant.apiserver.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.informant.apiserver.internal.core.KubernetesCore;
import dev.informant.apiserver.internal.storage.Json;
import dev.informant.testing.VirtualRuntime;
import org.junit.jupiter.api.Test;

class SimulatedApiTest {
  private static ObjectNode named(String name) {
    ObjectNode object = Json.object();
    object.putObject("metadata").put("name", name);
    return object;
  }

  @Test
  void whatIsRefusedForWhatUsersHaveDoneIsCounted() {
    SimulatedApi api = new SimulatedApi(KubernetesCore.create(VirtualRuntime.inOrder(1)));
    api.create("/api/v1/namespaces", named("a"));
    api.share();
    assertThat(api.create("/api/v1/namespaces/a/configmaps", named("before"))).isNotEmpty();
    assertThat(api.refusals()).isZero();
    api.delete("/api/v1/namespaces/a");
    assertThat(api.create("/api/v1/namespaces/a/configmaps", named("after"))).isEmpty();
    assertThat(api.refusals()).isEqualTo(1);
  }
}

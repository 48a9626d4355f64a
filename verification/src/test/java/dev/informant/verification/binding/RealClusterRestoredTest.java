package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.informer.Informer;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.Kubeconfig;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.source.WatchListPolicy;
import dev.informant.verification.controlplane.Binaries;
import dev.informant.verification.controlplane.ControlPlane;
import dev.informant.verification.controlplane.RealCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real cluster whose etcd is restored from a backup under running informers. */
@RealCluster
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class RealClusterRestoredTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration PAUSE = Duration.ofMillis(250);

  private static ConfigMap map(String name, String value) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace("default")
        .endMetadata()
        .withData(Map.of("value", value))
        .build();
  }

  private static Map<String, String> versions(List<ConfigMap> maps) {
    Map<String, String> versions = new HashMap<>();
    maps.forEach(
        map -> versions.put(map.getMetadata().getName(), map.getMetadata().getResourceVersion()));
    return versions;
  }

  private static void agree(KubernetesClient client, Informer<ConfigMap> informer)
      throws InterruptedException {
    ClusterFixture.eventually(
        "cache and server agree",
        PATIENCE,
        PAUSE,
        () -> versions(client.configMaps().inNamespace("default").list().getItems())
            .equals(versions(informer.snapshot().list())));
  }

  @Test
  void whatTheRestoreUndidIsToldAndTheServerIsFollowedAgain() throws Exception {
    ConcurrentLinkedQueue<String> deleted = new ConcurrentLinkedQueue<>();
    try (ControlPlane plane = ControlPlane.start(Binaries.find().orElseThrow());
        KubernetesClient client = new KubernetesClientBuilder()
            .withConfig(Kubeconfig.load(plane.kubeconfig(0)))
            .build();
        SharedInformerFactory informers = ClusterFixture.builder(
                Kubeconfig.load(plane.kubeconfig(0)))
            .options(options -> options.watchList(WatchListPolicy.NEVER))
            .build()) {
      client.resource(map("stays", "1")).create();
      plane.killApiServer(0);
      plane.etcd().backUp();
      plane.restartApiServer(0);
      Informer<ConfigMap> maps =
          informers.core().v1().configMaps().namespace("default").informer();
      maps.addHandler(ResourceEventHandler.<ConfigMap>builder()
          .onDelete(object -> deleted.add(object.key()))
          .build());
      informers.start();
      maps.awaitSynced(PATIENCE);
      client.resource(map("undone", "1")).create();
      for (int i = 0; i < 2000; i++) {
        // far ahead of what the backup will come to
        client.resource(map("stays", "later " + i)).update();
      }
      agree(client, maps);
      plane.killApiServer(0);
      plane.etcd().restore();
      plane.restartApiServer(0);
      agree(client, maps);
      assertThat(maps.snapshot().contains("default/undone")).isFalse();
      ClusterFixture.eventually("its delete is told", () -> deleted.contains("default/undone"));
      client.resource(map("after", "1")).create();
      agree(client, maps);
    }
  }
}

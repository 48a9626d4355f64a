package dev.informant.verification.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.rest.PatchType;
import dev.informant.kubernetes.rest.RestClient;
import dev.informant.kubernetes.rest.RestRequest;
import dev.informant.kubernetes.transport.Answer;
import dev.informant.kubernetes.transport.Resource;
import dev.informant.source.SourceException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a factory's connection is good for besides informers, whatever the server. */
abstract class RolesSuite extends ClusterFixture {
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

  @Test
  void theRolesAroundInformersShareTheConnection() throws Exception {
    SharedInformerFactory informers = started(builder());
    RestClient rest = informers.rest();
    assertThat(answer(rest.get().path("/version")).tree().path("gitVersion").asText())
        .startsWith("v1.");
    assertThat(answer(rest.get().path("readyz")).text()).isEqualTo("ok");

    Resource maps = Resource.of(ConfigMap.class);
    ConfigMap wanted = new ConfigMapBuilder()
        .withNewMetadata()
        .withName("rest")
        .endMetadata()
        .addToData("value", "1")
        .build();
    ConfigMap made =
        answer(rest.post().resource(maps).namespace(namespace).body(wanted)).as(ConfigMap.class);
    assertThat(made.getMetadata().getUid()).isNotEmpty();
    made.getData().put("value", "2");
    ConfigMap put = answer(
            rest.put().resource(maps).namespace(namespace).name("rest").body(made))
        .as(ConfigMap.class);
    assertThat(put.getData()).containsEntry("value", "2");
    ConfigMap patched = answer(rest.patch(PatchType.MERGE)
            .resource(maps)
            .namespace(namespace)
            .name("rest")
            .body(Map.of("data", Map.of("value", "3"))))
        .as(ConfigMap.class);
    assertThat(patched.getData()).containsEntry("value", "3");
    assertThat(informers
            .client()
            .configMaps()
            .inNamespace(namespace)
            .withName("rest")
            .get())
        .isEqualTo(patched);
    assertThat(informers
            .client()
            .genericKubernetesResources("v1", "ConfigMap")
            .inNamespace(namespace)
            .withName("rest")
            .get()
            .<Object>get("data", "value"))
        .isEqualTo("3");
    answer(rest.delete().resource(maps).namespace(namespace).name("rest"));
    Answer gone = rest.get()
        .resource(maps)
        .namespace(namespace)
        .name("rest")
        .sendAnyway()
        .get(60, TimeUnit.SECONDS);
    assertThat(gone.code()).isEqualTo(404);
    Assertions.assertThatThrownBy(gone::orThrow)
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("configmaps \"rest\" not found");
  }

  @Test
  void subresourcesAreReadAndChanged() throws Exception {
    SharedInformerFactory informers = started(builder());
    informers
        .client()
        .resource(new DeploymentBuilder()
            .withNewMetadata()
            .withName("web")
            .withNamespace(namespace)
            .endMetadata()
            .withNewSpec()
            .withReplicas(2)
            .withNewSelector()
            .addToMatchLabels("app", "web")
            .endSelector()
            .withNewTemplate()
            .withNewMetadata()
            .addToLabels("app", "web")
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("c")
            .withImage("i")
            .endContainer()
            .endSpec()
            .endTemplate()
            .endSpec()
            .build())
        .create();
    Resource deployments = informers
        .mapper()
        .resourceOf("apps", "", "Deployment")
        .get(60, TimeUnit.SECONDS)
        .orElseThrow();
    RestClient rest = informers.rest();
    assertThat(answer(rest.get()
                .resource(deployments)
                .namespace(namespace)
                .name("web")
                .subresource("scale"))
            .tree()
            .path("spec")
            .path("replicas")
            .asInt())
        .isEqualTo(2);
    answer(rest.patch(PatchType.MERGE)
        .resource(deployments)
        .namespace(namespace)
        .name("web")
        .subresource("scale")
        .query("fieldManager", "a test")
        .body(Map.of("spec", Map.of("replicas", 5))));
    answer(rest.patch(PatchType.MERGE)
        .resource(deployments)
        .namespace(namespace)
        .name("web")
        .subresource("status")
        .body(Map.of("status", Map.of("observedGeneration", 1))));
    Deployment now = informers
        .client()
        .apps()
        .deployments()
        .inNamespace(namespace)
        .withName("web")
        .get();
    assertThat(now.getSpec().getReplicas()).isEqualTo(5);
    assertThat(now.getStatus().getObservedGeneration()).isEqualTo(1);
  }

  @Test
  void fabric8sOwnWatchesWorkOnTheSharedConnection() throws Exception {
    SharedInformerFactory informers = started(builder());
    Watcher<ConfigMap> watcher = new Watcher<>() {
      @Override
      public void eventReceived(Action action, ConfigMap map) {
        heard.add(action + " " + map.getMetadata().getName());
      }

      @Override
      public void onClose(WatcherException cause) {}
    };
    try (Watch open = informers
        .client()
        .configMaps()
        .inNamespace(namespace)
        .withName("watched")
        .watch(watcher)) {
      create("watched", "1");
      assertThat(heard.poll(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("ADDED watched");
      assertThat(open).isNotNull();
    }
  }

  private static Answer answer(RestRequest request) throws Exception {
    return request.send().get(60, TimeUnit.SECONDS);
  }

  @Test
  void whichKindsThereAreIsKeptOnDisk(@TempDir Path directory) throws Exception {
    SharedInformerFactory first = started(builder().discoveryCache(directory, Duration.ofHours(1)));
    var truth = first.clusterKinds().kinds().get(60, TimeUnit.SECONDS);
    SharedInformerFactory second =
        started(builder().discoveryCache(directory, Duration.ofHours(1)));
    assertThat(second.clusterKinds().kinds().get(60, TimeUnit.SECONDS)).isEqualTo(truth);
    assertThat(second.mapper().kindOf("apps", "v1", "deployments").get(60, TimeUnit.SECONDS))
        .map(Resource::kind)
        .contains("Deployment");
    // Confirmed by the server, by tag or anew, it is still the same.
    second.clusterKinds().forget();
    assertThat(second.clusterKinds().kinds().get(60, TimeUnit.SECONDS)).isEqualTo(truth);
  }
}

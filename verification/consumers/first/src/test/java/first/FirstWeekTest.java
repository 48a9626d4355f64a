package first;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.informant.apiserver.ApiServer;
import dev.informant.apiserver.Authorizer;
import dev.informant.apiserver.junit.ApiServerTest;
import dev.informant.apiserver.simulator.ClusterSimulator;
import dev.informant.apiserver.simulator.SimulatorOptions;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.HealthCheck;
import dev.informant.informer.Index;
import dev.informant.informer.Informer;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.CacheForm;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.runtime.EngineRuntime;
import dev.informant.store.MutationException;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What went wrong in the first week of an operator. */
@ApiServerTest
class FirstWeekTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Test
  void aQuietKindIsSyncedSoonAfterARestart(Config config, KubernetesClient client, @TempDir Path saved) {
    for (int run = 0; run < 2; run++) {
      try (var informers =
          SharedInformerFactory.builder(config).cacheDirectory(saved).build()) {
        Informer<Namespace> namespaces = informers.core().v1().namespaces().informer();
        informers.start();
        namespaces.awaitSynced(Duration.ofSeconds(10)); // it was 60 s: until the next bookmark
        assertThat(namespaces.lister().get("default")).isNotNull();
      }
      for (int i = 0; i < 20; i++) { // other kinds move the version of the cluster
        client.resource(new ConfigMapBuilder()
                .withNewMetadata().withName("m" + run + "-" + i).withNamespace("default").endMetadata()
                .build())
            .create();
      }
    }
  }

  /** Allows list, not watch. */
  static final class ListOnly implements Authorizer {
    @Override
    public boolean allows(Authorizer.Access access) {
      return Authorizer.allowAll().deny("watch", "pods").allows(access);
    }
  }

  @Test
  @ApiServerTest(authorizer = ListOnly.class)
  void listWithoutWatchIsNotReadyAndHealthNamesTheVerb(Config config) {
    try (var informers = SharedInformerFactory.builder(config).build()) {
      Informer<Pod> pods = informers.core().v1().pods().informer();
      informers.start();
      pods.awaitSynced(LIMIT);
      var health = HealthCheck.of(() -> informers.all().values());
      await().atMost(LIMIT).until(() -> pods.state().failures() > 0);
      assertThat(health.look().isReady()).isFalse();
      assertThat(health.look().isLive()).isTrue();
      assertThat(health.look().toString()).contains("could not watch", "403 Forbidden", "cannot watch resource");
    }
  }

  @Test
  void eachFailingIndexIsLogged(Config config) {
    Queue<String> lines = new ConcurrentLinkedQueue<>();
    Handler handler = new Handler() {
      @Override
      public void publish(LogRecord record) {
        lines.add(record.getMessage());
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
    Logger root = Logger.getLogger("");
    root.addHandler(handler);
    try (var informers = SharedInformerFactory.builder(config).build()) {
      Informer<Namespace> namespaces = informers.core().v1().namespaces().informer();
      informers.start();
      namespaces.awaitSynced(LIMIT);
      for (String name : List.of("first", "second")) {
        namespaces.index(name, namespace -> {
          throw new IllegalStateException("planted");
        });
      }
      await().atMost(LIMIT).until(() -> lines.stream().anyMatch(line -> line.contains("index first: "))
          && lines.stream().anyMatch(line -> line.contains("index second: ")));
    } finally {
      root.removeHandler(handler);
    }
  }

  @Test
  void theMutationDetectorNamesHandlerAndField(Config config) {
    SharedInformerFactory informers =
        SharedInformerFactory.builder(config).mutationDetector(true).build();
    informers.core().v1().namespaces().informer().addHandler(
            ResourceEventHandler.<Namespace>builder()
                .onAdd((namespace, initial) -> namespace.getMetadata().setGenerateName("evil"))
                .build(),
            HandlerOptions.<Namespace>defaults().withName("evil-handler"));
    informers.start();
    informers.core().v1().namespaces().informer().awaitSynced(LIMIT);
    assertThatThrownBy(informers::close)
        .isInstanceOf(MutationException.class)
        .hasMessageContaining("handler evil-handler")
        .hasMessageContaining("generateName");
  }

  @Test
  void hundredsOfPodsAreIndexedInBothForms(ApiServer server, Config config) {
    new ClusterSimulator(
            server, EngineRuntime.shared(), SimulatorOptions.DEFAULT.withPods(300).withRate(0))
        .populate()
        .join();
    for (CacheForm form : List.of(CacheForm.OBJECTS, CacheForm.COMPACT)) {
      try (var informers = SharedInformerFactory.builder(config).cacheForm(form).build()) {
        Informer<Pod> pods = informers.core().v1().pods().informer();
        Index<Pod> byNode = pods.index("node", pod -> pod.getSpec().getNodeName());
        Informer<?> nodes = informers.core().v1().nodes().informer();
        informers.start();
        informers.awaitSynced(LIMIT);
        int onNodes = nodes.lister().list().stream()
            .mapToInt(node -> byNode.get(((io.fabric8.kubernetes.api.model.Node) node).getMetadata().getName()).size())
            .sum();
        assertThat(onNodes).isPositive();
        assertThat(pods.lister().list()).hasSizeGreaterThanOrEqualTo(onNodes);
      }
    }
  }
}

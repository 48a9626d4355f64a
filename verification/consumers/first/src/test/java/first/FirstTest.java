package first;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.apiserver.junit.ApiServerTest;
import dev.informant.informer.HandlerOptions;
import dev.informant.informer.Index;
import dev.informant.informer.Informer;
import dev.informant.informer.NotSyncedException;
import dev.informant.informer.ResourceEventHandler;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.kubernetes.Transforms;
import dev.informant.object.LabelSelector;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first programs of a user, and the first mistakes. */
@ApiServerTest
class FirstTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @BeforeEach
  void pods(KubernetesClient client) {
    for (int i = 0; i < 6; i++) {
      client
          .resource(new PodBuilder()
              .withNewMetadata().withName("p" + i).withNamespace("default").addToLabels("app", "a" + i % 2).endMetadata()
              .withNewSpec().withNodeName("n" + i % 3).addNewContainer().withName("c").withImage("i").endContainer().endSpec()
              .build())
          .create();
    }
  }

  @Test
  void indexSelectorAndLateHandlerAlsoAfterARestart(Config config, @TempDir Path saved) {
    for (int run = 0; run < 2; run++) {
      try (var informers = SharedInformerFactory.builder(config)
          .transform(Transforms.stripManagedFields())
          .cacheDirectory(saved)
          .build()) {
        Informer<Pod> pods = informers.core().v1().pods().informer();
        Index<Pod> byNode = pods.index("node", pod -> pod.getSpec().getNodeName());
        AtomicInteger adds = new AtomicInteger();
        var handler = pods.addHandler(ResourceEventHandler.<Pod>builder()
            .onAdd((pod, initial) -> adds.incrementAndGet())
            .build());
        informers.start();
        handler.awaitSynced(LIMIT);
        assertThat(adds).hasValue(6);
        assertThat(byNode.get("n1")).hasSize(2);
        assertThat(pods.lister().list(LabelSelector.parse("app notin (a1),!other"))).hasSize(3);
        AtomicInteger late = new AtomicInteger();
        pods.addHandler(
                ResourceEventHandler.<Pod>builder()
                    .onAdd((pod, initial) -> late.incrementAndGet())
                    .build(),
                HandlerOptions.<Pod>defaults().withName("late"))
            .awaitSynced(LIMIT);
        assertThat(late).hasValue(6);
      }
    }
  }

  @Test
  void mistakesAreReportedWhereTheyAreMade(Config config) {
    SharedInformerFactory factory = SharedInformerFactory.builder(config).build();
    Informer<Pod> pods = factory.core().v1().pods().informer();
    assertThatThrownBy(() -> pods.awaitSynced(Duration.ofMillis(50)))
        .isInstanceOf(NotSyncedException.class)
        .hasMessageContaining("pods");
    assertThatThrownBy(() -> pods.addHandler(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> pods.index("node", null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> LabelSelector.parse("app in (a,"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> factory.core().v1().pods().withLabels("a=b=c").informer())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> factory.kind(Unannotated.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Unannotated");
    factory.close();
    factory.close();
    assertThatThrownBy(() -> factory.core().v1().pods().informer())
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(factory::start).isInstanceOf(IllegalStateException.class);
  }

  static class Unannotated extends CustomResource<Object, Object> {}
}

package website;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.informant.apiserver.junit.ApiServerTest;
import dev.informant.informer.HealthCheck;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.metrics.InformerMetrics;
import dev.informant.metrics.WorkQueueMetrics;
import dev.informant.runtime.EngineRuntime;
import dev.informant.workqueue.WorkQueue;
import dev.informant.workqueue.Workers;
import io.fabric8.kubernetes.client.Config;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Meters and health of a program, as its operator sees them. */
@ApiServerTest
class OperationsTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @Test
  void metersAndHealthFollowTheInformers(Config config) {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    var metrics = new InformerMetrics(registry, "my-operator");
    var queueMetrics = new WorkQueueMetrics(registry, "namespaces");
    WorkQueue<String> queue = WorkQueue.<String>builder(EngineRuntime.shared())
        .name("namespaces")
        .observer(queueMetrics)
        .build();
    queueMetrics.follow(queue);
    try (var informers =
        SharedInformerFactory.builder(config).options(all -> all.observer(metrics::observer)).build()) {
      informers.core().v1().namespaces().informer().addKeyHandler(queue::add);
      var health = HealthCheck.of(() -> informers.all().values());
      assertThat(health.look().isReady()).isFalse();
      informers.start();
      informers.awaitSynced(LIMIT);
      await().atMost(LIMIT).until(() -> health.look().toString().equals("ok"));
      try (var workers = Workers.run(queue, 2, key -> {
        throw new IllegalStateException("planted");
      }, (key, failure) -> {})) {
        await().atMost(LIMIT).until(() -> queue.retries("default") > 1);
      }
      assertThat(registry.scrape())
          .contains("informer_synced{")
          .contains("resource=\"namespaces\"")
          .contains("informer_consecutive_failures{")
          .contains("workqueue_retries_total{name=\"namespaces\"}");
    }
  }
}

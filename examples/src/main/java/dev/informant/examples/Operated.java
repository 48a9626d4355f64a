package dev.informant.examples;

import dev.informant.informer.Health;
import dev.informant.informer.HealthCheck;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.metrics.InformerMetrics;
import dev.informant.metrics.KindMetrics;
import dev.informant.metrics.WorkQueueMetrics;
import dev.informant.runtime.EngineRuntime;
import dev.informant.workqueue.WorkQueue;
import io.fabric8.kubernetes.client.Config;
import io.micrometer.core.instrument.MeterRegistry;

/** An informer that operators can see into: metrics, readiness, liveness. */
public final class Operated implements AutoCloseable {
  private final SharedInformerFactory factory;
  private final HealthCheck probes;
  private final WorkQueue<String> work;
  private final WorkQueueMetrics workMetrics;

  /** What a probe is answered. */
  public record Answer(int readiness, int liveness, String body) {}

  public Operated(Config config, MeterRegistry registry, EngineRuntime runtime) {
    // snippet: metrics
    InformerMetrics metrics = new InformerMetrics(registry, "my-operator");
    SharedInformerFactory informers = SharedInformerFactory.builder(config)
        .options(all -> all.observer(new KindMetrics(metrics)))
        .build();
    // end
    // snippet: workqueue
    WorkQueueMetrics queueMetrics = new WorkQueueMetrics(registry, "deployments");
    WorkQueue<String> queue = WorkQueue.<String>builder(runtime)
        .name("deployments")
        .observer(queueMetrics)
        .build();
    queueMetrics.follow(queue); // and close() it when the queue is shut down
    // end
    factory = informers;
    probes = HealthCheck.of(() -> informers.all().values());
    work = queue;
    workMetrics = queueMetrics;
    informers.core().v1().configMaps().informer();
  }

  public void start() {
    factory.start();
  }

  /** Answers a probe. One check for all probes: it compares each look with the one before. */
  public Answer probe() {
    // snippet: health
    Health health = probes.look(); // HealthCheck.of(() -> informers.all().values())
    int readiness = health.isReady() ? 200 : 503; // every first list is in its cache
    int liveness = health.isLive() ? 200 : 503; // nothing is stuck
    String body = health.toString(); // "ok", or what is wrong and why
    // end
    return new Answer(readiness, liveness, body);
  }

  @Override
  public void close() {
    factory.close();
    work.shutDown();
    workMetrics.close();
  }
}

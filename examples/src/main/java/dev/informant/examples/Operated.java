package dev.informant.examples;

import dev.informant.informer.Health;
import dev.informant.informer.HealthCheck;
import dev.informant.kubernetes.SharedInformerFactory;
import dev.informant.metrics.InformerMetrics;
import dev.informant.metrics.WorkQueueMetrics;
import dev.informant.runtime.EngineRuntime;
import dev.informant.workqueue.WorkQueue;
import io.fabric8.kubernetes.client.Config;
import io.micrometer.core.instrument.MeterRegistry;

/** An informer with metrics, readiness and liveness probes. */
public final class Operated implements AutoCloseable {
  private final SharedInformerFactory factory;
  private final HealthCheck probes;
  private final WorkQueue<String> work;
  private final WorkQueueMetrics workMetrics;

  /** The response to a probe. */
  public record Answer(int readiness, int liveness, String body) {}

  public Operated(Config config, MeterRegistry registry, EngineRuntime runtime) {
    // snippet: metrics
    InformerMetrics metrics = new InformerMetrics(registry, "my-operator");
    SharedInformerFactory informers = SharedInformerFactory.builder(config)
        .options(all -> all.observer(metrics::observer))
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

  /** Answers a probe. All probes use one check, which compares each call with the previous one. */
  public Answer probe() {
    // snippet: health
    Health health = probes.look(); // HealthCheck.of(() -> informers.all().values())
    int readiness = health.isReady() ? 200 : 503; // all have listed and have watched
    int liveness = health.isLive() ? 200 : 503; // nothing is stuck
    String body = health.toString(); // "ok", or each problem with its cause
    // end
    return new Answer(readiness, liveness, body);
  }

  @Override
  public void close() {
    work.shutDown();
    workMetrics.close();
    factory.close();
  }
}

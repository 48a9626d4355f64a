/**
 * Micrometer meters for informers and work queues. The names are client-go's where client-go has the metric;
 * each is explained in {@code docs/metrics.md}.
 *
 * <p>{@link dev.informant.metrics.InformerMetrics} creates observers for informers, and {@link
 * dev.informant.metrics.WorkQueueMetrics} is the observer of a work queue. Any thread may use them; meters are
 * read by the threads of the registry and never wait for an informer.
 *
 * <p>The informers of a factory:
 *
 * <!-- snippet: Operated#metrics -->
 * <pre>{@code
 * InformerMetrics metrics = new InformerMetrics(registry, "my-operator");
 * SharedInformerFactory informers = SharedInformerFactory.builder(config)
 *     .options(all -> all.observer(metrics::observer))
 *     .build();
 * }</pre>
 *
 * <p>A work queue:
 *
 * <!-- snippet: Operated#workqueue -->
 * <pre>{@code
 * WorkQueueMetrics queueMetrics = new WorkQueueMetrics(registry, "deployments");
 * WorkQueue<String> queue = WorkQueue.<String>builder(runtime)
 *     .name("deployments")
 *     .observer(queueMetrics)
 *     .build();
 * queueMetrics.follow(queue); // and close() it when the queue is shut down
 * }</pre>
 */
@org.jspecify.annotations.NullMarked
package dev.informant.metrics;

/**
 * Informers and work queues as Micrometer meters. The names are client-go's where client-go has the metric;
 * each is explained in {@code docs/metrics.md}.
 *
 * <p>{@link dev.informant.metrics.InformerMetrics} makes observers for informers, {@link
 * dev.informant.metrics.KindMetrics} hands them to a factory's informers, and {@link
 * dev.informant.metrics.WorkQueueMetrics} is the observer of a work queue. Any thread may use them; meters are
 * read by the threads of the registry and never wait for an informer.
 */
@org.jspecify.annotations.NullMarked
package dev.informant.metrics;

package dev.informant.metrics;

import dev.informant.workqueue.WorkQueue;
import dev.informant.workqueue.WorkQueueObserver;
import dev.informant.workqueue.WorkQueueStatistics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Registers meters for one work queue. Pass it to the builder of the queue as observer for counters and timers, then
 * call {@link #follow} for gauges. The meters are in the registry until this is closed; the queue is not affected. The
 * only label is the name given here. Two queues with one name share counters and timers, but the gauges show the first
 * queue. Thread-safe.
 */
public final class WorkQueueMetrics implements WorkQueueObserver, AutoCloseable {
  private static final int BUCKETS = 10;

  private final MeterRegistry registry;
  private final Tags tags;
  private final Counter adds;
  private final Counter retries;
  private final Timer waiting;
  private final Timer working;

  // guarded by this
  private final List<Meter> meters = new ArrayList<>();

  public WorkQueueMetrics(MeterRegistry registry, String name) {
    this.registry = registry;
    this.tags = Tags.of("name", name);
    this.adds = kept(
        Counter.builder("workqueue.adds").description("Items added").tags(tags).register(registry));
    this.retries = kept(Counter.builder("workqueue.retries")
        .description("Items added with a delay")
        .tags(tags)
        .register(registry));
    this.waiting = timer("workqueue.queue.duration", "Time an item waits before it is taken");
    this.working = timer("workqueue.work.duration", "Time an item is processed");
  }

  private Timer timer(String name, String description) {
    return kept(Timer.builder(name)
        .description(description)
        .tags(tags)
        .serviceLevelObjectives(buckets())
        .register(registry));
  }

  /** client-go's: ten powers of ten from 10 ns. */
  private static Duration[] buckets() {
    Duration[] buckets = new Duration[BUCKETS];
    buckets[0] = Duration.ofNanos(10);
    for (int i = 1; i < BUCKETS; i++) {
      buckets[i] = buckets[i - 1].multipliedBy(10);
    }
    return buckets;
  }

  /** Registers gauges for the queue. */
  public WorkQueueMetrics follow(WorkQueue<?> queue) {
    return follow(queue::statistics);
  }

  /** Shows the levels of a queue that may be replaced by another: null while there is none, which counts as empty. */
  public WorkQueueMetrics follow(Supplier<@Nullable WorkQueueStatistics> queue) {
    level(queue, "workqueue.depth", null, "Items waiting to be processed", now -> now.depth());
    level(
        queue,
        "workqueue.unfinished.work",
        "seconds",
        "Total time spent so far on the items being processed",
        now -> seconds(now.unfinishedWork()));
    level(
        queue,
        "workqueue.longest.running.processor",
        "seconds",
        "Time spent so far on the item with the longest processing",
        now -> seconds(now.longestRunning()));
    return this;
  }

  private void level(
      Supplier<@Nullable WorkQueueStatistics> queue,
      String name,
      @Nullable String unit,
      String description,
      ToDoubleFunction<WorkQueueStatistics> read) {
    kept(Gauge.builder(name, () -> value(queue.get(), read))
        .description(description)
        .baseUnit(unit)
        .tags(tags)
        .register(registry));
  }

  private static double value(
      @Nullable WorkQueueStatistics now, ToDoubleFunction<WorkQueueStatistics> read) {
    return now == null ? 0 : read.applyAsDouble(now);
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  private synchronized <M extends Meter> M kept(M meter) {
    meters.add(meter);
    return meter;
  }

  @Override
  public void onAdd() {
    adds.increment();
  }

  @Override
  public void onTake(Duration waited) {
    waiting.record(waited);
  }

  @Override
  public void onDone(Duration worked) {
    working.record(worked);
  }

  @Override
  public void onRetry() {
    retries.increment();
  }

  /** Removes the meters from the registry. Idempotent. */
  @Override
  public synchronized void close() {
    meters.forEach(registry::remove);
    meters.clear();
  }
}

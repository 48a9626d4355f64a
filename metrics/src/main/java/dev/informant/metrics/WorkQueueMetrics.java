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
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Measures one work queue: be its observer, then follow it for what stands rather than moves. The meters are
 * in the registry until it is closed, which does nothing to the queue. The one label is the name given here; two
 * queues of one name share the counts but show the levels of the first. Thread-safe.
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
    this.working = timer("workqueue.work.duration", "Time an item is worked on");
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

  /** Shows the queue's levels from now on. */
  public WorkQueueMetrics follow(WorkQueue<?> queue) {
    level(
        queue,
        "workqueue.depth",
        null,
        "Items that need work nobody has begun",
        now -> now.depth());
    level(
        queue,
        "workqueue.unfinished.work",
        "seconds",
        "Time spent so far on the items being worked on, summed",
        now -> seconds(now.unfinishedWork()));
    level(
        queue,
        "workqueue.longest.running.processor",
        "seconds",
        "Time spent so far on the item worked on for longest",
        now -> seconds(now.longestRunning()));
    return this;
  }

  private void level(
      WorkQueue<?> queue,
      String name,
      @Nullable String unit,
      String description,
      ToDoubleFunction<WorkQueueStatistics> read) {
    kept(Gauge.builder(name, queue, measured -> read.applyAsDouble(measured.statistics()))
        .description(description)
        .baseUnit(unit)
        .tags(tags)
        .register(registry));
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

  /** Takes the meters out of the registry. Idempotent. */
  @Override
  public synchronized void close() {
    meters.forEach(registry::remove);
    meters.clear();
  }
}

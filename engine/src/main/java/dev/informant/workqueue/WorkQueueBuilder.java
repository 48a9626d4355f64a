package dev.informant.workqueue;

import dev.informant.runtime.EngineRuntime;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collects the options of a {@link WorkQueue}. Not thread-safe. */
public final class WorkQueueBuilder<T> {
  /** The ageing interval unless another is given. */
  public static final Duration DEFAULT_AGEING = Duration.ofSeconds(1);

  private final EngineRuntime runtime;
  private String name = "workqueue";
  private @Nullable RateLimiter<T> rateLimiter;
  private Duration ageing = DEFAULT_AGEING;
  private WorkQueueObserver observer = WorkQueueObserver.NONE;

  WorkQueueBuilder(EngineRuntime runtime) {
    this.runtime = Objects.requireNonNull(runtime, "runtime");
  }

  /** What log messages call the queue. Default {@code workqueue}. */
  public WorkQueueBuilder<T> name(String name) {
    this.name = Objects.requireNonNull(name, "name");
    return this;
  }

  /** What {@link WorkQueue#addRateLimited} asks. Default {@link RateLimiter#controllerDefault}. */
  public WorkQueueBuilder<T> rateLimiter(RateLimiter<T> rateLimiter) {
    this.rateLimiter = Objects.requireNonNull(rateLimiter, "rateLimiter");
    return this;
  }

  /**
   * How long an item waits to gain one priority. After 300 times as long it goes before every item that
   * has waited less, whatever the priorities: from then on it waits only for older ones. Zero means that items
   * do not age: a higher priority then always goes first, and a lower one can starve. Default {@link
   * #DEFAULT_AGEING}, one second.
   */
  public WorkQueueBuilder<T> ageing(Duration interval) {
    if (interval.isNegative()) {
      throw new IllegalArgumentException("the ageing interval must not be negative: " + interval);
    }
    this.ageing = interval;
    return this;
  }

  /** Who hears what the queue does. Default nobody. */
  public WorkQueueBuilder<T> observer(WorkQueueObserver observer) {
    this.observer = Objects.requireNonNull(observer, "observer");
    return this;
  }

  public WorkQueue<T> build() {
    RateLimiter<T> limiter = rateLimiter;
    if (limiter == null) {
      limiter = RateLimiter.controllerDefault(runtime.clock());
    }
    return new PriorityWorkQueue<>(runtime, name, limiter, ageing, observer);
  }
}

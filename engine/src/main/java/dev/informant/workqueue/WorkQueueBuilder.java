package dev.informant.workqueue;

import dev.informant.log.Readable;
import dev.informant.runtime.EngineRuntime;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collects the options of a {@link WorkQueue}. Not thread-safe. */
public final class WorkQueueBuilder<T> {
  /** The default ageing interval. */
  public static final Duration DEFAULT_AGEING = Duration.ofSeconds(1);

  private final EngineRuntime runtime;
  private String name = "workqueue";
  private @Nullable RateLimiter<T> rateLimiter;
  private Duration ageing = DEFAULT_AGEING;
  private WorkQueueObserver observer = WorkQueueObserver.NONE;

  WorkQueueBuilder(EngineRuntime runtime) {
    this.runtime = Objects.requireNonNull(runtime, "runtime");
  }

  /** The name of the queue in log messages. Default: {@code workqueue}. */
  public WorkQueueBuilder<T> name(String name) {
    this.name = Objects.requireNonNull(name, "name");
    return this;
  }

  /** The rate limiter of {@link WorkQueue#addRateLimited}. Default: {@link RateLimiter#controllerDefault}. */
  public WorkQueueBuilder<T> rateLimiter(RateLimiter<T> rateLimiter) {
    this.rateLimiter = Objects.requireNonNull(rateLimiter, "rateLimiter");
    return this;
  }

  /**
   * How long an item waits to gain one priority level. After 300 times as long it precedes every younger item, whatever
   * its priority. Zero disables ageing: higher priorities always precede, and lower ones can starve. Default: {@link
   * #DEFAULT_AGEING}, one second.
   */
  public WorkQueueBuilder<T> ageing(Duration interval) {
    if (interval.isNegative()) {
      throw new IllegalArgumentException(
          "the ageing interval must not be negative: " + Readable.time(interval));
    }
    this.ageing = interval;
    return this;
  }

  /** Receives the events of the queue. Default: none. */
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

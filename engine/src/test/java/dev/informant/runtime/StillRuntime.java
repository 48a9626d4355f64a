package dev.informant.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * Time stands still and no timer fires: for checkers that bring their own threads. Tasks of either kind go to {@code
 * pool}. As thread-safe as that.
 */
public record StillRuntime(Executor pool) implements EngineRuntime, Clock, Timers {
  /** One on which nothing runs. */
  public static StillRuntime idle() {
    return new StillRuntime(task -> {
      throw new UnsupportedOperationException("nothing runs here");
    });
  }

  @Override
  public long nanos() {
    return 0;
  }

  @Override
  public Instant now() {
    return Instant.EPOCH;
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    return Timer.NONE;
  }

  @Override
  public Clock clock() {
    return this;
  }

  @Override
  public Timers timers() {
    return this;
  }

  @Override
  public Executor pipeline() {
    return pool;
  }

  @Override
  public Executor callbacks() {
    return pool;
  }

  @Override
  public RandomGenerator random() {
    throw new UnsupportedOperationException("nothing is random here");
  }

  @Override
  public int pipelineThreads() {
    return 0;
  }

  @Override
  public void close() {
    // Nothing to stop.
  }
}

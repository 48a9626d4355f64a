package dev.informant.workqueue;

import dev.informant.runtime.Clock;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** Time stands still and nothing runs: for checkers that bring their own threads. Thread-safe. */
final class StillRuntime implements EngineRuntime, Clock, Timers {
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
    throw new UnsupportedOperationException("nothing runs here");
  }

  @Override
  public Executor callbacks() {
    throw new UnsupportedOperationException("nothing runs here");
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

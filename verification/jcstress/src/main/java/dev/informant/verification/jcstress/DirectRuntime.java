package dev.informant.verification.jcstress;

import dev.informant.runtime.Clock;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * Time stands still, timers never ring, and every task runs on the thread that gives it: whatever runs at
 * once is what the actors do. Thread-safe.
 */
final class DirectRuntime implements EngineRuntime, Clock, Timers {
  static final DirectRuntime INSTANCE = new DirectRuntime();

  private final RandomGenerator random = new Random(1);

  private DirectRuntime() {}

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
    return Runnable::run;
  }

  @Override
  public Executor callbacks() {
    return Runnable::run;
  }

  @Override
  public RandomGenerator random() {
    return random;
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

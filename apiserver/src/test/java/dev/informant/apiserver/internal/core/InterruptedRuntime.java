package dev.informant.apiserver.internal.core;

import dev.informant.runtime.Clock;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * A runtime in which others get in between: whoever asks for the time of day, as a write does on its way, waits there until
 * they are done. For one thread.
 */
final class InterruptedRuntime implements EngineRuntime, Clock {
  private final EngineRuntime runtime;
  private Runnable others = () -> {};
  private boolean interrupted;

  InterruptedRuntime(EngineRuntime runtime) {
    this.runtime = runtime;
  }

  /** From now on, whenever somebody asks for the time; not while these do. */
  void interrupt(Runnable by) {
    others = by;
  }

  @Override
  public Instant now() {
    if (!interrupted) {
      interrupted = true;
      others.run();
      interrupted = false;
    }
    return runtime.clock().now();
  }

  @Override
  public long nanos() {
    return runtime.clock().nanos();
  }

  @Override
  public Clock clock() {
    return this;
  }

  @Override
  public Timers timers() {
    return runtime.timers();
  }

  @Override
  public Executor pipeline() {
    return runtime.pipeline();
  }

  @Override
  public Executor callbacks() {
    return runtime.callbacks();
  }

  @Override
  public RandomGenerator random() {
    return runtime.random();
  }

  @Override
  public int pipelineThreads() {
    return runtime.pipelineThreads();
  }

  @Override
  public void close() {
    runtime.close();
  }
}

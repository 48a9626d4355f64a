package dev.informant.runtime;

import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** Another runtime, of which a test changes what it has to. As thread-safe as that. */
public abstract class ForwardingRuntime implements EngineRuntime {
  private final EngineRuntime runtime;

  protected ForwardingRuntime(EngineRuntime runtime) {
    this.runtime = runtime;
  }

  @Override
  public Clock clock() {
    return runtime.clock();
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

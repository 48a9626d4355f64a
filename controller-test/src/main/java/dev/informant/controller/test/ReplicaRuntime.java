package dev.informant.controller.test;

import dev.informant.runtime.Clock;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import dev.informant.runtime.Timers;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * The runtime of one process: it can be stopped and continued while time goes on for the others, and its time of day can jump.
 * Belongs to the thread that drives the virtual runtime.
 */
final class ReplicaRuntime implements EngineRuntime, Clock, Timers {
  private final VirtualRuntime base;
  private final List<Runnable> held = new ArrayList<>();
  private boolean paused;
  private Duration wallSkew = Duration.ZERO;

  ReplicaRuntime(VirtualRuntime base) {
    this.base = base;
  }

  void pause() {
    paused = true;
  }

  void resume() {
    paused = false;
    List<Runnable> tasks = List.copyOf(held);
    held.clear();
    tasks.forEach(base.callbacks()::execute);
  }

  void jumpWall(Duration by) {
    wallSkew = wallSkew.plus(by);
  }

  private void submit(Runnable task) {
    base.callbacks().execute(() -> {
      if (paused) {
        held.add(task);
      } else {
        task.run();
      }
    });
  }

  @Override
  public long nanos() {
    return base.nanos();
  }

  @Override
  public Instant now() {
    return base.now().plus(wallSkew);
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
  public Timer schedule(Duration delay, Runnable task) {
    return base.schedule(delay, () -> submit(task));
  }

  @Override
  public Executor pipeline() {
    return this::submit;
  }

  @Override
  public Executor callbacks() {
    return this::submit;
  }

  @Override
  public SerialQueue pipelineQueue(Consumer<Throwable> failures) {
    return new SerialQueue(pipeline(), failures, /* batch= */ 1);
  }

  @Override
  public SerialQueue callbackQueue(Consumer<Throwable> failures) {
    return new SerialQueue(callbacks(), failures, /* batch= */ 1);
  }

  @Override
  public <V> V await(CompletableFuture<V> future) throws InterruptedException, ExecutionException {
    while (!future.isDone() || paused) {
      if (!base.step() && !base.skipToNextTimer()) {
        throw new IllegalStateException(
            "a task waits for a future, and no task or timer is left that could complete it");
      }
    }
    return future.get();
  }

  @Override
  public RandomGenerator random() {
    return base.random();
  }

  @Override
  public int pipelineThreads() {
    return 0;
  }

  @Override
  public void close() {}
}

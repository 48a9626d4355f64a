package dev.informant.runtime;

import dev.informant.log.QuietLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** Real threads and the machine's clock: one timer thread, a fixed pipeline pool, elastic callbacks. */
final class SystemRuntime implements EngineRuntime, Timers {
  private static final Logger LOG = QuietLog.of(SystemRuntime.class);

  /** Asks for the generator of the thread that draws, which a stored ThreadLocalRandom would not. */
  private static final RandomGenerator RANDOM =
      () -> ThreadLocalRandom.current().nextLong();

  private final boolean closeable;
  private final int pipelineThreads;
  private final ExecutorService pipeline;
  private final ElasticExecutor callbacks;
  private final ScheduledThreadPoolExecutor timers;
  private final CloseListeners closeListeners = new CloseListeners();

  /** Starts the process-wide runtime when first touched. */
  static final class Shared {
    static final EngineRuntime INSTANCE = new SystemRuntime(
        "informant",
        Math.max(2, java.lang.Runtime.getRuntime().availableProcessors()),
        /* closeable= */ false);

    private Shared() {}
  }

  SystemRuntime(String name, int pipelineThreads, boolean closeable) {
    if (pipelineThreads < 1) {
      throw new IllegalArgumentException("pipelineThreads must be at least 1: " + pipelineThreads);
    }
    this.closeable = closeable;
    this.pipelineThreads = pipelineThreads;
    this.pipeline =
        Executors.newFixedThreadPool(pipelineThreads, new NamedThreads(name + "/pipeline"));
    this.timers = new ScheduledThreadPoolExecutor(1, new NamedThreads(name + "/timers"));
    timers.setRemoveOnCancelPolicy(true);
    timers.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    this.callbacks = new ElasticExecutor(name + "/callbacks", this);
  }

  @Override
  public Clock clock() {
    return Clock.system();
  }

  @Override
  public Timers timers() {
    return this;
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    ScheduledFuture<?> future =
        timers.schedule(() -> run(task), Timers.nanos(delay), TimeUnit.NANOSECONDS);
    return () -> future.cancel(/* mayInterruptIfRunning= */ false);
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable failure) {
      LOG.log(Level.ERROR, "a timer task threw", failure);
    }
  }

  @Override
  public Executor pipeline() {
    return pipeline;
  }

  @Override
  public Executor callbacks() {
    return callbacks;
  }

  @Override
  public void giveWay() {
    callbacks.giveWay();
  }

  @Override
  public RandomGenerator random() {
    return RANDOM;
  }

  @Override
  public int pipelineThreads() {
    return pipelineThreads + 1;
  }

  /** The shared runtime is never closed, so it need not remember anybody. */
  @Override
  public Runnable onClose(Runnable listener) {
    return closeable ? closeListeners.add(listener) : () -> {};
  }

  @Override
  public void close() {
    if (closeable) {
      closeListeners.closed();
      callbacks.shutdown(); // first, for it relies on the timers
      pipeline.shutdown();
      timers.shutdownNow();
    }
  }
}

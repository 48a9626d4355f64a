package dev.informant.runtime;

import dev.informant.internal.runtime.CloseListeners;
import dev.informant.log.QuietLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Real threads and the machine's clock: one timer thread, a fixed pipeline pool, elastic callbacks, and a few threads for
 * what takes long.
 */
/*
 * The background is platform threads on every Java. As virtual threads its tasks would each keep a carrier to the end, for
 * they never block, and as many of them as processors would stop all handlers; a platform thread has its processor taken away by
 * the operating system. Half as many as processors leave the other half to handlers in any case; two at the least, so that one
 * that waits (for a disk, or for the server's name) does not hold up all others.
 */
final class SystemRuntime implements EngineRuntime, Timers {
  private static final Logger LOG = QuietLog.of(SystemRuntime.class);

  static final int BACKGROUND_THREADS =
      Math.max(2, java.lang.Runtime.getRuntime().availableProcessors() / 2);

  private static final long IDLE_SECONDS = 10;

  /** Asks for the generator of the thread that draws, which a stored ThreadLocalRandom would not. */
  private static final RandomGenerator RANDOM =
      () -> ThreadLocalRandom.current().nextLong();

  private final boolean closeable;
  private final int pipelineThreads;
  private final ExecutorService pipeline;
  private final ElasticExecutor callbacks;
  private final ThreadPoolExecutor background;
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
    this.background = new ThreadPoolExecutor(
        BACKGROUND_THREADS,
        BACKGROUND_THREADS,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        new NamedThreads(name + "/background"));
    background.allowCoreThreadTimeOut(true);
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
    ScheduledFuture<?> future = timers.schedule(
        () -> run(task, "a timer task threw"), Timers.nanos(delay), TimeUnit.NANOSECONDS);
    return () -> future.cancel(/* mayInterruptIfRunning= */ false);
  }

  private static void run(Runnable task, String failed) {
    try {
      task.run();
    } catch (Throwable failure) {
      LOG.log(Level.ERROR, failed, failure);
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
  public Executor background() {
    return task -> background.execute(() -> run(task, "a background task threw"));
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
      background.shutdown();
      pipeline.shutdown();
      timers.shutdownNow();
    }
  }
}

package dev.informant.runtime;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Provides time, timers, threads and randomness to informers and work queues. {@link #shared()} serves the process.
 * Tests use their own runtime, so that a run is determined by its seed. Thread-safe.
 */
public interface EngineRuntime extends AutoCloseable {
  Clock clock();

  Timers timers();

  /** Runs the pipeline's steps on a small fixed pool. Tasks must not block. */
  Executor pipeline();

  /** Runs user code, which may block. The pool grows on demand. */
  Executor callbacks();

  /**
   * Runs long computations that no handler waits for: saving and loading caches, training dictionaries. It has its own
   * few threads, so that such tasks do not delay handlers. Default: {@link #callbacks()}.
   */
  default Executor background() {
    return callbacks();
  }

  /** Lets other tasks of {@link #callbacks()} run during a long task. Default: does nothing. */
  default void giveWay() {}

  /**
   * Waits for {@code future} inside a task of {@link #callbacks()}. A runtime without threads of its own runs other tasks
   * meanwhile.
   *
   * @throws ExecutionException if the future fails
   */
  default <V> V await(CompletableFuture<V> future) throws InterruptedException, ExecutionException {
    return future.get();
  }

  /** The source of random numbers, for jitter. Thread-safe. */
  RandomGenerator random();

  /** The maximum number of threads of {@link #pipeline()} and {@link #timers()} together. */
  int pipelineThreads();

  /**
   * Registers a listener that is called once when the runtime is closed, on the closing thread, while tasks are still
   * accepted. Default: the listener is never called.
   *
   * @return removes the listener
   */
  default Runnable onClose(Runnable listener) {
    return () -> {};
  }

  /**
   * Calls the {@link #onClose} listeners, then stops the threads. Tasks that have not started are rejected. The shared
   * runtime ignores this call. Idempotent.
   */
  @Override
  void close();

  /** Returns a serial queue over {@link #pipeline()}. */
  default SerialQueue pipelineQueue(Consumer<Throwable> failures) {
    return new SerialQueue(pipeline(), failures, SerialQueue.BATCH, this::afterAWhile);
  }

  /**
   * Returns a serial queue over {@link #callbacks()}. It releases its thread after each task, because tasks may be
   * long.
   */
  default SerialQueue callbackQueue(Consumer<Throwable> failures) {
    return new SerialQueue(callbacks(), failures, /* batch= */ 1, this::afterAWhile);
  }

  private void afterAWhile(Runnable again) {
    timers().schedule(Duration.ofSeconds(1), again);
  }

  /** Returns the runtime of the process, started on first use. Its threads are daemons. */
  static EngineRuntime shared() {
    return SystemRuntime.Shared.INSTANCE;
  }

  /** Creates a runtime with {@code pipelineThreads} pipeline threads; {@code name} is the prefix of thread names. */
  static EngineRuntime create(String name, int pipelineThreads) {
    return new SystemRuntime(name, pipelineThreads, /* closeable= */ true);
  }
}

package dev.informant.runtime;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * Everything an informer takes from the outside world besides its data: time, timers, threads and
 * randomness. The {@link #shared()} one serves a whole process; tests bring their own, so that a run is
 * a function of its seed. Thread-safe.
 */
public interface EngineRuntime extends AutoCloseable {
  Clock clock();

  Timers timers();

  /** Runs the pipeline's steps. Small and fixed: nothing given to it may block. */
  Executor pipeline();

  /** Runs the user's code, which may block: grows as it must. */
  Executor callbacks();

  /**
   * Runs what keeps a processor busy for long and is awaited by no handler: saving and loading caches, training
   * dictionaries. A few threads that are not those of {@link #callbacks()}, where such a task would keep handlers waiting.
   * A runtime that has none runs it as a callback.
   */
  default Executor background() {
    return callbacks();
  }

  /** For a task of {@link #callbacks()} with more to do than one turn: lets waiting ones run. By itself it does nothing. */
  default void giveWay() {}

  /** Jitter. Safe for use by many threads. */
  RandomGenerator random();

  /**
   * The largest number of threads {@link #pipeline()} and {@link #timers()} together will ever use.
   */
  int pipelineThreads();

  /**
   * Has {@code listener} run once when the runtime is closed, on the thread that closes it and while tasks are
   * still taken: the last chance to end in good order. A runtime that cannot tell never does.
   *
   * @return takes the listener back
   */
  default Runnable onClose(Runnable listener) {
    return () -> {};
  }

  /**
   * Tells those who asked for it, and then stops the threads. Work not yet begun is refused. The shared runtime
   * ignores it. Idempotent.
   */
  @Override
  void close();

  /** A serial queue over {@link #pipeline()}. */
  default SerialQueue pipelineQueue(SerialQueue.FailureListener failures) {
    return new SerialQueue(pipeline(), failures, SerialQueue.BATCH, this::afterAWhile);
  }

  /** A serial queue over {@link #callbacks()}; others have their turn after each of its tasks, which may be long. */
  default SerialQueue callbackQueue(SerialQueue.FailureListener failures) {
    return new SerialQueue(callbacks(), failures, /* batch= */ 1, this::afterAWhile);
  }

  private void afterAWhile(Runnable again) {
    timers().schedule(Duration.ofSeconds(1), again);
  }

  /** The runtime of the process, started on first use; its threads are daemons. */
  static EngineRuntime shared() {
    return SystemRuntime.Shared.INSTANCE;
  }

  /** A runtime of its own with {@code pipelineThreads} pipeline threads, named after {@code name}. */
  static EngineRuntime create(String name, int pipelineThreads) {
    return new SystemRuntime(name, pipelineThreads, /* closeable= */ true);
  }
}

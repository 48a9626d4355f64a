package dev.informant.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs tasks one at a time, in the order they were given, on threads borrowed from another
 * executor. It owns no thread: while it is empty it costs nothing. Each task sees the memory effects
 * of the tasks before it. Thread-safe.
 */
/*
 * Why it is correct. `pending` counts tasks that were offered and have not finished. The caller that
 * moves it from 0 to 1 schedules the drain; everyone else only enqueues. The drain runs tasks until
 * it moves `pending` back to 0, so there is at most one drain at a time, and none is missed: a task
 * enqueued after the last poll has raised `pending` before the drain lowers it. The task itself is
 * enqueued before `pending` is raised, so a drain that sees the count also sees the task.
 *
 * Fairness. After `batch` tasks the drain gives its thread back and queues itself again, so that a busy
 * queue does not hold a pool thread for ever.
 *
 * A task that throws does not stop the queue: the throwable goes to `failures` and the next task runs.
 *
 * Refusal. When the executor refuses the drain, whoever tried to schedule it owns the drain all the same
 * and empties the queue in its place, reporting each task it drops. So `pending` comes back to 0, no
 * task vanishes without a word, and the next one given is tried (and refused) afresh.
 */
public final class SerialQueue implements Executor {
  private static final Logger LOG = System.getLogger(SerialQueue.class.getName());

  /** Tasks run before the thread is given back. */
  private static final int BATCH = 64;

  private final Executor executor;
  private final int batch;
  private final FailureListener failures;
  private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pending = new AtomicInteger();

  /** Hears of tasks that threw, and of tasks that the executor refused to run. */
  @FunctionalInterface
  public interface FailureListener {
    void onFailure(Throwable failure);
  }

  public SerialQueue(Executor executor, FailureListener failures) {
    this(executor, failures, BATCH);
  }

  /** As above, giving the thread back after every {@code batch} tasks. */
  public SerialQueue(Executor executor, FailureListener failures, int batch) {
    if (batch < 1) {
      throw new IllegalArgumentException("batch must be at least 1: " + batch);
    }
    this.executor = executor;
    this.failures = failures;
    this.batch = batch;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    if (pending.getAndIncrement() == 0) {
      schedule();
    }
  }

  /** Tasks given and not finished, including the one that runs now. */
  public int depth() {
    return pending.get();
  }

  private void schedule() {
    try {
      executor.execute(this::drain);
    } catch (RejectedExecutionException refusal) {
      do {
        tasks.poll();
        report(refusal);
      } while (pending.decrementAndGet() != 0);
    }
  }

  private void drain() {
    for (int ran = 0; ran < batch; ran++) {
      Runnable task = tasks.poll();
      if (task != null) {
        run(task);
      }
      if (pending.decrementAndGet() == 0) {
        return;
      }
    }
    schedule();
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable failure) {
      report(failure);
    }
  }

  /** A listener that throws must not stop the queue either. */
  private void report(Throwable failure) {
    try {
      failures.onFailure(failure);
    } catch (Throwable secondFailure) {
      secondFailure.addSuppressed(failure);
      LOG.log(Level.ERROR, "a failure listener threw", secondFailure);
    }
  }
}

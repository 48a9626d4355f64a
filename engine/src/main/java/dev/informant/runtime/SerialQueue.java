package dev.informant.runtime;

import dev.informant.log.QuietLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one at a time, in order, on the threads of another executor. It owns no thread and uses none while it is
 * empty. Each task sees the memory effects of the tasks before it. Thread-safe.
 */
/*
 * Why it is correct. `pending` counts tasks that were offered and have not finished. The caller that moves it from 0 to
 * 1 schedules the drain; everyone else only enqueues. The drain runs tasks until it moves `pending` back to 0, so there
 * is at most one drain at a time, and none is missed: a task enqueued after the last poll has raised `pending` before
 * the drain lowers it. The task itself is enqueued before `pending` is raised, so a drain that sees the count also sees
 * the task.
 *
 * Fairness. After `batch` tasks the drain gives its thread back and queues itself again, so that a busy queue does not
 * hold a pool thread forever.
 *
 * A task that throws does not stop the queue: the throwable is passed to `failures` and the next task runs. Nor does a
 * listener or a log that throws, because report() never throws: `pending` is decremented for each task in any case.
 *
 * Executors that run the drain inside execute(). A drain that gives its thread back would there begin the next inside
 * itself, and so on until the stack is full. So a handover that comes back to the thread that is still giving it away
 * only reports it, and the drain continues in its loop.
 *
 * Refusal. When the executor refuses the drain, the caller that tried to schedule it still owns the drain and empties
 * the queue in its place, reporting each task it drops. So `pending` comes back to 0, no task vanishes without a word,
 * and the next one given is tried (and refused) afresh.
 *
 * Failure. An executor that throws anything else (no memory, no native thread) may be able to go on later, and it may
 * have kept the drain or not. The tasks stay; a drain that was about to release its thread continues instead; otherwise
 * the next task given, and a timer where there is one, try again. Each attempt has a number, and the caller that moves
 * `attempt` beyond it owns the drain: the attempt itself when it is run after all, or the next try. So there are never
 * two drains.
 */
public final class SerialQueue implements Executor {
  private static final Logger LOG = QuietLog.of(SerialQueue.class);

  /** Tasks run before the thread is given back. */
  static final int BATCH = 64;

  private final Executor executor;
  private final int batch;
  private final Consumer<Throwable> failures;
  private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pending = new AtomicInteger();
  private final Consumer<Runnable> later;
  private final AtomicLong attempt = new AtomicLong();

  /** The number of the attempt that failed last; zero if none did. */
  private volatile long failed;

  /** @param failures called with exceptions of tasks, and when the executor rejects tasks */
  public SerialQueue(Executor executor, Consumer<Throwable> failures) {
    this(executor, failures, BATCH);
  }

  /** As above, but releases the thread after every {@code batch} tasks. */
  public SerialQueue(Executor executor, Consumer<Throwable> failures, int batch) {
    this(executor, failures, batch, again -> {});
  }

  /**
   * @param later runs what it is given after a while: another try where the executor failed
   */
  SerialQueue(
      Executor executor, Consumer<Throwable> failures, int batch, Consumer<Runnable> later) {
    if (batch < 1) {
      throw new IllegalArgumentException("batch must be at least 1: " + batch);
    }
    this.executor = executor;
    this.failures = failures;
    this.batch = batch;
    this.later = later;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    if (pending.getAndIncrement() == 0) {
      schedule();
    } else if (failed != 0) {
      retry();
    }
  }

  /** Returns the number of unfinished tasks, including the running one. */
  public int depth() {
    return pending.get();
  }

  private void schedule() {
    long mine = attempt.incrementAndGet();
    if (!given(mine, /* giver= */ null)) {
      failed = mine;
      try {
        later.accept(this::retry);
      } catch (Throwable noTimer) {
        report(noTimer); // the next task tries again
      }
    }
  }

  private void retry() {
    long last = failed;
    if (last != 0 && attempt.compareAndSet(last, last + 1)) {
      failed = 0;
      schedule();
    }
  }

  /**
   * Passes the drain to the executor; returns false if no thread will run it: the executor failed and may succeed
   * later, or it ran the drain on {@code giver} itself.
   */
  private boolean given(long mine, @Nullable Thread giver) {
    try {
      Handover handover = new Handover(mine, giver);
      executor.execute(handover);
      return !handover.cameBack();
    } catch (RejectedExecutionException refusal) {
      do {
        tasks.poll();
        report(refusal);
      } while (pending.decrementAndGet() != 0);
      return true;
    } catch (Throwable failure) {
      report(failure);
      return false;
    }
  }

  /** A drain on its way to a thread. */
  private final class Handover implements Runnable {
    private final long attempt;
    private final @Nullable Thread giver;

    // belong to the giver
    private boolean given;
    private boolean cameBack;

    /**
     * @param giver the thread that drains now; null if none does
     */
    Handover(long attempt, @Nullable Thread giver) {
      this.attempt = attempt;
      this.giver = giver;
    }

    @Override
    public void run() {
      if (Thread.currentThread() == giver && !given) {
        cameBack = true;
      } else {
        begin(attempt);
      }
    }

    /** Ends the giving. */
    boolean cameBack() {
      given = true;
      return cameBack;
    }
  }

  private void begin(long mine) {
    if (attempt.compareAndSet(mine, mine + 1)) {
      while (!drain()) {
        long next = attempt.incrementAndGet();
        if (given(next, Thread.currentThread()) || !attempt.compareAndSet(next, next + 1)) {
          return;
        }
      }
    }
  }

  /** Runs tasks; returns whether there are no more. */
  private boolean drain() {
    for (int ran = 0; ran < batch; ran++) {
      Runnable task = tasks.poll();
      if (task != null) {
        run(task);
      }
      if (pending.decrementAndGet() == 0) {
        return true;
      }
    }
    return false;
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (Throwable failure) {
      report(failure);
    }
  }

  /** Never throws: a listener that does must not stop the queue either. */
  private void report(Throwable failure) {
    try {
      tell(failure);
    } catch (Throwable untold) {
      // No stack or no memory to tell it with: the next task may have them.
    }
  }

  private void tell(Throwable failure) {
    try {
      failures.accept(failure);
    } catch (Throwable secondFailure) {
      if (secondFailure != failure) {
        secondFailure.addSuppressed(failure);
      }
      LOG.log(Level.ERROR, "a failure listener threw", secondFailure);
    }
  }
}

package dev.informant.workqueue;

import dev.informant.log.QuietLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Processes the items of a {@link WorkQueue} with a number of workers on the runtime's callback threads. One item has
 * one worker at a time. When the work succeeds, the item is reset in the rate limiter. When it throws, the failure is
 * reported and the item is queued again, rate limited, unless the queue is shutting down. Workers run until {@link
 * #close}; after a shutdown of the queue they process the remaining items. They hold no thread while the queue is
 * empty.
 *
 * <p>Thread-safe. The work itself may block and may close the workers.
 */
/*
 * No thread waits for items: the queue signals when one is ready, and a signal submits a task if fewer than `count` are
 * on their way (`active`). A task takes one item, works on it, and submits its successor, which gives the thread back
 * between two items. A task that finds nothing ends.
 *
 * No item is overlooked. A task notes the number of signals, polls, and, if it finds nothing, gives up its slot only if
 * no signal came meanwhile; otherwise it polls again. A signal that comes after the slot was given up finds it free and
 * submits a task. So a signal may be dropped only while some task is going to poll after it.
 *
 * A thread is `busy` from before it polls until it has called done, so that close() never returns while an item is
 * being processed. Neither the queue nor the work is called under `lock`.
 */
public final class Workers<T> implements AutoCloseable {
  private static final Logger LOG = QuietLog.of(Workers.class);

  /** The delay before a retry when the rate limiter fails to give one. */
  private static final Duration UNLIMITED_RETRY = Duration.ofSeconds(1);

  private final WorkQueue<T> queue;
  private final int count;
  private final Work<T> work;
  private final FailureListener<T> failures;
  private final WorkQueue.Subscription subscription;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();

  private final Object lock = new Object();
  // all guarded by lock
  // how many items are in each thread's hands: more than one where waiting work runs other tasks
  private final Map<Thread, Integer> busy = new HashMap<>();
  private int active;
  private long signals;
  private boolean closed;

  /** Processes an item. */
  @FunctionalInterface
  public interface Work<T> {
    void run(T item) throws Exception;
  }

  /** Called when the work has thrown. The item is queued again in any case. */
  @FunctionalInterface
  public interface FailureListener<T> {
    void onFailure(T item, Throwable failure);
  }

  private Workers(WorkQueue<T> queue, int count, Work<T> work, FailureListener<T> failures) {
    if (count < 1) {
      throw new IllegalArgumentException("at least one worker is needed: " + count);
    }
    this.queue = queue;
    this.count = count;
    this.work = work;
    this.failures = failures;
    this.subscription = queue.onReady(this::wake);
  }

  /**
   * Starts {@code count} workers. A failing item is logged at its first failure, and again whenever the number of its
   * consecutive failures has doubled.
   */
  public static <T> Workers<T> run(WorkQueue<T> queue, int count, Work<T> work) {
    return run(
        queue, count, work, logged(queue, (line, cause) -> LOG.log(Level.WARNING, line, cause)));
  }

  /** Starts {@code count} workers. */
  public static <T> Workers<T> run(
      WorkQueue<T> queue, int count, Work<T> work, FailureListener<T> failures) {
    Workers<T> workers = new Workers<>(queue, count, work, failures);
    // For what was queued before there was anybody to hear the signal.
    for (int i = Math.min(count, queue.length()); i > 0; i--) {
      workers.wake();
    }
    return workers;
  }

  /** An item that fails indefinitely does not fill the log. */
  static <T> FailureListener<T> logged(WorkQueue<T> queue, BiConsumer<String, Throwable> log) {
    return (item, failure) -> {
      int inARow = queue.retries(item) + 1;
      if (queue.isShuttingDown()) {
        log.accept(
            "work on " + item + " failed, and will not be retried: the queue is shutting down",
            failure);
      } else if (Integer.bitCount(inARow) == 1) {
        log.accept(
            "work on " + item + " failed, and will be retried; consecutive failures: " + inARow,
            failure);
      }
    };
  }

  /** Completes when the workers are closed and the last one has returned. */
  public CompletableFuture<Void> stopped() {
    return stopped.copy();
  }

  /**
   * Takes no more items, without waiting. Idempotent.
   *
   * @return completes when items being processed are done
   */
  public CompletableFuture<Void> closeAsync() {
    stop();
    subscription.close();
    return stopped();
  }

  /**
   * Takes no more items, and waits until items being processed are done. The wait has no limit: give the work a timeout.
   * Does not wait if called by the work itself. The queue is not changed. Idempotent.
   */
  @Override
  public void close() {
    closeAsync();
    boolean inside;
    synchronized (lock) {
      inside = busy.containsKey(Thread.currentThread());
    }
    if (!inside) {
      stopped.join();
    }
  }

  private void stop() {
    boolean last;
    synchronized (lock) {
      closed = true;
      last = busy.isEmpty();
    }
    if (last) {
      stopped.complete(null);
    }
  }

  private void wake() {
    synchronized (lock) {
      signals++;
      if (closed || active == count) {
        return;
      }
      active++;
    }
    submit();
  }

  private void submit() {
    try {
      queue.runtime().callbacks().execute(this::step);
    } catch (RejectedExecutionException closedRuntime) {
      LOG.log(Level.WARNING, "workers: stopped, the runtime is closed", closedRuntime);
      stop();
    } catch (Throwable noThread) {
      synchronized (lock) {
        active--; // else there would be a worker less for good
      }
      queue.runtime().timers().schedule(UNLIMITED_RETRY, this::wake);
      LOG.log(Level.ERROR, "workers: could not start a thread, retrying in 1 s", noThread);
    }
  }

  private void step() {
    T item = take();
    if (item == null) {
      return;
    }
    try {
      attempt(item);
    } finally {
      queue.done(item);
      if (release()) {
        submit();
      }
    }
  }

  /** Takes an item, or releases this task's slot. */
  private @Nullable T take() {
    while (true) {
      long seen;
      synchronized (lock) {
        if (closed) {
          active--;
          return null;
        }
        busy.merge(Thread.currentThread(), 1, Integer::sum);
        seen = signals;
      }
      T item = queue.poll();
      if (item != null) {
        return item;
      }
      boolean last;
      synchronized (lock) {
        leave();
        if (!closed && signals != seen) {
          continue;
        }
        active--;
        last = closed && busy.isEmpty();
      }
      if (last) {
        stopped.complete(null);
      }
      return null;
    }
  }

  /** Ends this thread's work; returns whether it should look for more. */
  private boolean release() {
    boolean last;
    synchronized (lock) {
      leave();
      if (!closed) {
        return true;
      }
      active--;
      last = busy.isEmpty();
    }
    if (last) {
      stopped.complete(null);
    }
    return false;
  }

  // guarded by lock
  private void leave() {
    busy.computeIfPresent(Thread.currentThread(), (thread, items) -> items == 1 ? null : items - 1);
  }

  private void attempt(T item) {
    try {
      work.run(item);
    } catch (Throwable failure) {
      // Whatever it is, the item must not be lost: it is tried again.
      try {
        report(item, failure);
      } finally {
        retry(item);
      }
      return;
    }
    try {
      queue.forget(item);
    } catch (Throwable failure) {
      LOG.log(Level.ERROR, "work queue: the rate limiter threw in forget", failure);
    }
  }

  private void report(T item, Throwable failure) {
    try {
      failures.onFailure(item, failure);
    } catch (Throwable second) {
      if (second != failure) {
        second.addSuppressed(failure);
      }
      LOG.log(Level.ERROR, "workers: the failure listener threw", second);
    }
  }

  private void retry(T item) {
    try {
      queue.addRateLimited(item);
    } catch (Throwable failure) {
      LOG.log(
          Level.ERROR,
          "work queue: the rate limiter threw in when, retrying the item in 1 s",
          failure);
      queue.addAfter(item, UNLIMITED_RETRY);
    }
  }
}

package dev.informant.workqueue;

import dev.informant.log.QuietLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Works off a {@link WorkQueue} with a number of workers on the runtime's callback threads. One item has
 * one worker at a time. An item whose work succeeds is forgotten by the rate limiter; one whose work
 * throws is reported and queued again, rate limited. The workers keep going until {@link #close}; also
 * after the queue was shut down, for what is left in it. They hold no thread while the queue is empty.
 *
 * <p>Thread-safe. The work itself may block and may close the workers.
 */
/*
 * No thread waits for items: the queue signals when one is ready, and a signal submits a task if fewer
 * than `count` are on their way (`active`). A task takes one item, works on it, and submits its successor,
 * which gives the thread back between two items. A task that finds nothing ends.
 *
 * No item is overlooked. A task notes the number of signals, polls, and, if it finds nothing, gives up its
 * slot only if no signal came meanwhile; otherwise it polls again. A signal that comes after the slot was
 * given up finds it free and submits a task. So a signal may be dropped only while some task is going to
 * poll after it.
 *
 * A thread is `busy` from before it polls until it has said done, so that close() never returns with an
 * item in somebody's hands. Neither the queue nor the work is called under `lock`.
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
  private final Set<Thread> busy = new HashSet<>();
  private int active;
  private long signals;
  private boolean closed;

  /** What is done with an item. */
  @FunctionalInterface
  public interface Work<T> {
    void run(T item) throws Exception;
  }

  /** Hears of work that threw. The item is queued again whatever the listener does. */
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
   * Starts {@code count} workers. An item that fails is logged (a key, by custom) the first time and then each time
   * the number of its failures in a row has doubled.
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

  /** One that fails for ever does not fill the log. */
  static <T> FailureListener<T> logged(WorkQueue<T> queue, BiConsumer<String, Throwable> log) {
    return (item, failure) -> {
      int inARow = queue.retries(item) + 1;
      if (Integer.bitCount(inARow) == 1) {
        log.accept(
            "work on " + item + " failed and will be tried again; failures in a row: " + inARow,
            failure);
      }
    };
  }

  /** Completes when the workers are closed and the last of them has returned. */
  public CompletableFuture<Void> stopped() {
    return stopped.copy();
  }

  /**
   * Takes no more items, and waits until those being worked on are done. Called from inside the work it
   * does not wait, since that work would wait for itself. The queue is left as it is. Idempotent.
   */
  @Override
  public void close() {
    stop();
    subscription.close();
    boolean inside;
    synchronized (lock) {
      inside = busy.contains(Thread.currentThread());
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
      LOG.log(Level.WARNING, "workers stop: the runtime is closed", closedRuntime);
      stop();
    } catch (Throwable noThread) {
      synchronized (lock) {
        active--; // else there would be a worker less for good
      }
      queue.runtime().timers().schedule(UNLIMITED_RETRY, this::wake);
      LOG.log(Level.ERROR, "no thread for a worker; it is tried again in a while", noThread);
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

  /** Takes an item, or gives up this task's slot. */
  private @Nullable T take() {
    while (true) {
      long seen;
      synchronized (lock) {
        if (closed) {
          active--;
          return null;
        }
        busy.add(Thread.currentThread());
        seen = signals;
      }
      T item = queue.poll();
      if (item != null) {
        return item;
      }
      boolean last;
      synchronized (lock) {
        busy.remove(Thread.currentThread());
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
      busy.remove(Thread.currentThread());
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
      LOG.log(Level.ERROR, "the rate limiter threw on forget", failure);
    }
  }

  private void report(T item, Throwable failure) {
    try {
      failures.onFailure(item, failure);
    } catch (Throwable second) {
      if (second != failure) {
        second.addSuppressed(failure);
      }
      LOG.log(Level.ERROR, "the failure listener threw", second);
    }
  }

  private void retry(T item) {
    try {
      queue.addRateLimited(item);
    } catch (Throwable failure) {
      LOG.log(
          Level.ERROR, "the item could not be rate limited; it is tried again in a while", failure);
      queue.addAfter(item, UNLIMITED_RETRY);
    }
  }
}

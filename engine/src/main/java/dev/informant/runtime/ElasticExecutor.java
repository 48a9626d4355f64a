package dev.informant.runtime;

import dev.informant.log.QuietLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs code that may block. From Java 24 on each task gets a virtual thread. Before that a few
 * threads serve prompt tasks, and a thread is added whenever tasks wait and none has been taken up for
 * a moment, so that tasks that block for ever keep nobody else from running. Thread-safe.
 */
/*
 * The platform form. `threads` workers take from `tasks`. When a task is queued and no worker is idle,
 * a check is armed (one at a time): if at the check nothing was taken since it was armed and something
 * still waits, one worker is added and the check is armed again. Up to PROMPT_THREADS workers are
 * started without waiting. A worker that finds nothing for IDLE ends. So ten thousand prompt handlers
 * share a few threads, and a hundred blocked ones cost a hundred.
 *
 * Java 21 to 23 have virtual threads too, but one that blocks inside `synchronized` keeps its carrier there, and
 * there are only as many as processors: a few such handlers would stop all others. Java 24 ended that (JEP 491).
 */
final class ElasticExecutor implements Executor {
  private static final Logger LOG = QuietLog.of(ElasticExecutor.class);
  static final int PROMPT_THREADS =
      Math.max(2, java.lang.Runtime.getRuntime().availableProcessors());
  static final Duration STUCK = Duration.ofMillis(5);
  private static final int WITHOUT_PINNING = 24;
  private static final Duration IDLE = Duration.ofSeconds(10);

  private final @Nullable ExecutorService virtual;
  private final ThreadFactory factory;
  private final Timers timers;
  private final long idleNanos;

  private final Object lock = new Object();
  // all guarded by lock
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private int threads;
  private int idle;
  private long taken;
  private boolean checking;
  private boolean shutdown;

  /** Virtual threads where they may block anywhere, else platform threads. */
  ElasticExecutor(String role, Timers timers) {
    this(role, timers, IDLE, virtualThreads(role));
  }

  private ElasticExecutor(
      String role, Timers timers, Duration idle, @Nullable ExecutorService virtual) {
    this.factory = new NamedThreads(role);
    this.timers = timers;
    this.idleNanos = idle.toNanos();
    this.virtual = virtual;
  }

  /** Platform threads on any runtime; a worker without work ends after {@code idle}. */
  static ElasticExecutor onPlatformThreads(String role, Timers timers, Duration idle) {
    return new ElasticExecutor(role, timers, idle, /* virtual= */ null);
  }

  @Override
  public void execute(Runnable task) {
    if (virtual != null) {
      virtual.execute(task);
      return;
    }
    synchronized (lock) {
      if (shutdown) {
        throw new RejectedExecutionException("the runtime is closed");
      }
      tasks.add(task);
      if (idle >= tasks.size()) {
        lock.notify();
      } else if (threads < PROMPT_THREADS) {
        startWorker();
      } else {
        lock.notify();
        armCheck();
      }
    }
  }

  /**
   * To be called by a task that is about to give its next part to this executor. A worker takes tasks in their order, so
   * there is nothing to do. A carrier goes on with what its own virtual thread has just started, as long as there is
   * something: only one that sleeps for a moment makes it look elsewhere.
   */
  void giveWay() {
    if (virtual != null) {
      LockSupport.parkNanos(1);
    }
  }

  void shutdown() {
    if (virtual != null) {
      virtual.shutdown();
    }
    synchronized (lock) {
      shutdown = true;
      lock.notifyAll();
    }
  }

  // guarded by lock
  private void startWorker() {
    threads++;
    try {
      factory.newThread(this::work).start();
    } catch (OutOfMemoryError noMoreThreads) {
      threads--;
      LOG.log(
          Level.ERROR,
          "could not start a callback thread; " + threads + " are running",
          noMoreThreads);
      armCheck(); // it may be possible later
    }
  }

  // guarded by lock
  private void armCheck() {
    if (!checking && !shutdown) {
      checking = true;
      long seen = taken;
      timers.schedule(STUCK, () -> check(seen));
    }
  }

  private void check(long seen) {
    synchronized (lock) {
      checking = false;
      if (tasks.isEmpty()) {
        return;
      }
      if (taken == seen) {
        startWorker();
      }
      armCheck();
    }
  }

  private void work() {
    while (true) {
      Runnable task = take();
      if (task == null) {
        return;
      }
      try {
        task.run();
      } catch (Throwable failure) {
        LOG.log(Level.ERROR, "a callback task threw", failure);
      }
      Thread.interrupted(); // what one task left behind must not meet the next
    }
  }

  private @Nullable Runnable take() {
    synchronized (lock) {
      long deadline = Clock.system().nanos() + idleNanos;
      while (tasks.isEmpty()) {
        long left = (deadline - Clock.system().nanos()) / 1_000_000;
        if (shutdown || left <= 0) {
          threads--;
          return null;
        }
        idle++;
        try {
          lock.wait(left);
        } catch (InterruptedException stray) {
          // Nobody has a reason to interrupt this thread between tasks: user code that kept it did.
        } finally {
          idle--;
        }
      }
      taken++;
      return tasks.remove();
    }
  }

  /** Null before Java 24; looked up by name because we compile for Java 17. */
  private static @Nullable ExecutorService virtualThreads(String role) {
    if (java.lang.Runtime.version().feature() < WITHOUT_PINNING) {
      return null;
    }
    try {
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      Class<?> builder = Class.forName("java.lang.Thread$Builder");
      Class<?> ofVirtual = Class.forName("java.lang.Thread$Builder$OfVirtual");
      Object named = lookup
          .findStatic(Thread.class, "ofVirtual", MethodType.methodType(ofVirtual))
          .invoke();
      named = lookup
          .findVirtual(
              ofVirtual, "name", MethodType.methodType(ofVirtual, String.class, long.class))
          .invoke(named, role + "-", 1L);
      ThreadFactory threads = (ThreadFactory) lookup
          .findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class))
          .invoke(named);
      return (ExecutorService) lookup
          .findStatic(
              java.util.concurrent.Executors.class,
              "newThreadPerTaskExecutor",
              MethodType.methodType(ExecutorService.class, ThreadFactory.class))
          .invoke(threads);
    } catch (Throwable unexpected) {
      throw new IllegalStateException("virtual threads exist but cannot be started", unexpected);
    }
  }
}

package dev.informant.controller;

import dev.informant.runtime.EngineRuntime;
import dev.informant.workqueue.WorkQueue;
import dev.informant.workqueue.WorkQueueObserver;
import dev.informant.workqueue.Workers;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The work of one controller in one term: its queue, its workers and its runs. A term begins with an empty queue, so that no
 * delayed key of an earlier term is ever run. Thread-safe.
 */
final class Session {
  final Term term;
  final WorkQueue<String> queue;
  final RetryLimiter limiter;
  private final Set<Run> runs = ConcurrentHashMap.newKeySet();
  private final Object lock = new Object();
  // guarded by lock
  private @Nullable Workers<String> workers;
  private boolean ended;

  Session(
      String name,
      Term term,
      EngineRuntime runtime,
      Duration backoff,
      Duration longestBackoff,
      WorkQueueObserver observer) {
    this.term = term;
    this.limiter = new RetryLimiter(runtime.clock(), backoff, longestBackoff);
    this.queue = WorkQueue.<String>builder(runtime)
        .name(name)
        .rateLimiter(limiter)
        .observer(observer)
        .build();
  }

  /** Starts the workers, unless the session has ended. */
  void start(int concurrency, Workers.Work<String> work, Workers.FailureListener<String> failures) {
    synchronized (lock) {
      if (!ended && workers == null) {
        workers = Workers.run(queue, concurrency, work, failures);
      }
    }
  }

  void began(Run run) {
    runs.add(run);
  }

  void returned(Run run) {
    runs.remove(run);
  }

  Set<Run> runs() {
    return Set.copyOf(runs);
  }

  int activeRuns() {
    return runs.size();
  }

  /** Takes the right to write from all runs, and interrupts them. */
  void interrupt(String why) {
    runs.forEach(run -> run.end(why));
  }

  /**
   * Begins no more runs; those under way go on.
   *
   * @return completes when the last of them has returned
   */
  CompletableFuture<Void> end() {
    Workers<String> working;
    synchronized (lock) {
      ended = true;
      working = workers;
    }
    CompletableFuture<Void> done =
        working == null ? CompletableFuture.completedFuture(null) : working.closeAsync();
    queue.shutDown();
    return done;
  }
}

package dev.informant.verification.simulation;

import dev.informant.testing.VirtualRuntime;
import dev.informant.workqueue.WorkQueue;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A controller at the end of the pipeline: what handlers are told is queued, and workers look at the
 * cache, slowly and not always with success. One key has one worker at a time, and after its last change it
 * is looked at once more.
 */
final class WorkChecker<T> {
  private static final int WORKERS = 2;

  private final String name;
  private final VirtualRuntime runtime;
  private final RandomGenerator random;
  private final CacheChecker<T> cache;
  private final Violations violations;
  private final RunTrace trace;
  private final WorkQueue<String> queue;
  private final Set<String> working = new HashSet<>();
  private final Set<String> added = new TreeSet<>();
  private final Map<String, Long> reconciled = new HashMap<>();
  private @Nullable CompletableFuture<Boolean> drained;

  WorkChecker(
      String name,
      VirtualRuntime runtime,
      ClientRuntime clientRuntime,
      RandomGenerator random,
      CacheChecker<T> cache,
      Violations violations,
      RunTrace trace) {
    this.name = name;
    this.runtime = runtime;
    this.random = random;
    this.cache = cache;
    this.violations = violations;
    this.trace = trace;
    this.queue = WorkQueue.create(clientRuntime);
    queue.onReady(this::wake);
  }

  void add(String key) {
    if (!queue.isShuttingDown()) {
      added.add(key);
      queue.add(key);
    }
  }

  private void wake() {
    runtime.callbacks().execute(this::take);
  }

  private void take() {
    if (working.size() >= WORKERS) {
      return;
    }
    String key = queue.poll();
    if (key == null) {
      return;
    }
    if (!working.add(key)) {
      violations.report("work", name, "two workers at once for " + key);
    }
    // As a reconciler does: what it reads at the beginning may be old when it is done.
    cache.refresh();
    History.State state = cache.shown().get(key);
    Duration takes = Duration.ofMillis(random.nextInt(4) == 0 ? random.nextInt(20_000) : 0);
    runtime.schedule(takes, () -> runtime.callbacks().execute(() -> finish(key, state)));
  }

  private void finish(String key, History.@Nullable State state) {
    trace.note(name, "work", key, state == null ? 0 : state.position());
    working.remove(key);
    if (random.nextInt(10) == 0) {
      queue.addRateLimited(key);
    } else {
      reconciled.put(key, state == null ? 0 : state.position());
      queue.forget(key);
    }
    queue.done(key);
    take();
  }

  /** Whether everything that was queued has been looked at in its present state. */
  boolean isDone() {
    for (String key : added) {
      History.State state = cache.shown().get(key);
      Long seen = reconciled.get(key);
      if (seen == null || seen != (state == null ? 0 : state.position())) {
        return false;
      }
    }
    return true;
  }

  void shutDown() {
    CompletableFuture<Boolean> end = queue.shutDownWithDrain();
    drained = end;
    end.thenRun(() -> {
      if (!working.isEmpty() || queue.length() > 0) {
        violations.report(
            "work", name, "drained with work left: " + working + ", " + queue.length());
      }
    });
  }

  /** Whether the work that was left when it was shut down has been done; true if it was not shut down. */
  boolean isDrained() {
    CompletableFuture<Boolean> result = drained;
    return result == null || result.isDone(); // with false if work failed meanwhile
  }

  /** After a drain nothing is left. */
  void checkDrained() {
    if (!isDrained()) {
      violations.report("work", name, "the queue was not drained; working on " + working);
    }
  }
}

package dev.informant.internal.store;

import dev.informant.log.Readable;
import dev.informant.object.ResourceVersions;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Those who wait for a store to reach a version. Futures complete on the runtime's callback
 * threads, so what hangs on them never runs on the writer. Thread-safe.
 */
/*
 * No waiter is missed: it is listed first and looks at the store's version second, while the writer
 * publishes the version first and looks at the list second. `waiting` is volatile so that a writer
 * nobody waits for pays one read.
 */
public final class VersionWaiters {
  private final Supplier<String> seen;
  private final Supplier<EngineRuntime> runtime;
  private final Object lock = new Object();

  /** Replaced, never changed; written under {@link #lock}. */
  private volatile List<Waiter> waiting = List.of();

  private record Waiter(String wanted, CompletableFuture<Void> reached) {}

  public VersionWaiters(Supplier<String> seen, Supplier<EngineRuntime> runtime) {
    this.seen = seen;
    this.runtime = runtime;
  }

  public CompletableFuture<Void> await(String wanted, Duration timeout) {
    if (hasReached(seen.get(), wanted)) {
      return CompletableFuture.completedFuture(null);
    }
    Waiter waiter = new Waiter(wanted, new CompletableFuture<>());
    synchronized (lock) {
      List<Waiter> more = new ArrayList<>(waiting);
      more.add(waiter);
      waiting = List.copyOf(more);
    }
    Timers.Timer timer;
    try {
      timer = runtime.get().timers().schedule(timeout, () -> onTimeout(waiter, timeout));
    } catch (RejectedExecutionException runtimeClosed) {
      forget(waiter);
      return CompletableFuture.failedFuture(new IllegalStateException(
          "cannot wait for version " + wanted + ": the runtime is closed", runtimeClosed));
    }
    waiter.reached.whenComplete((done, failure) -> {
      timer.cancel();
      forget(waiter);
    });
    advanced(seen.get());
    return waiter.reached;
  }

  /** The writer has published a state of this version. */
  public void advanced(String version) {
    List<Waiter> all = waiting;
    for (Waiter waiter : all) {
      if (hasReached(version, waiter.wanted)) {
        complete(() -> waiter.reached.complete(null));
      }
    }
  }

  /** How many wait. */
  public int size() {
    return waiting.size();
  }

  private void onTimeout(Waiter waiter, Duration timeout) {
    String last = seen.get();
    String message =
        "the store has not reached version " + waiter.wanted + " within " + Readable.time(timeout)
            + "; it is at " + (last.isEmpty() ? "no version yet" : "version " + last);
    complete(() -> waiter.reached.completeExceptionally(new TimeoutException(message)));
  }

  private void complete(Runnable completion) {
    try {
      runtime.get().callbacks().execute(completion);
    } catch (RejectedExecutionException closed) {
      completion.run();
    }
  }

  private void forget(Waiter waiter) {
    synchronized (lock) {
      List<Waiter> fewer = new ArrayList<>(waiting);
      fewer.removeIf(other -> other == waiter);
      waiting = List.copyOf(fewer);
    }
  }

  /** Versions that cannot be compared count as reached when they are equal. */
  public static boolean hasReached(String version, String wanted) {
    return version.equals(wanted) || ResourceVersions.isOlder(wanted, version);
  }
}

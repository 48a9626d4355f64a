package dev.informant.informer;

import dev.informant.object.ResourceVersions;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import dev.informant.store.SavedCache;
import dev.informant.store.SnapshotIndexer;
import dev.informant.store.VersionWaiters;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Answers which version the cache has taken in. Thread-safe; {@link #lost} and {@link #stored} belong to the
 * pipeline.
 */
/*
 * With the in-order queue the store's own version tells: changes reach it in order. It is behind only if the
 * source got to a version without anything to store (an object that was skipped); the pipeline says so
 * when it finds the queue empty. With a delta queue objects reach the store out of order and their versions
 * prove nothing; there only the empty queue does.
 *
 * After a loss the store's version may pass one whose change it never got. So from a loss on nothing is
 * proved until a list that was queued after it is in the store: `whole` is then not complete, and whoever has seen
 * the version he waits for waits for that too. Losses are counted, for another may come while the list for the
 * first is on its way; the pipeline marks which losses had been listed again before it found the queue empty.
 * Until all of them are, `mended` is behind, the pipeline looks again after each drain, and nothing is saved.
 */
final class StoredVersions<T> implements InformerPipeline.Versions {
  private final boolean inOrder;
  private final SnapshotIndexer<T> indexer;
  private final EngineRuntime runtime;
  private final Supplier<String> queued;
  private final VersionWaiters waiters;
  private final Map<CompletableFuture<Void>, String> awaited = new ConcurrentHashMap<>();
  private final AtomicInteger relisted = new AtomicInteger();
  private volatile String proved = "";
  private volatile String drained = "";

  // all written by the pipeline
  private volatile int losses;
  private volatile int mended;
  private volatile CompletableFuture<Void> whole = CompletableFuture.completedFuture(null);

  StoredVersions(
      QueueKind queue, SnapshotIndexer<T> indexer, EngineRuntime runtime, Supplier<String> queued) {
    this.inOrder = queue == QueueKind.IN_ORDER;
    this.indexer = indexer;
    this.runtime = runtime;
    this.queued = queued;
    this.waiters = new VersionWaiters(() -> proved, () -> runtime);
  }

  CompletableFuture<Void> await(String version, Duration timeout) {
    long began = runtime.clock().nanos();
    CompletableFuture<Void> passed =
        inOrder ? indexer.awaitVersion(version, timeout) : waiters.await(version, timeout);
    CompletableFuture<Void> reached = new CompletableFuture<>();
    awaited.put(reached, version);
    passed.whenComplete((done, failure) -> {
      if (failure != null) {
        reached.completeExceptionally(failure);
      } else if (whole.isDone()) {
        reached.complete(null);
      } else {
        long left = Timers.nanos(timeout) - (runtime.clock().nanos() - began);
        whenWhole(reached, version, Duration.ofNanos(Math.max(0, left)));
      }
    });
    reached.whenComplete((done, failure) -> {
      awaited.remove(reached);
      passed.cancel(/* mayInterruptIfRunning= */ false);
    });
    return reached; // itself: who cancels it waits no more
  }

  private void whenWhole(CompletableFuture<Void> reached, String version, Duration left) {
    whole.whenComplete((done, failure) -> reached.complete(null));
    try {
      Timers.Timer timer = runtime
          .timers()
          .schedule(
              left,
              () -> inCallback(
                  () -> reached.completeExceptionally(new TimeoutException("changes up to version "
                      + version + " were lost and have not been listed again in time"))));
      reached.whenComplete((done, failure) -> timer.cancel());
    } catch (RejectedExecutionException runtimeClosed) {
      reached.completeExceptionally(new IllegalStateException(
          "changes up to version " + version + " were lost and the runtime is closed",
          runtimeClosed));
    }
  }

  /** Nothing more will be stored: whoever waits is told so, on a callback thread. */
  void close(Function<String, Throwable> failure) {
    awaited.forEach((reached, version) -> inCallback(
        () -> reached.completeExceptionally(failure.apply("reached version " + version))));
  }

  private void inCallback(Runnable completion) {
    try {
      runtime.callbacks().execute(completion);
    } catch (RejectedExecutionException runtimeClosed) {
      completion.run();
    }
  }

  /** The store as it is now, with a version up to which it has taken in everything; empty if none is known. */
  SavedCache<T> savable() {
    String before = drained; // read first: the store may only be ahead of it
    SavedCache<T> state = indexer.saved();
    boolean back = ResourceVersions.isOlder(state.resourceVersion(), before);
    return inOrder || back ? state : new SavedCache<>(before, state.revisions());
  }

  @Override
  public Mark mark() {
    return new Mark(queued.get(), relisted.get());
  }

  @Override
  public boolean areAwaited() {
    return !awaited.isEmpty() || !isWhole();
  }

  @Override
  public void drained(String version) {
    drained = version;
  }

  @Override
  public void lost() {
    losses++; // the pipeline is its only writer
    if (whole.isDone()) {
      whole = new CompletableFuture<>();
    }
  }

  /** Whether everything that was received is in the store or about to get there. */
  boolean isWhole() {
    return mended == losses;
  }

  /** How often changes were lost. */
  int losses() {
    return losses;
  }

  /** A list that was asked for after so many losses has been queued. */
  void relisted(int upTo) {
    relisted.accumulateAndGet(upTo, Math::max);
  }

  @Override
  public void stored(Mark mark) {
    drained = mark.version();
    if (mark.relists() < losses) {
      return;
    }
    mended = losses;
    if (!inOrder) {
      proved = mark.version();
      waiters.advanced(proved);
    } else {
      String seen = indexer.lastStoreSyncResourceVersion();
      if (ResourceVersions.isOlder(seen, mark.version())
          || (seen.isEmpty() && !mark.version().isEmpty())) {
        indexer.bookmark(mark.version());
      }
    }
    CompletableFuture<Void> restored = whole;
    if (!restored.isDone()) {
      whole = CompletableFuture.completedFuture(null);
      inCallback(() -> restored.complete(null));
    }
  }
}

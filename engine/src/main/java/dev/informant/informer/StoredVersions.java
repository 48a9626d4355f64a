package dev.informant.informer;

import dev.informant.object.ResourceVersions;
import dev.informant.runtime.EngineRuntime;
import dev.informant.store.SavedCache;
import dev.informant.store.SnapshotIndexer;
import dev.informant.store.VersionWaiters;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Answers which version the cache has taken in. Thread-safe; {@link #stored} belongs to the pipeline.
 */
/*
 * With the in-order queue the store's own version tells: changes reach it in order. It is behind only if the
 * source got to a version without anything to store (an object that was skipped); the pipeline says so
 * when it finds the queue empty. With a delta queue objects reach the store out of order and their versions
 * prove nothing; there only the empty queue does.
 */
final class StoredVersions<T> implements InformerPipeline.Versions {
  private final boolean inOrder;
  private final SnapshotIndexer<T> indexer;
  private final EngineRuntime runtime;
  private final Supplier<String> queued;
  private final VersionWaiters waiters;
  private final Map<CompletableFuture<Void>, String> awaited = new ConcurrentHashMap<>();
  private volatile String proved = "";
  private volatile String drained = "";

  StoredVersions(
      QueueKind queue, SnapshotIndexer<T> indexer, EngineRuntime runtime, Supplier<String> queued) {
    this.inOrder = queue == QueueKind.IN_ORDER;
    this.indexer = indexer;
    this.runtime = runtime;
    this.queued = queued;
    this.waiters = new VersionWaiters(() -> proved, () -> runtime);
  }

  CompletableFuture<Void> await(String version, Duration timeout) {
    CompletableFuture<Void> reached =
        inOrder ? indexer.awaitVersion(version, timeout) : waiters.await(version, timeout);
    awaited.put(reached, version);
    return reached.whenComplete((done, failure) -> awaited.remove(reached));
  }

  /** Nothing more will be stored: whoever waits is told so, on a callback thread. */
  void close(Function<String, Throwable> failure) {
    awaited.forEach((reached, version) -> {
      Runnable fail =
          () -> reached.completeExceptionally(failure.apply("reached version " + version));
      try {
        runtime.callbacks().execute(fail);
      } catch (RejectedExecutionException runtimeClosed) {
        fail.run();
      }
    });
  }

  /** The store as it is now, with a version up to which it has taken in everything; empty if none is known. */
  SavedCache<T> savable() {
    String before = drained; // read first: the store may only be ahead of it
    SavedCache<T> state = indexer.saved();
    boolean back = ResourceVersions.isOlder(state.resourceVersion(), before);
    return inOrder || back ? state : new SavedCache<>(before, state.revisions());
  }

  @Override
  public String queued() {
    return queued.get();
  }

  @Override
  public boolean areAwaited() {
    return !awaited.isEmpty();
  }

  @Override
  public void drained(String version) {
    drained = version;
  }

  @Override
  public void stored(String version) {
    drained = version;
    if (!inOrder) {
      proved = version;
      waiters.advanced(version);
      return;
    }
    String seen = indexer.lastStoreSyncResourceVersion();
    if (ResourceVersions.isOlder(seen, version) || (seen.isEmpty() && !version.isEmpty())) {
      indexer.bookmark(version);
    }
  }
}

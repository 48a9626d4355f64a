package dev.informant.informer;

import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.internal.store.VersionWaiters;
import dev.informant.object.ResourceVersions;
import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import dev.informant.store.SavedCache;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers which version the cache has taken in. Thread-safe; {@link #lost}, {@link #drained} and {@link #stored} belong to
 * the pipeline, {@link #collected} and {@link #listed} to the source.
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
 *
 * Lists. A list may take the cache back, to the earlier version of a server that was restored, and behind a delta queue it
 * comes into the store piece by piece: until all of it is there, the store is of no version at all. The source counts a list
 * (`begun`) before it puts anything of it into the queue, and again (`listed`) once it shows that list's version. A mark
 * reads `listed` before the version, so the version is of the last list it counts, or later. What a mark says of the store
 * therefore holds as long as no other list has begun.
 *
 * Saving. `place` is where the queue was last found empty: what the mark said when that began. Read before the store, it is
 * a version up to which the store has everything, whichever way its objects came. Whether something is missing is asked
 * after the store was read, for what went missing before is then known to be. And whether a list has begun since is asked
 * last: what was missing may have been found whole again in that list, which this state of the store does not have yet.
 *
 * The first list may be in the store, and the informer closed, before the source has shown its version. Nothing is saved
 * before the sync, and what synced it was that list, if nothing else was said to (`confirmed`): so all of it is there,
 * as long as no other has begun.
 */
final class StoredVersions<T> {
  private final boolean inOrder;
  private final SnapshotIndexer<T> indexer;
  private final EngineRuntime runtime;
  private final Supplier<String> queued;
  private final VersionWaiters waiters;
  private final Map<CompletableFuture<Void>, String> awaited = new ConcurrentHashMap<>();
  private final AtomicInteger relisted = new AtomicInteger();
  private volatile String proved = "";
  private volatile boolean tracked;

  // both written by the source
  private volatile int begun;
  private volatile int listed;
  private volatile String firstList = "";
  private volatile boolean confirmed;
  private volatile boolean keptFound;

  // all written by the pipeline
  private volatile int losses;
  private volatile int mended;
  private volatile Place place = new Place("", 0);
  private volatile CompletableFuture<Void> whole = CompletableFuture.completedFuture(null);

  /**
   * A state of the queue's consumer.
   *
   * @param version up to which it has taken everything in; empty if that is not known
   * @param lists how many lists are among it
   */
  private record Place(String version, int lists) {}

  /**
   * How far the source has got with what it has queued.
   *
   * @param version up to which the source has queued everything
   * @param relists how many of the losses have been followed by a list, which is queued too
   * @param lists how many lists the version counts in
   */
  record Mark(String version, int relists, int lists) {}

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

  /** From now on {@link #stored()} follows without anybody waiting; returns whether this call began it. */
  boolean track() {
    if (tracked) {
      return false;
    }
    tracked = true;
    return true;
  }

  /** The version up to which everything is in the store; empty if there is none, or none is known. */
  String stored() {
    if (!isWhole()) {
      return "";
    }
    if (inOrder) {
      return indexer.saved().resourceVersion();
    }
    Place at = place;
    return at.lists() == begun ? at.version() : "";
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

  /**
   * The store as it is now, with a version up to which it has taken in everything; null if none is known, or something is
   * missing. To be asked once the informer has synced.
   *
   * @param nothingLeftOut whether everything that was received has been understood
   */
  @Nullable
  SavedCache<T> savable(BooleanSupplier nothingLeftOut) {
    // in this order: see above
    Place before = place;
    SavedCache<T> state = indexer.saved();
    boolean complete = nothingLeftOut.getAsBoolean() && isWhole();
    int lists = begun;
    boolean first = lists == 1 && before.lists() == 0 && !confirmed;
    if (!complete || (before.lists() != lists && !first)) {
      return null;
    }
    String queuedUpTo = first ? firstList : before.version();
    String version = inOrder ? state.resourceVersion() : queuedUpTo;
    return version.isEmpty() ? null : new SavedCache<>(version, state.revisions());
  }

  /** What is in the store, whatever version that is of. */
  Collection<Revision<T>> objects() {
    return indexer.saved().revisions();
  }

  /** The version is to be known at any time, even if nobody waits for one. */
  void keepFound() {
    keptFound = true;
  }

  /**
   * Whether the queue is to be looked at when the source has reached another version: behind a delta queue only an
   * empty queue shows how far the store has got.
   */
  boolean areLookedFor() {
    return areAwaited() || (keptFound && !inOrder);
  }

  /** The source is about to queue a list. */
  void collected(String version) {
    if (begun == 0) {
      firstList = version;
    }
    begun++; // the source is its only writer
  }

  /** The informer syncs by what it had, not by a list. */
  void confirmed() {
    confirmed = true;
  }

  /** The list is queued, and the source at its version. */
  void listed() {
    listed = begun;
  }

  /** Taken before the queue is looked at. */
  Mark mark() {
    int lists = listed; // first: the version may only be ahead of it
    return new Mark(queued.get(), relisted.get(), lists);
  }

  /** Whether anybody waits for a version, or for what was lost. */
  boolean areAwaited() {
    return tracked || !awaited.isEmpty() || !isWhole();
  }

  /** The queue is empty again, and what {@code mark} tells of has been taken off: a place to go on from. */
  void drained(Mark mark) {
    place = new Place(mark.version(), mark.lists());
  }

  /**
   * Changes were lost: until they have been listed again, no version proves anything.
   *
   * @return how often that has happened
   */
  int lost() {
    losses++; // the pipeline is its only writer
    if (whole.isDone()) {
      whole = new CompletableFuture<>();
    }
    return losses;
  }

  /** Whether everything that was received is in the store or about to get there. */
  boolean isWhole() {
    return mended == losses;
  }

  /** A list that was asked for after so many losses has been queued. */
  void relisted(int upTo) {
    relisted.accumulateAndGet(upTo, Math::max);
  }

  /** Everything up to {@code mark} is in the store, if nothing was lost. */
  void stored(Mark mark) {
    drained(mark);
    if (mark.relists() < losses || mark.lists() != begun) {
      return; // the source says when the list is queued, and then this is looked at again
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

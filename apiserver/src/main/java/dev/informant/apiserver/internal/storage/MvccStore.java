package dev.informant.apiserver.internal.storage;

import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All objects of all resources under one counter, with recent history. Writes are compare-and-set on one
 * object; reads are snapshots. Listeners are told on the runtime's pipeline, in commit order for each
 * resource. Nothing blocks: whoever needs a revision that is not there yet gets a future. Thread-safe.
 */
/*
 * One lock guards the counter, all tables and the waiting readers; under it only pointers move (objects are
 * encoded before, listeners run after). A change is handed to its table's serial queue while the lock is
 * held, so the order of delivery is the order of commits, and a listener that subscribes under the lock
 * knows from the revision alone which changes it has already seen in its snapshot.
 *
 * A table's cache is what readers who do not insist on the latest state see, and what listeners follow.
 * It is the current state, except while frozen: then it stands still and changes queue up behind it.
 */
public final class MvccStore {
  private static final Predicate<String> NONE = resource -> false;

  private final EngineRuntime runtime;
  private final HistoryPolicy policy;
  private final Object lock = new Object();

  // all guarded by lock
  private final TreeMap<String, ResourceTable> tables = new TreeMap<>();
  private final List<Waiter> waiters = new ArrayList<>();
  private long revision;
  private long compacted;
  /** Nobody follows a resource from before this one. */
  private long started;

  private long compactionMark;
  private long compactionMarkNanos;
  /** Resources whose cache stands still, whether they have a table yet or not; since when. */
  private Predicate<String> frozen = NONE;

  private long frozenAt;

  private record Waiter(
      ResourceTable table, long revision, CompletableFuture<Boolean> reached, Timers.Timer timer) {}

  public MvccStore(EngineRuntime runtime, HistoryPolicy policy) {
    this.runtime = runtime;
    this.policy = policy;
    this.revision = policy.firstRevision();
    this.compactionMark = revision;
    this.compactionMarkNanos = runtime.clock().nanos();
  }

  /** The counter: the revision of the last write. */
  public long revision() {
    synchronized (lock) {
      return revision;
    }
  }

  /** The latest state. */
  public View latest(String resource) {
    synchronized (lock) {
      return new View(revision, table(resource).objects());
    }
  }

  public @Nullable StoredObject latest(String resource, String key) {
    synchronized (lock) {
      return table(resource).objects().get(key);
    }
  }

  /** The state the cache has, which is the latest unless it is frozen. */
  public View cached(String resource) {
    synchronized (lock) {
      return table(resource).cached(revision);
    }
  }

  /** The state as of exactly {@code at}; null if it has been compacted. It must not be in the future. */
  public @Nullable View exact(String resource, long at) {
    synchronized (lock) {
      compactIfDue();
      if (at > revision) {
        throw new IllegalArgumentException("revision " + at + " is after " + revision);
      }
      SnapshotMap<StoredObject> objects =
          at < compacted ? null : table(resource).at(at);
      return objects == null ? null : new View(at, objects);
    }
  }

  /** Completes with true once the cache has {@code wanted}, with false if {@code patience} ran out. */
  public CompletableFuture<Boolean> awaitCached(String resource, long wanted, Duration patience) {
    CompletableFuture<Boolean> reached = new CompletableFuture<>();
    synchronized (lock) {
      ResourceTable table = table(resource);
      if (table.cachedRevision(revision) >= wanted) {
        return CompletableFuture.completedFuture(true);
      }
      Timers.Timer timer = runtime.timers().schedule(patience, () -> giveUp(reached));
      waiters.add(new Waiter(table, wanted, reached, timer));
    }
    return reached;
  }

  /**
   * Writes if the object is still {@code expected} (null: absent). Returns it as committed, or null if
   * another write came first.
   */
  public @Nullable StoredObject put(
      String resource, String key, @Nullable StoredObject expected, StoredObject next) {
    StoredObject committed;
    List<CompletableFuture<Boolean>> ready;
    synchronized (lock) {
      ResourceTable table = table(resource);
      if (table.objects().get(key) != expected) {
        return null;
      }
      compactIfDue();
      committed = next.at(++revision);
      commit(table, expected, committed, table.objects().with(key, committed));
      ready = takeReady();
    }
    ready.forEach(future -> future.complete(true));
    return committed;
  }

  /**
   * Deletes if the object is still {@code expected}. Returns its last state under the revision of the
   * deletion, or null if another write came first.
   */
  public @Nullable StoredObject remove(String resource, String key, StoredObject expected) {
    List<CompletableFuture<Boolean>> ready;
    StoredObject last;
    synchronized (lock) {
      ResourceTable table = table(resource);
      if (table.objects().get(key) != expected) {
        return null;
      }
      compactIfDue();
      last = expected.at(++revision);
      commit(table, expected, null, table.objects().without(key));
      ready = takeReady();
    }
    ready.forEach(future -> future.complete(true));
    return last;
  }

  /**
   * Tells {@code listener} of every change after the cached state, and returns that state and what it is
   * ahead of {@code from} (null: nothing). Returns null if changes after {@code from} have been forgotten.
   */
  public @Nullable Subscription subscribe(
      String resource, @Nullable Long from, ChangeListener listener) {
    synchronized (lock) {
      ResourceTable table = table(resource);
      View view = table.cached(revision);
      if (from != null && from < table.oldestStart()) {
        return null;
      }
      long start = from == null ? view.revision() : from;
      long id = table.add(listener, start, view.revision());
      List<Change> missed = table.between(start, view.revision());
      return new Subscription(view, missed, () -> unsubscribe(table, id));
    }
  }

  /**
   * A running subscription.
   *
   * @param view the cached state at its beginning
   * @param missed the changes that led there from where the listener said it was
   */
  public record Subscription(View view, List<Change> missed, Runnable cancel) {}

  /** The oldest revision a listener of the resource can subscribe after. */
  public long oldestStart(String resource) {
    synchronized (lock) {
      return table(resource).oldestStart();
    }
  }

  /** Runs {@code task} after the listeners have been told of every change up to the cached revision. */
  public void afterDelivery(String resource, CachedRevisionTask task) {
    synchronized (lock) {
      ResourceTable table = table(resource);
      long cached = table.cachedRevision(revision);
      table.execute(() -> task.run(cached));
    }
  }

  /** Something that wants to know how far the listeners have been told. */
  @FunctionalInterface
  public interface CachedRevisionTask {
    void run(long cachedRevision);
  }

  /** Forgets all history now: older watches and exact reads are refused from here on. */
  public void compact() {
    synchronized (lock) {
      compacted = revision;
      compactionMark = revision;
      tables.values().forEach(table -> table.forget(revision));
    }
  }

  /** Forgets exact states before now, as compaction does, but lets watches resume. */
  public void expireSnapshots() {
    List<CompletableFuture<Boolean>> ready;
    synchronized (lock) {
      compacted = revision + 1;
      revision++;
      ready = takeReady();
    }
    ready.forEach(future -> future.complete(true));
  }

  /** Moves the counter forward without a write. */
  public void jump(long by) {
    if (by < 1) {
      throw new IllegalArgumentException("resourceVersion can only jump forward: " + by);
    }
    List<CompletableFuture<Boolean>> ready;
    synchronized (lock) {
      if (by > Long.MAX_VALUE / 2 - revision) {
        throw new IllegalArgumentException("resourceVersion " + revision + " cannot jump by " + by
            + ": it would run out of numbers");
      }
      revision += by;
      ready = takeReady();
    }
    ready.forEach(future -> future.complete(true));
  }

  /** Lets the cache of the matching resources stand still. */
  public void freeze(Predicate<String> resources) {
    synchronized (lock) {
      frozen = frozen.or(resources);
      frozenAt = revision;
      tables.values().forEach(table -> {
        if (resources.test(table.resource())) {
          table.freeze(revision);
        }
      });
    }
  }

  /** Lets every cache catch up. */
  public void thaw() {
    List<CompletableFuture<Boolean>> ready;
    synchronized (lock) {
      frozen = NONE;
      tables.values().forEach(ResourceTable::thaw);
      ready = takeReady();
    }
    ready.forEach(future -> future.complete(true));
  }

  /** Drops the listeners of a resource, and lets no other go on from before now. What was there can still be read. */
  public void startAnew(String resource) {
    synchronized (lock) {
      table(resource).startAnew(revision);
    }
  }

  /** Drops the listeners of a resource. */
  public void dropListeners(String resource) {
    synchronized (lock) {
      table(resource).dropListeners();
    }
  }

  /**
   * As a restarted server: listeners are gone, and nobody follows from before. The storage is the same: objects stay, and
   * so does what can be read of the past. What is not {@code cached} is followed in the storage, too.
   */
  public void restart(Predicate<String> cached) {
    synchronized (lock) {
      frozen = NONE;
      started = revision;
      tables.values().forEach(table -> {
        table.thaw();
        if (cached.test(table.resource())) {
          table.startAnew(revision);
        } else {
          table.dropListeners();
        }
      });
    }
  }

  /**
   * As a server restored from a backup: the same objects in another history, whose counter starts at
   * {@code first}, be it ahead of ours or behind.
   */
  public void restart(long first) {
    requireFirst(first);
    synchronized (lock) {
      restart(resource -> true);
      revision = first;
      started = first;
      compacted = first;
      compactionMark = first;
      for (ResourceTable table : tables.values()) {
        SnapshotMap<StoredObject> moved = SnapshotMap.empty();
        for (SnapshotMap.Entry<StoredObject> entry : table.objects().range("", null)) {
          moved = moved.with(entry.key(), entry.value().at(++revision));
        }
        table.replace(moved, revision);
      }
    }
  }

  /** Refuses what no counter can start at. */
  public static void requireFirst(long first) {
    if (first < 1 || first > Long.MAX_VALUE / 2) {
      throw new IllegalArgumentException(
          "resourceVersions can begin again at 1 to " + Long.MAX_VALUE / 2 + ", not at " + first);
    }
  }

  private void commit(
      ResourceTable table,
      @Nullable StoredObject before,
      @Nullable StoredObject after,
      SnapshotMap<StoredObject> objects) {
    table.commit(new Change(revision, before, after, objects, runtime.clock().nanos()), compacted);
  }

  private ResourceTable table(String resource) {
    return tables.computeIfAbsent(resource, name -> {
      ResourceTable table = new ResourceTable(name, runtime, policy, compacted, started);
      if (frozen.test(name)) {
        table.freeze(frozenAt);
      }
      return table;
    });
  }

  private void unsubscribe(ResourceTable table, long id) {
    synchronized (lock) {
      table.removeListener(id);
    }
  }

  private void compactIfDue() {
    long now = runtime.clock().nanos();
    long interval = policy.compactionInterval().toNanos();
    long intervals = (now - compactionMarkNanos) / interval;
    if (intervals > 0) {
      // Every write looks here first: of several intervals only the first had any, and after the
      // second they are old.
      compacted = Math.max(compacted, intervals == 1 ? compactionMark : revision);
      compactionMark = revision;
      compactionMarkNanos += intervals * interval;
    }
  }

  private List<CompletableFuture<Boolean>> takeReady() {
    List<CompletableFuture<Boolean>> ready = new ArrayList<>();
    if (!waiters.isEmpty()) {
      waiters.removeIf(waiter -> {
        boolean there = waiter.table.cachedRevision(revision) >= waiter.revision;
        if (there) {
          waiter.timer.cancel();
          ready.add(waiter.reached);
        }
        return there;
      });
    }
    return ready;
  }

  private void giveUp(CompletableFuture<Boolean> reached) {
    synchronized (lock) {
      waiters.removeIf(waiter -> waiter.reached == reached);
    }
    runtime.pipeline().execute(() -> reached.complete(false));
  }
}

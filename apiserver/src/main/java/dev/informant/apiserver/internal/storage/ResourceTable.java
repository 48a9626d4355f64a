package dev.informant.apiserver.internal.storage;

import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.SerialQueue;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The objects, changes and listeners of one resource. Every method is called under the store's lock; the
 * listeners are told on a serial queue of the pipeline.
 */
final class ResourceTable {
  private static final Logger LOG = System.getLogger(ResourceTable.class.getName());

  private final String resource;
  private final HistoryPolicy policy;
  private final SerialQueue deliveries;

  private final TreeMap<Long, Change> history = new TreeMap<>();
  private final TreeMap<Long, Listener> listeners = new TreeMap<>();
  /** The listeners as they are told; null after one came or went. */
  private @Nullable List<Listener> told;

  private SnapshotMap<StoredObject> objects = SnapshotMap.empty();
  /** The state before the oldest change in {@code history}. */
  private SnapshotMap<StoredObject> base = SnapshotMap.empty();
  /** No change with a revision up to this one is in {@code history}. */
  private long forgotten;
  /** No listener goes on from before this one, though the states before it are there. */
  private long firstStart;

  private @Nullable View frozen;
  private long lastListener;

  private record Listener(ChangeListener listener, long after) {}

  ResourceTable(
      String resource,
      EngineRuntime runtime,
      HistoryPolicy policy,
      long forgotten,
      long firstStart) {
    this.resource = resource;
    this.policy = policy;
    this.forgotten = forgotten;
    this.firstStart = firstStart;
    this.deliveries = runtime.pipelineQueue(this::failed);
  }

  String resource() {
    return resource;
  }

  SnapshotMap<StoredObject> objects() {
    return objects;
  }

  /** The oldest revision that a listener may go on from. */
  long oldestStart() {
    return Math.max(forgotten, firstStart);
  }

  /** Lets nobody go on from before {@code revision}. */
  void startAnew(long revision) {
    firstStart = revision;
    dropListeners();
  }

  View cached(long revision) {
    return frozen != null ? frozen : new View(revision, objects);
  }

  long cachedRevision(long revision) {
    return frozen != null ? frozen.revision() : revision;
  }

  /** The state as of {@code revision}; null if that is forgotten. */
  @Nullable
  SnapshotMap<StoredObject> at(long revision) {
    if (revision < forgotten) {
      return null;
    }
    Map.Entry<Long, Change> last = history.floorEntry(revision);
    return last == null ? base : last.getValue().objects();
  }

  void commit(Change change, long compacted) {
    objects = change.objects();
    history.put(change.revision(), change);
    evict(change.atNanos(), compacted);
    if (frozen == null) {
      deliver(change);
    }
  }

  /** Tells the listener of what comes after both revisions. */
  long add(ChangeListener listener, long after, long cachedRevision) {
    long id = ++lastListener;
    listeners.put(id, new Listener(listener, Math.max(after, cachedRevision)));
    told = null;
    return id;
  }

  /** The changes after one revision, up to another. */
  List<Change> between(long after, long upTo) {
    return upTo <= after
        ? List.of()
        : List.copyOf(history.subMap(after, false, upTo, true).values());
  }

  void removeListener(long id) {
    listeners.remove(id);
    told = null;
  }

  void dropListeners() {
    List<Listener> dropped = new ArrayList<>(listeners.values());
    listeners.clear();
    told = null;
    deliveries.execute(() -> dropped.forEach(entry -> tell(entry.listener::dropped)));
  }

  void execute(Runnable task) {
    deliveries.execute(task);
  }

  void forget(long revision) {
    while (!history.isEmpty() && history.firstKey() <= revision) {
      evictFirst();
    }
    forgotten = Math.max(forgotten, revision);
  }

  void freeze(long revision) {
    if (frozen == null) {
      frozen = new View(revision, objects);
    }
  }

  void thaw() {
    View stood = frozen;
    frozen = null;
    if (stood != null && forgotten > stood.revision()) {
      dropListeners(); // more was committed than history holds: they must start again
    } else if (stood != null) {
      history.tailMap(stood.revision(), false).values().forEach(this::deliver);
    }
  }

  void replace(SnapshotMap<StoredObject> moved, long revision) {
    objects = moved;
    base = moved;
    history.clear();
    forgotten = revision;
    firstStart = revision;
  }

  private void deliver(Change change) {
    if (listeners.isEmpty()) {
      return;
    }
    if (told == null) {
      told = List.copyOf(listeners.values());
    }
    List<Listener> now = told;
    deliveries.execute(() -> {
      SharedChange shared = new SharedChange(change);
      for (Listener entry : now) {
        if (change.revision() > entry.after) {
          tell(() -> entry.listener.changed(shared));
        }
      }
    });
  }

  /** One listener that fails keeps nothing from the others. */
  private void tell(Runnable news) {
    try {
      news.run();
    } catch (Throwable failure) {
      failed(failure);
    }
  }

  private void failed(Throwable failure) {
    LOG.log(Level.ERROR, "a watch of " + resource + " failed", failure);
  }

  private void evict(long now, long compacted) {
    while (history.size() > policy.maximumChanges()) {
      evictFirst();
    }
    long minimumAge = policy.minimumAge().toNanos();
    while (history.size() > policy.keptChanges()
        && now - history.firstEntry().getValue().atNanos() > minimumAge
        && history.firstKey() <= compacted) {
      evictFirst();
    }
  }

  private void evictFirst() {
    Change change = history.pollFirstEntry().getValue();
    base = change.objects();
    forgotten = change.revision();
  }
}

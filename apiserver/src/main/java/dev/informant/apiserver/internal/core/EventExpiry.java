package dev.informant.apiserver.internal.core;

import dev.informant.apiserver.internal.storage.ChangeListener;
import dev.informant.apiserver.internal.storage.MvccStore;
import dev.informant.apiserver.internal.storage.SharedChange;
import dev.informant.apiserver.internal.storage.SnapshotMap;
import dev.informant.apiserver.internal.storage.StoredObject;
import dev.informant.apiserver.internal.storage.View;
import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Deletes Events some time after their last write, as leases in the real store do. One timer at a time,
 * for the oldest. Thread-safe.
 */
final class EventExpiry implements ChangeListener {
  private static final String STORAGE = "events";

  private final EngineRuntime runtime;
  private final MvccStore store;
  private final Duration life;

  private final Object lock = new Object();
  // guarded by lock
  private final LinkedHashMap<String, Written> written = new LinkedHashMap<>();
  private Timers.Timer timer = Timers.Timer.NONE;
  private boolean scheduled;
  private boolean closed;

  private record Written(StoredObject object, long atNanos) {}

  EventExpiry(EngineRuntime runtime, MvccStore store, Duration life) {
    this.runtime = runtime;
    this.store = store;
    this.life = life;
  }

  void start() {
    MvccStore.Subscription subscription = store.subscribe(STORAGE, null, this);
    if (subscription != null) {
      noteAll(subscription.view());
    }
  }

  /** Events that are known keep their time: it is the storage's, and a restart does not write them. */
  private void noteAll(View view) {
    long now = runtime.clock().nanos();
    synchronized (lock) {
      List<Written> all = new ArrayList<>();
      for (SnapshotMap.Entry<StoredObject> entry : view.objects().range("", null)) {
        Written known = written.get(entry.key());
        long since = known != null && known.object.sameContent(entry.value()) ? known.atNanos : now;
        all.add(new Written(entry.value(), since));
      }
      all.sort(Comparator.comparingLong(one -> one.atNanos - now)); // the oldest stands first
      written.clear();
      all.forEach(one -> written.put(one.object.key(), one));
      schedule();
    }
  }

  @Override
  public void changed(SharedChange shared) {
    StoredObject before = shared.change().before();
    StoredObject after = shared.change().after();
    if (after != null) {
      note(after.key(), after, shared.change().atNanos());
    } else if (before != null) {
      synchronized (lock) {
        written.remove(before.key());
      }
    }
  }

  /** A restarted server still expires its events. */
  @Override
  public void dropped() {
    boolean again;
    synchronized (lock) {
      again = !closed;
    }
    if (again) {
      start();
    }
  }

  private void note(String key, StoredObject object, long atNanos) {
    synchronized (lock) {
      written.remove(key);
      written.put(key, new Written(object, atNanos));
      schedule();
    }
  }

  // guarded by lock
  private void schedule() {
    if (scheduled || closed || written.isEmpty()) {
      return;
    }
    scheduled = true;
    long oldest = written.values().iterator().next().atNanos();
    Duration left = life.minusNanos(runtime.clock().nanos() - oldest);
    timer = runtime.timers().schedule(left, () -> runtime.pipeline().execute(this::expire));
  }

  private void expire() {
    while (true) {
      Map.Entry<String, Written> oldest;
      synchronized (lock) {
        scheduled = false;
        oldest = written.isEmpty() ? null : written.entrySet().iterator().next();
        boolean due = oldest != null
            && runtime.clock().nanos() - oldest.getValue().atNanos() >= life.toNanos();
        if (oldest == null || closed || !due) {
          schedule();
          return;
        }
        written.remove(oldest.getKey());
      }
      // A write that came in between wins: its own note is on the way.
      store.remove(STORAGE, oldest.getKey(), oldest.getValue().object());
    }
  }

  void close() {
    synchronized (lock) {
      closed = true;
      timer.cancel();
    }
  }
}

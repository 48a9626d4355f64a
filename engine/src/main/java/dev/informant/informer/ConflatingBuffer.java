package dev.informant.informer;

import dev.informant.informer.Notification.Add;
import dev.informant.informer.Notification.Delete;
import dev.informant.informer.Notification.Update;
import dev.informant.object.Revision;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps at most one pending change per key, so that it is bounded by the number of objects. Where lists begin and end
 * has no meaning among merged changes and is dropped. Thread-safe.
 */
/*
 * An entry is what one key still owes the handler: a delete of what it was shown, or an add or update
 * to the latest state, or a delete and then an add (another object under the same key). Merging:
 *
 *   pending              + update(o,n)          + delete d              + add n
 *   (none)               update(o,n)            delete d                add n
 *   add a                add n                  (none)                  -
 *   update(f,l)          update(f,n)            delete(shown f)         -
 *   delete x             -                      -                       delete x, add n
 *   delete x, add a      delete x, add n        delete x                -
 *
 * where - cannot happen, because the store decides what a change is. So a handler never sees two adds,
 * never a delete of something it was not shown, and misses no delete of something it was: a delete that is
 * pending is never merged away. States of a key only get newer.
 *
 * An entry keeps the place of its first change. Hence the mark that ends the initial list, an entry of
 * its own, stays behind every initial add that is still owed, whatever is merged into it, and a
 * listener that reaches it has returned from all of them; an initial add that a delete has cancelled is
 * owed no more.
 */
final class ConflatingBuffer<T> implements NotificationBuffer<T> {
  private static final Object SYNCED = new Object();

  private final ProcessorListener<T> listener;

  // all guarded by this
  private @Nullable Timed<T> initial;
  private final LinkedHashMap<Object, Owed<T>> owed = new LinkedHashMap<>();
  private int calls;
  private boolean awake;

  /** What one key still owes; both null for the mark that ends the initial list. */
  private record Owed<T>(
      @Nullable Delete<T> delete, @Nullable Notification<T> put, long nanos) {

    boolean isEmpty() {
      return delete == null && put == null;
    }

    int calls() {
      return (delete == null ? 0 : 1) + (put == null ? 0 : 1);
    }
  }

  ConflatingBuffer(ProcessorListener<T> listener) {
    this.listener = listener;
  }

  @Override
  public synchronized boolean offer(Batch<T> batch, long nanos) {
    if (batch instanceof Batch.Changes<T> changes) {
      changes.notifications().forEach(change -> merge(change, nanos));
    } else if (batch instanceof Batch.Resync<T> resync) {
      resync.revisions().forEach(revision -> merge(new Update<>(revision, revision, null), nanos));
    } else if (batch instanceof Batch.Initial<T>) {
      initial = new Timed<>(batch, nanos);
    } else if (batch instanceof Batch.Synced<T>) {
      owed.put(SYNCED, new Owed<>(null, null, nanos));
    }
    if (awake || (initial == null && owed.isEmpty())) {
      return false;
    }
    awake = true;
    return true;
  }

  // guarded by this
  private void merge(Notification<T> change, long nanos) {
    if (change instanceof Update<T> update && !update.concerns(listener)) {
      return;
    }
    String key = change.key();
    Owed<T> pending = owed.get(key);
    if (pending == null) {
      owed.put(
          key,
          change instanceof Delete<T> delete
              ? new Owed<>(delete, null, nanos)
              : new Owed<>(null, change, nanos));
      calls++;
      return;
    }
    Owed<T> result = owedAfter(change, pending);
    if (result.isEmpty()) {
      owed.remove(key);
    } else {
      owed.put(key, result);
    }
    calls += result.calls() - pending.calls();
  }

  private static <T> Owed<T> owedAfter(Notification<T> change, Owed<T> pending) {
    Notification<T> put = pending.put();
    if (change instanceof Delete<T> delete) {
      if (put instanceof Update<T> update) {
        return new Owed<>(
            new Delete<>(update.before(), delete.last(), delete.finalStateUnknown()),
            null,
            pending.nanos());
      }
      // An add that was never shown and its delete cancel out; an older delete stays.
      return new Owed<>(pending.delete(), null, pending.nanos());
    }
    Revision<T> after =
        change instanceof Add<T> add ? add.revision() : ((Update<T>) change).after();
    Notification<T> latest;
    if (put instanceof Add<T> add) {
      latest = new Add<>(after, add.initial());
    } else if (put instanceof Update<T> update) {
      latest = new Update<>(update.before(), after, null);
    } else {
      latest = change;
    }
    return new Owed<>(pending.delete(), latest, pending.nanos());
  }

  @Override
  public synchronized @Nullable Timed<T> take() {
    Timed<T> first = initial;
    if (first != null) {
      initial = null;
      return first;
    }
    Iterator<Map.Entry<Object, Owed<T>>> entries = owed.entrySet().iterator();
    if (!entries.hasNext()) {
      awake = false;
      return null;
    }
    Owed<T> next = entries.next().getValue();
    entries.remove();
    calls -= next.calls();
    return new Timed<>(next.isEmpty() ? new Batch.Synced<>() : toBatch(next), next.nanos());
  }

  private static <T> Batch<T> toBatch(Owed<T> next) {
    List<Notification<T>> changes = new ArrayList<>(2);
    Delete<T> delete = next.delete();
    if (delete != null) {
      changes.add(delete);
    }
    Notification<T> put = next.put();
    if (put != null) {
      changes.add(put);
    }
    return new Batch.Changes<>(changes);
  }

  @Override
  public synchronized long depth() {
    return calls + (initial == null ? 0 : initial.batch().size());
  }

  @Override
  public synchronized long oldestNanos(long otherwise) {
    if (initial != null) {
      return initial.nanos();
    }
    Iterator<Owed<T>> entries = owed.values().iterator();
    return entries.hasNext() ? entries.next().nanos() : otherwise;
  }

  @Override
  public synchronized void clear() {
    initial = null;
    owed.clear();
    calls = 0;
  }
}

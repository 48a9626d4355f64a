package dev.informant.informer;

import dev.informant.informer.Notification.Add;
import dev.informant.informer.Notification.Delete;
import dev.informant.informer.Notification.Update;
import dev.informant.internal.store.RevisionStore;
import dev.informant.internal.store.RevisionStore.RevisionChange;
import dev.informant.object.ResourceVersions;
import dev.informant.object.Revision;
import dev.informant.queue.Delta;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns deltas into changes of the store and into what handlers are told: the store first, then the
 * notifications. The store decides what a change is: an object it does not hold is added, one it holds is
 * updated, and only one it holds can be deleted. Belongs to the pipeline; not thread-safe.
 */
/*
 * Two objects are the same if their uids do not contradict each other. An older version never replaces a newer
 * one of the same object, unless a list is authoritative. An older version of another object is late news of a
 * predecessor if it comes as an event, or in a list that is itself older than what is stored (a queue of
 * single deltas does not say how old its list is, and reflectors ask for none older). In any other list it is the
 * truth: the server was restored from a backup and has since overtaken us. A deletion is final for its uid,
 * so it counts whatever its version; that of another, older object under the same key is ignored.
 *
 * Whether an update is a resync is decided by where it came from: Sync and SyncAll are, watch events never
 * are. An unchanged object of a relist is nothing at all, or with Parity.EXACT an update for those who
 * are marked for resync (which is everybody where no resync runs).
 *
 * A batch may hold several deltas of one key; `written` shows each what the ones before it will have
 * left in the store.
 */
final class DeltaProcessor<T> {
  private final RevisionStore<T> store;
  private final Parity parity;
  private final Audiences<T> audiences;
  private final Output<T> output;

  /** Who is meant by an update that is not for everybody. */
  interface Audiences<T> {
    /** Those to whom an unchanged object of a relist is shown; null means all. */
    @Nullable
    Set<ProcessorListener<T>> ofUnchanged();

    /** Those who were due when the next SyncAll was queued; takes it off. */
    Set<ProcessorListener<T>> takeSyncAll();

    /** Those who were due at any resync whose Sync deltas may still wait. */
    Set<ProcessorListener<T>> ofSync();
  }

  /** Where the result goes, in order. */
  interface Output<T> {
    void notify(Notification<T> notification);

    /** The changes of a list follow; {@code storedVersion} was the store's version before it. */
    default void listBegins(String storedVersion) {}

    /** The changes of a list, which has this version, have all been notified. */
    default void listEnds(String resourceVersion) {}

    /** Everything stored now is to be shown again. */
    void resync(Set<ProcessorListener<T>> audience);

    /** An older version was ignored. */
    void stale(String key, String stored, String stale);
  }

  DeltaProcessor(RevisionStore<T> store, Parity parity, Audiences<T> audiences, Output<T> output) {
    this.store = store;
    this.parity = parity;
    this.audiences = audiences;
    this.output = output;
  }

  void process(List<Delta<Revision<T>>> deltas, boolean inInitialList) {
    Keyed keyed = new Keyed(inInitialList);
    for (Delta<Revision<T>> delta : deltas) {
      if (delta instanceof Delta.Keyed<Revision<T>> one) {
        keyed.add(one);
      } else {
        keyed.finish();
        keyed = new Keyed(inInitialList);
        if (delta instanceof Delta.ReplacedAll<Revision<T>> all) {
          replaceAll(all, inInitialList);
        } else if (delta instanceof Delta.Bookmark<Revision<T>> bookmark) {
          store.bookmark(bookmark.resourceVersion());
        } else if (delta instanceof Delta.SyncAll<Revision<T>>) {
          output.resync(audiences.takeSyncAll());
        }
      }
    }
    keyed.finish();
  }

  /** Deltas of single keys, written to the store in one step. */
  private final class Keyed {
    private final boolean initial;
    private final Map<String, Slot<T>> written = new HashMap<>();
    private final List<RevisionChange<T>> changes = new ArrayList<>();
    private final List<Notification<T>> notifications = new ArrayList<>();

    Keyed(boolean initial) {
      this.initial = initial;
    }

    void add(Delta.Keyed<Revision<T>> delta) {
      String key = delta.key();
      Slot<T> slot = written.get(key);
      Revision<T> stored = slot == null ? store.get(key) : slot.revision();
      if (delta instanceof Delta.Deleted<Revision<T>> deleted) {
        delete(deleted, stored);
      } else if (delta instanceof Delta.Sync<Revision<T>>) {
        if (stored != null) {
          notifications.add(new Update<>(stored, stored, audiences.ofSync()));
        }
      } else if (delta instanceof Delta.Replaced<Revision<T>> replaced) {
        boolean counts =
            replaced.authoritative() || (stored != null && areDifferent(stored, replaced.object()));
        put(replaced.object(), stored, /* relist= */ true, counts);
      } else if (delta instanceof Delta.Added<Revision<T>> added) {
        put(added.object(), stored, /* relist= */ false, /* authoritative= */ false);
      } else {
        put(
            ((Delta.Updated<Revision<T>>) delta).object(),
            stored,
            /* relist= */ false,
            /* authoritative= */ false);
      }
    }

    private void put(
        Revision<T> revision, @Nullable Revision<T> stored, boolean relist, boolean authoritative) {
      Revision<T> kept = told(revision, stored, relist, authoritative, initial, notifications);
      if (kept != stored) {
        changes.add(new RevisionChange.Put<>(kept));
        written.put(kept.key(), new Slot<>(kept));
      }
    }

    private void delete(Delta.Deleted<Revision<T>> deleted, @Nullable Revision<T> stored) {
      Revision<T> last = deleted.object();
      Revision<T> end = deleted.finalStateUnknown() ? null : last;
      String key = deleted.key();
      if (stored != null && end != null && areDifferent(stored, end) && isOlder(end, stored)) {
        output.stale(key, stored.resourceVersion(), end.resourceVersion());
        return;
      }
      changes.add(new RevisionChange.Remove<>(key, end == null ? "" : end.resourceVersion()));
      written.put(key, new Slot<>(null));
      if (stored == null) {
        return; // no handler was shown it
      }
      boolean another = parity == Parity.REPAIRED && last != null && areDifferent(stored, last);
      // A guess made while newer states were still queued; they are stored by now.
      boolean outdated = end == null && last != null && isOlder(last, stored);
      notifications.add(
          last == null || another || outdated
              ? new Delete<>(stored, stored, /* finalStateUnknown= */ true)
              : new Delete<>(stored, last, deleted.finalStateUnknown()));
    }

    void finish() {
      store.apply(changes);
      notifications.forEach(output::notify);
    }
  }

  /** What is, or will be, under a key; null for nothing. */
  private record Slot<T>(@Nullable Revision<T> revision) {}

  private void replaceAll(Delta.ReplacedAll<Revision<T>> all, boolean initial) {
    Map<String, Revision<T>> listed = new LinkedHashMap<>(all.objects().size() * 2);
    List<Notification<T>> puts = new ArrayList<>();
    for (Revision<T> revision : all.objects()) {
      Revision<T> twice = listed.get(revision.key());
      Revision<T> stored = twice == null ? store.get(revision.key()) : twice;
      boolean counts = all.authoritative()
          || (stored != null
              && areDifferent(stored, revision)
              && !ResourceVersions.isOlder(all.resourceVersion(), stored.resourceVersion()));
      listed.put(revision.key(), told(revision, stored, /* relist= */ true, counts, initial, puts));
    }
    List<Notification<T>> deletes = new ArrayList<>();
    store.state().forEach(stored -> {
      if (!listed.containsKey(stored.key())) {
        deletes.add(new Delete<>(stored, stored, /* finalStateUnknown= */ true));
      }
    });
    String before = store.version();
    store.replaceAll(new ArrayList<>(listed.values()), all.resourceVersion());
    output.listBegins(before);
    deletes.forEach(output::notify);
    puts.forEach(output::notify);
    output.listEnds(all.resourceVersion());
  }

  /** Says what handlers are told of an object that came, and returns the revision to keep. */
  private Revision<T> told(
      Revision<T> revision,
      @Nullable Revision<T> stored,
      boolean relist,
      boolean authoritative,
      boolean initial,
      List<Notification<T>> notifications) {
    if (stored == null) {
      notifications.add(new Add<>(revision, initial));
      return revision;
    }
    boolean different = areDifferent(stored, revision);
    if (!authoritative && isOlder(revision, stored)) {
      output.stale(revision.key(), stored.resourceVersion(), revision.resourceVersion());
      return stored;
    }
    if (parity == Parity.REPAIRED) {
      if (different) {
        notifications.add(new Delete<>(stored, stored, /* finalStateUnknown= */ true));
        notifications.add(new Add<>(revision, initial));
        return revision;
      }
      if (relist
          && !revision.resourceVersion().isEmpty()
          && revision.resourceVersion().equals(stored.resourceVersion())) {
        return stored;
      }
      notifications.add(new Update<>(stored, revision, null));
      return revision;
    }
    boolean unchanged = relist && revision.resourceVersion().equals(stored.resourceVersion());
    notifications.add(new Update<>(stored, revision, unchanged ? audiences.ofUnchanged() : null));
    return revision;
  }

  private static boolean areDifferent(Revision<?> one, Revision<?> other) {
    return !one.uid().isEmpty() && !other.uid().isEmpty() && !one.uid().equals(other.uid());
  }

  private static boolean isOlder(Revision<?> one, Revision<?> other) {
    return ResourceVersions.isOlder(one.resourceVersion(), other.resourceVersion());
  }
}

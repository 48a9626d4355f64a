package dev.informant.store;

import dev.informant.object.Revision;
import dev.informant.queue.KnownObjects;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/**
 * The informer's side of a store: it writes revisions, so that the version and uid the server sent
 * stay known whatever a transform did, and so that a compact form need not be decoded. One writer;
 * readers as in {@link StoreView}.
 */
public interface RevisionStore<T> extends KnownObjects<Revision<T>> {
  /** Applies all changes, in order, in one step for readers. */
  void apply(List<RevisionChange<T>> changes);

  /** Replaces everything in one step for readers; of two revisions with one key the last stays. */
  void replaceAll(List<Revision<T>> revisions, String resourceVersion);

  void bookmark(String resourceVersion);

  /** All stored revisions of the present state, to be walked later: it costs nothing before that, and does not change. */
  Revisions<T> state();

  /** Revisions of one state. Immutable; any thread may walk it. */
  interface Revisions<T> {
    int size();

    void forEach(Consumer<? super Revision<T>> action);

    /**
     * What tells this state from others: states with the same one have the same revisions. Whoever remembers it should
     * do so weakly, for it may keep them alive.
     */
    default Object identity() {
      return this;
    }

    /** The same for a walk with breaks. By itself it makes a copy; a store need not. */
    default Iterator<Revision<T>> iterator() {
      List<Revision<T>> all = new ArrayList<>(size());
      forEach(all::add);
      return all.iterator();
    }
  }

  /** One write. */
  sealed interface RevisionChange<T> {
    record Put<T>(Revision<T> revision) implements RevisionChange<T> {}

    /**
     * @param resourceVersion of the deletion; empty if unknown, then the store's version stays
     */
    record Remove<T>(String key, String resourceVersion) implements RevisionChange<T> {}
  }
}

package dev.informant.internal.store;

import dev.informant.object.Revision;
import dev.informant.queue.KnownObjects;
import dev.informant.store.StoreView;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.List;

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

  /** The version of the present state; empty before the first list. */
  String version();

  /** All stored revisions of the present state, to be walked later: it costs nothing before that, and does not change. */
  Revisions<T> state();

  /** Revisions of one state. Immutable; any thread may walk it. */
  abstract class Revisions<T> extends AbstractCollection<Revision<T>> {
    /**
     * Identifies this state: states with the same identity have the same revisions. Remember it weakly, because it may
     * keep them alive.
     */
    public Object identity() {
      return this;
    }

    /** Returns {@link #identity} of revisions of a store, otherwise the collection itself. */
    public static Object identityOf(Collection<?> revisions) {
      return revisions instanceof Revisions<?> known ? known.identity() : revisions;
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

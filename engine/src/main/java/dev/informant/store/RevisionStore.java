package dev.informant.store;

import dev.informant.object.Revision;
import dev.informant.queue.KnownObjects;
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

  /** All stored revisions, from one state. */
  List<Revision<T>> revisions();

  /** What readers see. */
  IndexedView<T> view();

  /** One write. */
  sealed interface RevisionChange<T> {
    record Put<T>(Revision<T> revision) implements RevisionChange<T> {}

    /**
     * @param resourceVersion of the deletion; empty if unknown, then the store's version stays
     */
    record Remove<T>(String key, String resourceVersion) implements RevisionChange<T> {}
  }
}

package dev.informant.internal.store;

import dev.informant.object.Revision;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The informer's side of a {@link SnapshotIndexer}. Thread-safe as that is. */
final class SnapshotRevisionStore<T> implements RevisionStore<T> {
  /** The identity of every state without objects. */
  private static final Object NOTHING = new Object();

  private final SnapshotIndexer<T> indexer;

  SnapshotRevisionStore(SnapshotIndexer<T> indexer) {
    this.indexer = indexer;
  }

  @Override
  public void apply(List<RevisionChange<T>> changes) {
    if (!changes.isEmpty()) {
      indexer.write(editor -> changes.forEach(change -> apply(editor, change)));
    }
  }

  private static <T> void apply(SnapshotEditor<T> editor, RevisionChange<T> change) {
    if (change instanceof RevisionChange.Put<T> put) {
      editor.put(put.revision());
      editor.reached(put.revision());
    } else if (change instanceof RevisionChange.Remove<T> remove) {
      editor.remove(remove.key());
      if (!remove.resourceVersion().isEmpty()) {
        editor.reached(remove.resourceVersion());
      }
    }
  }

  @Override
  public void replaceAll(List<Revision<T>> revisions, String resourceVersion) {
    indexer.write(editor -> editor.replaceAll(revisions, resourceVersion));
  }

  @Override
  public void bookmark(String resourceVersion) {
    indexer.bookmark(resourceVersion);
  }

  @Override
  public String version() {
    return indexer.current().version.server();
  }

  @Override
  public Revisions<T> state() {
    return of(indexer.current());
  }

  static <T> Revisions<T> of(StoreSnapshot<T> state) {
    return new Revisions<>() {
      @Override
      public int size() {
        return state.size();
      }

      @Override
      public Object identity() {
        return state.entries == null ? NOTHING : state.entries;
      }

      @Override
      public void forEach(Consumer<? super Revision<T>> action) {
        state.forEachRevision(action::accept);
      }

      @Override
      public Iterator<Revision<T>> iterator() {
        return state.revisions();
      }
    };
  }

  @Override
  public Collection<String> keys() {
    return indexer.keys();
  }

  @Override
  public @Nullable Revision<T> get(String key) {
    return indexer.current().revision(key);
  }
}

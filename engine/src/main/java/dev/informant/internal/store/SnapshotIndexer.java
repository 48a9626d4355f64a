package dev.informant.internal.store;

import dev.informant.log.QuietLog;
import dev.informant.object.ExplicitKey;
import dev.informant.object.Keys;
import dev.informant.object.LabelSelector;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.ObjectForm;
import dev.informant.object.Revision;
import dev.informant.runtime.EngineRuntime;
import dev.informant.store.IndexFunction;
import dev.informant.store.IndexedView;
import dev.informant.store.Indexer;
import dev.informant.store.SavedCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The cache: objects by key and by any number of indexes. A read answers from one consistent state
 * and never waits; {@link #snapshot()} hands that state out and costs nothing. Writers wait for
 * each other. Thread-safe.
 *
 * <p>What the informer needs of it is behind {@link #revisionStore()}; both write the same state.
 */
/*
 * One immutable root. `current` holds objects, indexes and version in one StoreSnapshot made of
 * persistent hash tries. A write edits a private successor (SnapshotEditor) under the writers' lock
 * and publishes it with one volatile write; a batch of any size is one such write. So a reader can
 * see no half of a batch, an index never disagrees with the objects, a replace is atomic, and a
 * snapshot is the root itself.
 *
 * Cost. Reading walks log32(n) nodes. Writing copies these nodes, once per batch: some 400 bytes
 * for one update among 100 000 objects. Indexes hold keys, not entries: an update that moves in no
 * index (nearly all of them) then touches no index at all, where indexes of entries would copy a
 * path in each of them. The price, a lookup per object of byIndex, is small because bucket and
 * store cut hashes alike and are walked side by side (Trie.forEachOf).
 *
 * User code. Transforms run before the lock is taken. Index functions run under it and must not
 * write to this store: that is refused, not deadlocked on. Listeners (IndexErrors, waiters for a
 * version) are told after the lock is released.
 */
public final class SnapshotIndexer<T> implements Indexer<T> {
  private static final System.Logger LOG = QuietLog.of(SnapshotIndexer.class);

  private final ObjectAccessor<T> accessor;
  private final IndexErrors errors;
  private final ObjectForm<T> intake;
  private final @Nullable UnaryOperator<T> transform;
  private final VersionWaiters waiters;
  private final ReentrantLock writers = new ReentrantLock();
  private final ValueTuples tuples = new ValueTuples();
  private final RevisionStore<T> revisionStore = new SnapshotRevisionStore<>(this);
  private volatile StoreSnapshot<T> current;

  public SnapshotIndexer(ObjectAccessor<T> accessor, IndexErrors errors) {
    this(new Builder<>(accessor).indexErrors(errors));
  }

  private SnapshotIndexer(Builder<T> builder) {
    this.accessor = builder.accessor;
    this.errors = builder.errors;
    this.intake = builder.form.holdsObjects()
        ? builder.form
        : new IndexingForm<>(builder.form, () -> current.indexes);
    this.transform = builder.transform;
    this.current = StoreSnapshot.empty(builder.accessor);
    EngineRuntime runtime = builder.runtime;
    this.waiters = new VersionWaiters(
        () -> current.version.server(), () -> runtime == null ? EngineRuntime.shared() : runtime);
  }

  public static <T> Builder<T> builder(ObjectAccessor<T> accessor) {
    return new Builder<>(accessor);
  }

  /** Options of a store. */
  public static final class Builder<T> implements Indexer.Builder<T> {
    private final ObjectAccessor<T> accessor;
    private final Map<String, IndexFunction<T>> indexers = new LinkedHashMap<>();
    private IndexErrors errors = Builder::log;
    private ObjectForm<T> form;
    private @Nullable UnaryOperator<T> transform;
    private @Nullable EngineRuntime runtime;

    private Builder(ObjectAccessor<T> accessor) {
      this.accessor = accessor;
      this.form = ObjectForm.shared(accessor);
    }

    /** In which form objects are kept. Default: the objects themselves. */
    public Builder<T> form(ObjectForm<T> value) {
      form = value;
      return this;
    }

    /** Who hears of failing index functions; by default the log. */
    public Builder<T> indexErrors(IndexErrors listener) {
      errors = listener;
      return this;
    }

    @Override
    public Builder<T> indexer(String name, IndexFunction<T> function) {
      indexers.put(name, function);
      return this;
    }

    /** {@inheritDoc} Revisions written by an informer have been transformed before. */
    @Override
    public Builder<T> transform(UnaryOperator<T> function) {
      transform = function;
      return this;
    }

    /** Times the waiting for a version; by default the runtime of the process. */
    public Builder<T> runtime(EngineRuntime engineRuntime) {
      runtime = engineRuntime;
      return this;
    }

    @Override
    public SnapshotIndexer<T> build() {
      SnapshotIndexer<T> indexer = new SnapshotIndexer<>(this);
      indexer.addIndexers(indexers);
      return indexer;
    }

    private static void log(String indexName, String key, RuntimeException cause) {
      LOG.log(
          System.Logger.Level.WARNING,
          () -> "index function \"" + indexName + "\" failed for " + key
              + "; the object is missing from the index",
          cause);
    }
  }

  /**
   * The form of this store: what is brought into it before it is written need not be made an object again
   * for the sake of the indexes.
   */
  public ObjectForm<T> form() {
    return intake;
  }

  /** One state of this store: what is in it and the version it was at then. */
  public SavedCache<T> saved() {
    StoreSnapshot<T> state = current;
    return new SavedCache<>(state.version.server(), SnapshotRevisionStore.of(state));
  }

  /** The informer's side of this store. */
  public RevisionStore<T> revisionStore() {
    return revisionStore;
  }

  /**
   * Completes when the store has taken in {@code resourceVersion} or a later one: what a writer
   * must await to read its own write. Fails with {@link java.util.concurrent.TimeoutException},
   * naming the version the store has reached, after {@code timeout}.
   */
  public CompletableFuture<Void> awaitVersion(String resourceVersion, Duration timeout) {
    return waiters.await(resourceVersion, timeout);
  }

  @Override
  public void add(T object) {
    update(object);
  }

  @Override
  public void update(T object) {
    write(put(object));
  }

  @Override
  public void delete(T object) {
    write(removal(object));
  }

  @Override
  public void delete(ExplicitKey key) {
    write(editor -> editor.remove(key.key()));
  }

  /** Deletes what is stored under a key if it is still this object. */
  public void delete(String key, T expected) {
    write(editor -> {
      if (get(key) == expected) {
        editor.remove(key);
      }
    });
  }

  @Override
  public void replace(List<T> objects, String resourceVersion) {
    List<Revision<T>> revisions = new ArrayList<>(objects.size());
    for (T object : objects) {
      revisions.add(revisionOf(object));
    }
    write(editor -> editor.replaceAll(revisions, resourceVersion));
  }

  @Override
  public void bookmark(String resourceVersion) {
    write(editor -> editor.reached(resourceVersion));
  }

  @Override
  public void addIndexers(Map<String, IndexFunction<T>> indexers) {
    if (!indexers.isEmpty()) {
      write(editor -> editor.addIndexers(indexers));
    }
  }

  @Override
  public void removeIndexers(Set<String> names) {
    if (!Collections.disjoint(current.indexNames(), names)) {
      write(editor -> editor.removeIndexers(names));
    }
  }

  /** One write of a transaction. */
  public sealed interface Change<T> {
    record Add<T>(T object) implements Change<T> {}

    record Update<T>(T object) implements Change<T> {}

    record Delete<T>(T object) implements Change<T> {}
  }

  /** A change that was skipped. */
  public record Failure(int position, RuntimeException cause) {}

  /**
   * Applies all changes at once for readers. A change that fails (no key) is skipped and its position is in the result;
   * the others are applied.
   */
  public List<Failure> transaction(List<Change<T>> changes) {
    List<Failure> failures = new ArrayList<>(0);
    List<Consumer<SnapshotEditor<T>>> good = new ArrayList<>(changes.size());
    for (int position = 0; position < changes.size(); position++) {
      try {
        good.add(edit(changes.get(position)));
      } catch (RuntimeException cause) {
        failures.add(new Failure(position, cause));
      }
    }
    if (!good.isEmpty()) {
      write(editor -> good.forEach(edit -> edit.accept(editor)));
    }
    return failures;
  }

  private Consumer<SnapshotEditor<T>> edit(Change<T> change) {
    if (change instanceof Change.Delete<T> delete) {
      return removal(delete.object());
    }
    return put(
        change instanceof Change.Add<T> add ? add.object() : ((Change.Update<T>) change).object());
  }

  private Consumer<SnapshotEditor<T>> put(T object) {
    Revision<T> revision = revisionOf(object);
    return editor -> {
      editor.put(revision);
      editor.reached(revision);
    };
  }

  private Consumer<SnapshotEditor<T>> removal(T object) {
    String key = Keys.of(object, accessor);
    String version = accessor.resourceVersion(object);
    return editor -> {
      editor.remove(key);
      editor.reached(version);
    };
  }

  private Revision<T> revisionOf(T object) {
    if (transform == null) {
      return intake.hold(
          accessor.uid(object), accessor.resourceVersion(object), object, /* bytes= */ null);
    }
    String uid = accessor.uid(object);
    String version = accessor.resourceVersion(object);
    return intake.hold(uid, version, transform.apply(object), /* bytes= */ null);
  }

  /** Runs one write: all of it becomes visible at once, or, if it throws, nothing. */
  void write(Consumer<SnapshotEditor<T>> edits) {
    if (writers.isHeldByCurrentThread()
        || (intake instanceof IndexingForm<T> indexing && indexing.isAsking())) {
      throw new IllegalStateException(
          "an index function must not write to the store it indexes; hand the write to another"
              + " thread or drop it");
    }
    SnapshotEditor<T> editor;
    StoreSnapshot<T> next;
    writers.lock();
    try {
      editor = new SnapshotEditor<>(current, tuples, intake.holdsObjects());
      edits.accept(editor);
      next = editor.finish();
      current = next;
    } finally {
      writers.unlock();
    }
    waiters.advanced(next.version.server());
    editor.failures().forEach(this::report);
  }

  private void report(SnapshotEditor.IndexFailure failure) {
    try {
      errors.onIndexError(IndexNames.shown(failure.indexName()), failure.key(), failure.cause());
    } catch (Throwable thrown) { // the write is done, whoever cannot hear of it
      LOG.log(
          System.Logger.Level.ERROR,
          () -> "the listener for index errors failed on index "
              + IndexNames.shown(failure.indexName()) + ", "
              + failure.key(),
          thrown);
    }
  }

  /** The state as it is now. */
  StoreSnapshot<T> current() {
    return current;
  }

  @Override
  public @Nullable T get(String key) {
    return current.get(key);
  }

  @Override
  public @Nullable Revision<T> revision(String key) {
    return current.revision(key);
  }

  @Override
  public @Nullable T getSame(T object) {
    return current.getSame(object);
  }

  @Override
  public boolean contains(String key) {
    return current.contains(key);
  }

  @Override
  public List<T> list() {
    return current.list();
  }

  @Override
  public List<T> list(LabelSelector selector) {
    return current.list(selector);
  }

  @Override
  public List<String> keys() {
    return current.keys();
  }

  @Override
  public void forEach(Consumer<? super T> action) {
    current.forEach(action);
  }

  @Override
  public int size() {
    return current.size();
  }

  @Override
  public String lastStoreSyncResourceVersion() {
    return current.lastStoreSyncResourceVersion();
  }

  @Override
  public List<T> index(String indexName, T object) {
    return current.index(indexName, object);
  }

  @Override
  public List<String> indexKeys(String indexName, String value) {
    return current.indexKeys(indexName, value);
  }

  @Override
  public List<T> byIndex(String indexName, String value) {
    return current.byIndex(indexName, value);
  }

  @Override
  public List<T> byIndex(String indexName, String value, LabelSelector selector) {
    return current.byIndex(indexName, value, selector);
  }

  @Override
  public Set<String> indexValues(String indexName) {
    return current.indexValues(indexName);
  }

  @Override
  public Set<String> indexNames() {
    return current.indexNames();
  }

  @Override
  public IndexedView<T> snapshot() {
    return current;
  }
}

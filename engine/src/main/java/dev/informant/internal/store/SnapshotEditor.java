package dev.informant.internal.store;

import dev.informant.object.Revision;
import dev.informant.store.IndexFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the next snapshot out of one. Nothing of the first changes, and nothing of the next is
 * visible before {@link #finish}, so an editor that fails half way is simply dropped. One thread,
 * one use.
 */
final class SnapshotEditor<T> {
  private final StoreSnapshot<T> base;
  private final ValueTuples tuples;
  private final boolean holdsObjects;
  private final TrieEditor trie = new TrieEditor();
  private @Nullable List<IndexFailure> failures;
  private Indexes<T> indexes;
  private @Nullable Object entries;
  private int size;
  private @Nullable Object[] buckets;
  private boolean ownsBuckets;
  private StoreVersion version;

  /** An index function that failed. */
  record IndexFailure(String indexName, String key, RuntimeException cause) {}

  /**
   * @param holdsObjects whether asking a revision for its object costs nothing
   */
  SnapshotEditor(StoreSnapshot<T> base, ValueTuples tuples, boolean holdsObjects) {
    this.holdsObjects = holdsObjects;
    this.base = base;
    this.tuples = tuples;
    this.indexes = base.indexes;
    this.entries = base.entries;
    this.size = base.size;
    this.buckets = base.buckets;
    this.version = base.version;
  }

  StoreSnapshot<T> finish() {
    return new StoreSnapshot<>(base.accessor, indexes, entries, size, buckets, version);
  }

  /** What to tell about the index functions once the snapshot is published. */
  List<IndexFailure> failures() {
    return failures == null ? List.of() : failures;
  }

  /** Sets the version of the store; an empty one takes nothing from those who wait for a version. */
  void reached(String resourceVersion) {
    version = version.put(resourceVersion, resourceVersion);
  }

  /** Sets the version of the store to that of an object. */
  void reached(Revision<T> revision) {
    version = version.put(revision.storedVersion(), revision.resourceVersion());
  }

  void put(Revision<T> revision) {
    Entry<T> entry = new Entry<>(IndexedRevision.kept(revision));
    entries = trie.put(entries, entry);
    Object replaced = trie.previous();
    Entry<T> old = replaced == null ? null : base.entry(replaced);
    size += old == null ? 1 : 0;
    entry.values = valuesOf(revision, old);
    reindex(entry.key, old, entry);
  }

  void remove(String key) {
    entries = trie.remove(entries, key);
    Object removed = trie.previous();
    if (removed != null) {
      size--;
      reindex(key, base.entry(removed), null);
    }
  }

  /**
   * Builds the entries anew, so that what is gone need not be sought for, and lets the indexes
   * follow by difference: a list of objects that moved nowhere leaves them untouched.
   */
  void replaceAll(List<Revision<T>> revisions, String resourceVersion) {
    Object before = entries;
    Object after = null;
    int count = 0;
    int kept = 0;
    for (Revision<T> revision : revisions) {
      Entry<T> entry = new Entry<>(IndexedRevision.kept(revision));
      after = trie.put(after, entry);
      Object twin = trie.previous();
      Object known = twin != null ? twin : Trie.find(before, entry.key);
      Entry<T> old = known == null ? null : base.entry(known);
      if (twin == null) {
        count++;
        kept += old == null ? 0 : 1;
      }
      entry.values = valuesOf(revision, old);
      reindex(entry.key, old, entry);
    }
    if (kept < size) {
      Object remaining = after;
      Trie.forEach(before, element -> {
        Entry<T> old = base.entry(element);
        if (Trie.find(remaining, old.key) == null) {
          reindex(old.key, old, null);
        }
      });
    }
    entries = after;
    size = count;
    version = StoreVersion.of(resourceVersion);
  }

  /** Adds indexes over everything stored. */
  void addIndexers(Map<String, IndexFunction<T>> more) {
    int from = indexes.size();
    indexes = indexes.plus(more);
    buckets = Arrays.copyOf(buckets, indexes.size());
    ownsBuckets = true;
    List<Entry<T>> stored = new ArrayList<>(size);
    Trie.forEach(entries, element -> stored.add(base.entry(element)));
    for (Entry<T> old : stored) {
      Entry<T> entry = new Entry<>(old.revision);
      entries = trie.put(entries, entry);
      @Nullable Object[] values = Arrays.copyOf(old.values, indexes.size());
      T object = objectOf(old.revision, from);
      for (int i = from; i < values.length; i++) {
        values[i] = valueOf(i, entry.key, object);
        move(i, entry.key, null, values[i]);
      }
      entry.values = tuples.share(values);
    }
  }

  /** Removes indexes; the entries keep the values of the others. */
  void removeIndexers(Set<String> names) {
    int[] kept = IntStream.range(0, indexes.size())
        .filter(position -> !names.contains(indexes.name(position)))
        .toArray();
    indexes = indexes.only(kept);
    buckets = only(kept, buckets);
    ownsBuckets = true;
    List<Entry<T>> stored = new ArrayList<>(size);
    Trie.forEach(entries, element -> stored.add(base.entry(element)));
    for (Entry<T> old : stored) {
      Entry<T> entry = new Entry<>(old.revision);
      entry.values = tuples.share(only(kept, old.values));
      entries = trie.put(entries, entry);
    }
  }

  private static @Nullable Object[] only(int[] kept, @Nullable Object[] all) {
    @Nullable Object[] some = new Object[kept.length];
    for (int i = 0; i < kept.length; i++) {
      some[i] = all[kept[i]];
    }
    return some;
  }

  /** The index values of a revision: the very array of the entry it replaces if nothing moves. */
  private @Nullable Object[] valuesOf(Revision<T> revision, @Nullable Entry<T> old) {
    if (old != null && old.revision == revision) {
      return old.values;
    }
    if (revision instanceof IndexedRevision<T> indexed && indexed.indexes() == indexes) {
      return old != null && Arrays.deepEquals(old.values, indexed.values())
          ? old.values
          : tuples.share(indexed.values());
    }
    if (!holdsObjects && indexes.needKeysOnly()) {
      @Nullable Object[] namespaces = new Object[indexes.size()];
      Arrays.fill(namespaces, NamespaceIndex.ofKey(revision.key()));
      return tuples.share(namespaces);
    }
    @Nullable Object[] values = old == null ? new Object[indexes.size()] : old.values;
    T object = values.length == 0 ? null : objectOf(revision, /* from= */ 0);
    for (int i = 0; i < values.length; i++) {
      Object value = valueOf(i, revision.key(), object);
      if (!Entry.sameValue(values[i], value)) {
        if (old != null && values == old.values) {
          values = Arrays.copyOf(values, values.length);
        }
        values[i] = value;
      }
    }
    return old != null && values == old.values ? values : tuples.share(values);
  }

  /** The object, asked for once for all indexes; null if it cannot be had, which fails them all. */
  private @Nullable T objectOf(Revision<T> revision, int from) {
    try {
      return revision.object();
    } catch (Throwable thrown) {
      if (thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError)) {
        throw thrown;
      }
      for (int i = from; i < indexes.size(); i++) {
        failed(i, revision.key(), thrown);
      }
      return null;
    }
  }

  private @Nullable Object valueOf(int position, String key, @Nullable T object) {
    if (object == null) {
      return null;
    }
    try {
      return indexes.valuesOf(position, object);
    } catch (Throwable thrown) {
      if (thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError)) {
        throw thrown;
      }
      failed(position, key, thrown);
      return null;
    }
  }

  private void failed(int position, String key, Throwable thrown) {
    RuntimeException cause = thrown instanceof RuntimeException known
        ? known
        : new IllegalStateException(
            "the values of the index could not be computed: " + thrown, thrown);
    if (failures == null) {
      failures = new ArrayList<>();
    }
    failures.add(new IndexFailure(indexes.name(position), key, cause));
  }

  private void reindex(String key, @Nullable Entry<T> old, @Nullable Entry<T> entry) {
    @Nullable Object[] before = old == null ? null : old.values;
    @Nullable Object[] after = entry == null ? null : entry.values;
    if (before == after) {
      return;
    }
    for (int i = 0; i < indexes.size(); i++) {
      move(i, key, before == null ? null : before[i], after == null ? null : after[i]);
    }
  }

  /** Takes a key out of the buckets it is no longer in and puts it into those it is newly in. */
  private void move(int position, String key, @Nullable Object before, @Nullable Object after) {
    if (Entry.sameValue(before, after)) {
      return;
    }
    String[] left = asArray(before);
    String[] entered = asArray(after);
    for (String value : left) {
      if (Arrays.binarySearch(entered, value) < 0) {
        leave(position, value, key);
      }
    }
    for (String value : entered) {
      if (Arrays.binarySearch(left, value) < 0) {
        enter(position, value, key);
      }
    }
  }

  private static String[] asArray(@Nullable Object values) {
    if (values instanceof String[] several) {
      return several;
    }
    return values == null ? new String[0] : new String[] {(String) values};
  }

  private void enter(int position, String value, String key) {
    Bucket bucket = (Bucket) Trie.find(buckets[position], value);
    if (bucket == null) {
      setBuckets(position, trie.put(buckets[position], new Bucket(trie.owner, value, key, 1)));
      return;
    }
    Object keys = trie.put(bucket.keys, key);
    fill(position, bucket, keys, bucket.size + 1);
  }

  private void leave(int position, String value, String key) {
    Bucket bucket = (Bucket) Trie.find(buckets[position], value);
    if (bucket == null) {
      return;
    }
    Object keys = trie.remove(bucket.keys, key);
    if (keys == null) {
      setBuckets(position, trie.remove(buckets[position], value));
    } else {
      fill(position, bucket, keys, bucket.size - 1);
    }
  }

  private void fill(int position, Bucket bucket, Object keys, int count) {
    if (bucket.owner == trie.owner) {
      bucket.keys = keys;
      bucket.size = count;
    } else {
      Bucket copy = new Bucket(trie.owner, bucket.key, keys, count);
      setBuckets(position, trie.put(buckets[position], copy));
    }
  }

  private void setBuckets(int position, @Nullable Object root) {
    if (!ownsBuckets) {
      buckets = Arrays.copyOf(buckets, buckets.length);
      ownsBuckets = true;
    }
    buckets[position] = root;
  }
}

package dev.informant.internal.store;

import dev.informant.object.LabelSelector;
import dev.informant.object.ObjectAccessor;
import dev.informant.object.Revision;
import dev.informant.store.IndexedView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One state of a store: objects, indexes and version belong together. Everything a reader asks is
 * answered from one of these. Lists are copies that belong to the caller. Immutable, so any thread
 * may use it; it keeps alive what it shares with the store, no more.
 */
final class StoreSnapshot<T> implements IndexedView<T> {
  final ObjectAccessor<T> accessor;
  final Indexes<T> indexes;

  /** A trie of {@link Entry}. */
  final @Nullable Object entries;

  final int size;

  /** For each index a trie of {@link Bucket}. */
  final @Nullable Object[] buckets;

  final StoreVersion version;

  StoreSnapshot(
      ObjectAccessor<T> accessor,
      Indexes<T> indexes,
      @Nullable Object entries,
      int size,
      @Nullable Object[] buckets,
      StoreVersion version) {
    this.accessor = accessor;
    this.indexes = indexes;
    this.entries = entries;
    this.size = size;
    this.buckets = buckets;
    this.version = version;
  }

  static <T> StoreSnapshot<T> empty(ObjectAccessor<T> accessor) {
    return new StoreSnapshot<>(accessor, Indexes.none(), null, 0, new Object[0], StoreVersion.NONE);
  }

  /** Tries of entries hold entries of this type only. */
  @SuppressWarnings("unchecked")
  Entry<T> entry(Object element) {
    return (Entry<T>) element;
  }

  @Override
  public @Nullable Revision<T> revision(String key) {
    Object found = Trie.find(entries, key);
    return found == null ? null : entry(found).revision;
  }

  void forEachRevision(Consumer<Revision<T>> action) {
    Trie.forEach(entries, element -> action.accept(entry(element).revision));
  }

  Iterator<Revision<T>> revisions() {
    TrieWalk walk = new TrieWalk(entries);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return walk.hasNext();
      }

      @Override
      public Revision<T> next() {
        return entry(walk.next()).revision;
      }
    };
  }

  @Override
  public @Nullable T get(String key) {
    Revision<T> revision = revision(key);
    return revision == null ? null : revision.object();
  }

  @Override
  public @Nullable T getSame(T object) {
    return get(accessor.key(object));
  }

  @Override
  public boolean contains(String key) {
    return Trie.find(entries, key) != null;
  }

  @Override
  public List<T> list() {
    List<T> objects = new ArrayList<>(size);
    forEach(objects::add);
    return objects;
  }

  @Override
  public List<T> list(LabelSelector selector) {
    if (selector.isEverything()) {
      return list();
    }
    List<T> objects = new ArrayList<>();
    if (!selector.isNothing()) {
      forEachRevision(revision -> {
        if (selector.matches(revision.labels())) {
          objects.add(revision.object());
        }
      });
    }
    return objects;
  }

  @Override
  public List<String> keys() {
    List<String> keys = new ArrayList<>(size);
    Trie.forEach(entries, element -> keys.add(Trie.keyOf(element)));
    return keys;
  }

  @Override
  public void forEach(Consumer<? super T> action) {
    forEachRevision(revision -> action.accept(revision.object()));
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public String lastStoreSyncResourceVersion() {
    return version.stored();
  }

  @Override
  public List<T> index(String indexName, T object) {
    int position = indexes.require(indexName);
    Object values = indexes.valuesOf(position, object);
    if (values instanceof String[] several) {
      return union(position, several);
    }
    return values == null ? new ArrayList<>() : byIndex(indexName, (String) values);
  }

  private List<T> union(int position, String[] values) {
    Set<String> keys = new HashSet<>();
    for (String value : values) {
      Bucket bucket = bucket(position, value);
      if (bucket != null) {
        Trie.forEach(bucket.keys, key -> keys.add((String) key));
      }
    }
    List<T> objects = new ArrayList<>(keys.size());
    for (String key : keys) {
      T object = get(key);
      if (object != null) {
        objects.add(object);
      }
    }
    return objects;
  }

  @Override
  public List<String> indexKeys(String indexName, String value) {
    Bucket bucket = bucket(indexes.require(indexName), value);
    List<String> keys = new ArrayList<>(bucket == null ? 0 : bucket.size);
    if (bucket != null) {
      Trie.forEach(bucket.keys, key -> keys.add((String) key));
      Collections.sort(keys);
    }
    return keys;
  }

  @Override
  public List<T> byIndex(String indexName, String value) {
    Bucket bucket = bucket(indexes.require(indexName), value);
    List<T> objects = new ArrayList<>(bucket == null ? 0 : bucket.size);
    if (bucket != null) {
      Trie.forEachOf(
          bucket.keys, entries, found -> objects.add(entry(found).revision.object()));
    }
    return objects;
  }

  @Override
  public List<T> byIndex(String indexName, String value, LabelSelector selector) {
    if (selector.isEverything()) {
      return byIndex(indexName, value);
    }
    Bucket bucket = bucket(indexes.require(indexName), value);
    List<T> objects = new ArrayList<>();
    if (bucket != null && !selector.isNothing()) {
      Trie.forEachOf(bucket.keys, entries, found -> {
        Revision<T> revision = entry(found).revision;
        if (selector.matches(revision.labels())) {
          objects.add(revision.object());
        }
      });
    }
    return objects;
  }

  private @Nullable Bucket bucket(int position, String value) {
    return (Bucket) Trie.find(buckets[position], value);
  }

  @Override
  public Set<String> indexValues(String indexName) {
    Set<String> values = new HashSet<>();
    int position = indexes.find(indexName);
    if (position >= 0) {
      Trie.forEach(buckets[position], bucket -> values.add(Trie.keyOf(bucket)));
    }
    return values;
  }

  @Override
  public Set<String> indexNames() {
    return indexes.names();
  }

  @Override
  public IndexedView<T> snapshot() {
    return this;
  }

  /** Says how much, not what. */
  @Override
  public String toString() {
    return "snapshot of " + size + " objects at version \"" + version.stored() + "\"";
  }
}

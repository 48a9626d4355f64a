package dev.informant.store;

import dev.informant.object.ObjectAccessor;
import dev.informant.object.ResourceVersions;
import dev.informant.runtime.Clock;
import dev.informant.runtime.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets a program read its own writes before the informer has seen them: it remembers the objects
 * the server answered with and shows the newer of that and the store's. A remembered object is
 * dropped when the store has caught up, when its time is over, or when it is the least used of too
 * many. Versions that cannot be compared count as older than the store's. Thread-safe.
 *
 * <p>Pass on what the informer tells ({@link #onAddOrUpdate}, {@link #onDelete}), so that a write
 * that answers late cannot bring a deleted object back.
 */
public final class MutationCache<T> {
  /** How many objects are remembered, unless told otherwise: {@value}. */
  public static final int DEFAULT_CAPACITY = 100;

  /** How long an object is remembered, unless told otherwise. */
  public static final Duration DEFAULT_TTL = Duration.ofMinutes(5);

  private final IndexedView<T> view;
  private final ObjectAccessor<T> accessor;
  private final Map<String, IndexFunction<T>> indexers;
  private final Clock clock;
  private final long ttlNanos;
  private final boolean includeAdds;
  private final Object lock = new Object();

  /** Guarded by {@link #lock}. */
  private final Map<String, Remembered<T>> mutations;

  /** Guarded by {@link #lock}. */
  private final Map<String, Remembered<Tombstone>> tombstones;

  private record Remembered<V>(V value, long atNanos) {}

  private record Tombstone(String uid, String resourceVersion) {}

  private MutationCache(Builder<T> builder) {
    this.view = builder.view;
    this.accessor = builder.accessor;
    this.indexers = Map.copyOf(builder.indexers);
    this.clock = builder.clock;
    this.ttlNanos = Timers.nanos(builder.ttl);
    this.includeAdds = builder.includeAdds;
    this.mutations = new LeastRecentlyUsed<>(builder.capacity);
    this.tombstones = new LeastRecentlyUsed<>(builder.capacity);
  }

  public static <T> Builder<T> builder(IndexedView<T> view, ObjectAccessor<T> accessor) {
    return new Builder<>(view, accessor);
  }

  /** Options of a mutation cache. */
  public static final class Builder<T> {
    private final IndexedView<T> view;
    private final ObjectAccessor<T> accessor;
    private Map<String, IndexFunction<T>> indexers = Map.of();
    private Clock clock = Clock.system();
    private Duration ttl = DEFAULT_TTL;
    private int capacity = DEFAULT_CAPACITY;
    private boolean includeAdds;

    private Builder(IndexedView<T> view, ObjectAccessor<T> accessor) {
      this.view = view;
      this.accessor = accessor;
    }

    public Builder<T> clock(Clock source) {
      clock = source;
      return this;
    }

    public Builder<T> ttl(Duration duration) {
      ttl = duration;
      return this;
    }

    public Builder<T> capacity(int objects) {
      capacity = objects;
      return this;
    }

    /**
     * Also shows objects the store does not have yet; {@code functions} are the store's index
     * functions, by which such objects are found.
     */
    public Builder<T> includeAdds(Map<String, IndexFunction<T>> functions) {
      includeAdds = true;
      indexers = functions;
      return this;
    }

    public MutationCache<T> build() {
      return new MutationCache<>(this);
    }
  }

  /** Remembers an object as the server answered it; returns whether it is news. */
  public boolean mutation(T object) {
    String key = accessor.key(object);
    synchronized (lock) {
      Tombstone deleted = live(tombstones, key);
      if (deleted != null
          && (isKnownSame(deleted.uid, accessor.uid(object))
              || !isNewer(object, deleted.resourceVersion))) {
        return false;
      }
      T known = live(mutations, key);
      if (known != null && isNewer(known, accessor.resourceVersion(object))) {
        return false;
      }
      T stored = view.get(key);
      if (stored != null && !isNewer(object, accessor.resourceVersion(stored))) {
        mutations.remove(key);
        return false;
      }
      mutations.put(key, new Remembered<>(object, clock.nanos()));
      return true;
    }
  }

  /** The informer has told of an object. */
  public void onAddOrUpdate(T object) {
    String key = accessor.key(object);
    synchronized (lock) {
      T known = live(mutations, key);
      if (known != null && !isNewer(known, accessor.resourceVersion(object))) {
        mutations.remove(key);
      }
    }
  }

  /** The informer has told of a deletion, with the last state it knows. */
  public void onDelete(T object) {
    String key = accessor.key(object);
    String uid = accessor.uid(object);
    String version = accessor.resourceVersion(object);
    synchronized (lock) {
      T known = live(mutations, key);
      if (known != null && (isKnownSame(accessor.uid(known), uid) || !isNewer(known, version))) {
        mutations.remove(key);
      }
      tombstones.put(key, new Remembered<>(new Tombstone(uid, version), clock.nanos()));
    }
  }

  /** The newest known object under {@code key}; null if there is none. */
  public @Nullable T get(String key) {
    synchronized (lock) {
      T stored = view.get(key);
      return stored != null ? newer(key, stored) : includeAdds ? live(mutations, key) : null;
    }
  }

  /**
   * The newest known objects under an index value. An object the store does not have under it and for which
   * the index function throws is not found through that index, as in the store.
   */
  public List<T> byIndex(String indexName, String value) {
    List<T> objects = new ArrayList<>();
    List<T> candidates = new ArrayList<>();
    IndexFunction<T> function = includeAdds ? indexers.get(indexName) : null;
    synchronized (lock) {
      IndexedView<T> state = view.snapshot();
      Set<String> seen = new HashSet<>();
      for (String key : state.indexKeys(indexName, value)) {
        T stored = state.get(key);
        if (stored != null) {
          seen.add(key);
          objects.add(newer(key, stored));
        }
      }
      if (function != null) {
        for (String key : List.copyOf(mutations.keySet())) {
          T stored = state.get(key);
          T added = seen.contains(key)
              ? null
              : stored == null ? live(mutations, key) : newer(key, stored);
          if (added != null && added != stored) {
            candidates.add(added);
          }
        }
      }
    }
    if (function != null) {
      for (T candidate : candidates) {
        if (isUnder(value, function, candidate)) {
          objects.add(candidate);
        }
      }
    }
    return objects;
  }

  private static <T> boolean isUnder(String value, IndexFunction<T> function, T object) {
    try {
      return function.valuesOf(object).contains(value);
    } catch (RuntimeException | StackOverflowError poison) {
      return false; // the store reports it when the object arrives there
    }
  }

  /**
   * The newer of the stored and the remembered object; the latter is dropped if it is not newer.
   */
  private T newer(String key, T stored) {
    T known = live(mutations, key);
    if (known == null) {
      return stored;
    }
    if (isNewer(known, accessor.resourceVersion(stored))) {
      return known;
    }
    mutations.remove(key);
    return stored;
  }

  /** An empty uid is an unknown one: two of them may be of two objects. */
  private static boolean isKnownSame(String uid, String other) {
    return !uid.isEmpty() && uid.equals(other);
  }

  private boolean isNewer(T object, String version) {
    return ResourceVersions.isOlder(version, accessor.resourceVersion(object));
  }

  private <V> @Nullable V live(Map<String, Remembered<V>> map, String key) {
    Remembered<V> remembered = map.get(key);
    if (remembered == null) {
      return null;
    }
    if (clock.nanos() - remembered.atNanos > ttlNanos) {
      map.remove(key);
      return null;
    }
    return remembered.value;
  }
}

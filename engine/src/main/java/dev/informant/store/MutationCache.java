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
 * Lets a program read its own writes before the informer receives them: it keeps the objects that the server returned,
 * and returns the newer of the kept and the stored object. A kept object is removed when the store has caught up, when
 * it expires, or when it is the least recently used one above the capacity. Versions that cannot be compared count as
 * older than the store's. Thread-safe.
 *
 * <p>Pass on the informer's notifications ({@link #onAddOrUpdate}, {@link #onDelete}), so that a late response to a
 * write cannot restore a deleted object.
 */
public final class MutationCache<T> {
  /** The default number of kept objects: {@value}. */
  public static final int DEFAULT_CAPACITY = 100;

  /** The default time for which an object is kept. */
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

  /** Collects the options of a mutation cache. Not thread-safe. */
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
     * Includes objects that the store does not have yet. {@code functions} are the store's index functions, used to
     * find such objects.
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

  /** Keeps an object that the server returned; returns whether it is newer than the known one. */
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

  /** Call it when the informer has added or updated an object. */
  public void onAddOrUpdate(T object) {
    String key = accessor.key(object);
    synchronized (lock) {
      T known = live(mutations, key);
      if (known != null && !isNewer(known, accessor.resourceVersion(object))) {
        mutations.remove(key);
      }
    }
  }

  /** Call it when the informer has deleted an object, with its last known state. */
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

  /** Returns the newest known object under {@code key}; null if there is none. */
  public @Nullable T get(String key) {
    synchronized (lock) {
      T stored = view.get(key);
      return stored != null ? newer(key, stored) : includeAdds ? live(mutations, key) : null;
    }
  }

  /**
   * Returns the newest known objects with an index value. An object for which the index function throws is not in that
   * index, as in the store.
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

  /** Returns the newer of the stored and the kept object; the latter is removed if it is not newer. */
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

  /** An empty uid is unknown: two empty uids may belong to two objects. */
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

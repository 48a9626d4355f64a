package dev.informant.store;

import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.object.ExplicitKey;
import dev.informant.object.LabelSelector;
import dev.informant.object.ObjectAccessor;
import dev.informant.runtime.Clock;
import dev.informant.runtime.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store whose objects expire when they have not been written for longer than their time to live; zero or less means
 * never. Expiry is detected on reading: {@link #get} removes an expired object, other reads skip it. {@link #size()}
 * counts objects that have not expired. Thread-safe as {@link Store}.
 */
public final class ExpirationCache<T> implements Store<T> {
  private final SnapshotIndexer<Stamped<T>> store;
  private final ObjectAccessor<T> accessor;
  private final Clock clock;
  private final long ttlNanos;

  private record Stamped<T>(T object, long atNanos) {}

  public ExpirationCache(ObjectAccessor<T> accessor, Duration ttl, Clock clock) {
    this.accessor = accessor;
    this.clock = clock;
    this.ttlNanos = Timers.nanos(ttl);
    this.store = new SnapshotIndexer<>(new StampedAccessor<>(accessor), (index, key, cause) -> {});
  }

  @Override
  public void add(T object) {
    store.add(stamped(object));
  }

  @Override
  public void update(T object) {
    store.update(stamped(object));
  }

  @Override
  public void delete(T object) {
    store.delete(stamped(object));
  }

  @Override
  public void delete(ExplicitKey key) {
    store.delete(key);
  }

  @Override
  public void replace(List<T> objects, String resourceVersion) {
    store.replace(objects.stream().map(this::stamped).toList(), resourceVersion);
  }

  @Override
  public void bookmark(String resourceVersion) {
    store.bookmark(resourceVersion);
  }

  @Override
  public @Nullable T get(String key) {
    Stamped<T> stamped = store.get(key);
    if (stamped == null) {
      return null;
    }
    if (isExpired(stamped)) {
      removeUnlessRenewed(key, stamped);
      return null;
    }
    return stamped.object;
  }

  /** Removes exactly the expired entry: the object may have been written again meanwhile. */
  private void removeUnlessRenewed(String key, Stamped<T> expired) {
    store.delete(key, expired);
  }

  @Override
  public @Nullable T getSame(T object) {
    return get(accessor.key(object));
  }

  @Override
  public boolean contains(String key) {
    return get(key) != null;
  }

  @Override
  public List<T> list() {
    List<T> objects = new ArrayList<>();
    forEach(objects::add);
    return objects;
  }

  @Override
  public List<T> list(LabelSelector selector) {
    List<T> objects = new ArrayList<>();
    if (!selector.isNothing()) {
      forEach(object -> {
        if (selector.matches(accessor.labels(object))) {
          objects.add(object);
        }
      });
    }
    return objects;
  }

  @Override
  public List<String> keys() {
    List<String> keys = new ArrayList<>();
    forEach(object -> keys.add(accessor.key(object)));
    return keys;
  }

  @Override
  public void forEach(Consumer<? super T> action) {
    store.forEach(stamped -> {
      if (!isExpired(stamped)) {
        action.accept(stamped.object);
      }
    });
  }

  @Override
  public int size() {
    return list().size();
  }

  @Override
  public String lastStoreSyncResourceVersion() {
    return store.lastStoreSyncResourceVersion();
  }

  /** Returns how many objects are held, expired or not. */
  int held() {
    return store.size();
  }

  private Stamped<T> stamped(T object) {
    return new Stamped<>(object, clock.nanos());
  }

  private boolean isExpired(Stamped<T> stamped) {
    return ttlNanos > 0 && clock.nanos() - stamped.atNanos > ttlNanos;
  }

  private record StampedAccessor<T>(ObjectAccessor<T> accessor)
      implements ObjectAccessor<Stamped<T>> {
    @Override
    public String namespace(Stamped<T> stamped) {
      return accessor.namespace(stamped.object);
    }

    @Override
    public String name(Stamped<T> stamped) {
      return accessor.name(stamped.object);
    }

    @Override
    public String uid(Stamped<T> stamped) {
      return accessor.uid(stamped.object);
    }

    @Override
    public String resourceVersion(Stamped<T> stamped) {
      return accessor.resourceVersion(stamped.object);
    }

    @Override
    public Map<String, String> labels(Stamped<T> stamped) {
      return accessor.labels(stamped.object);
    }

    @Override
    public String key(Stamped<T> stamped) {
      return accessor.key(stamped.object);
    }
  }
}

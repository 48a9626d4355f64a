package dev.informant.informer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One informer per key, shared by whoever asks for it: what factories are made of. An informer lives
 * from its first lease to the release of its last; the next lease of that key makes a new one.
 * Thread-safe.
 *
 * @param <K> what tells informers apart: kind, scope, selectors; with sound equals and hashCode
 */
/*
 * The lock guards the map, the counts and the two flags. Informers are made under it, so that there is
 * one per key, and closed outside of it, because closing waits for handlers, which may ask for leases.
 */
public final class SharedInformerRegistry<K> implements AutoCloseable {
  private final Object lock = new Object();
  // all guarded by lock
  private final Map<K, Shared> informers = new LinkedHashMap<>();
  private boolean started;
  private boolean closed;

  private static final class Shared {
    final SharedIndexInformer<?> informer;
    int leases;

    Shared(SharedIndexInformer<?> informer) {
      this.informer = informer;
    }
  }

  public SharedInformerRegistry() {}

  /** A share in an informer. Closing it gives the share back, once. Thread-safe. */
  public final class Lease<T> implements AutoCloseable {
    private final K key;
    private final SharedIndexInformer<T> informer;
    private boolean released; // guarded by lock

    private Lease(K key, SharedIndexInformer<T> informer) {
      this.key = key;
      this.informer = informer;
    }

    public SharedIndexInformer<T> informer() {
      return informer;
    }

    /** Whether the share has been given back. */
    public boolean isReleased() {
      synchronized (lock) {
        return released;
      }
    }

    /** Gives the share back; the last one closes the informer and waits for that. Idempotent. */
    @Override
    public void close() {
      synchronized (lock) {
        if (released) {
          return;
        }
        released = true;
        Shared shared = informers.get(key);
        if (shared == null || shared.informer != informer || --shared.leases > 0) {
          return;
        }
        informers.remove(key);
      }
      informer.close();
    }
  }

  /**
   * A share in the informer of {@code key}, which is made if there is none that is open, and started if the
   * registry is. The key decides the type of the objects: all who use a key must agree on it.
   *
   * @param make builds it; called under the registry's lock, so it must only build
   * @throws IllegalStateException if the registry is closed
   * @throws IllegalArgumentException if {@code make} returns null; the key stays free
   */
  @SuppressWarnings("unchecked")
  public <T> Lease<T> lease(K key, Supplier<SharedIndexInformer<T>> make) {
    SharedIndexInformer<T> informer;
    boolean start;
    synchronized (lock) {
      if (closed) {
        throw new IllegalStateException(
            "cannot lease an informer for " + key + ": the registry is closed");
      }
      Shared shared = informers.get(key);
      if (shared == null || shared.informer.isClosed()) { // or somebody closed it directly
        SharedIndexInformer<T> made = make.get();
        if (made == null) {
          throw new IllegalArgumentException("cannot lease an informer for " + key
              + ": the supplier returned null instead of building one");
        }
        shared = new Shared(made);
        informers.put(key, shared);
      }
      shared.leases++;
      informer = (SharedIndexInformer<T>) shared.informer;
      start = started;
    }
    Lease<T> lease = new Lease<>(key, informer);
    if (start) {
      startQuietly(informer);
    }
    return lease;
  }

  /** The informer of {@code key}; null if nobody holds a lease of it. */
  public @Nullable SharedIndexInformer<?> find(K key) {
    synchronized (lock) {
      Shared shared = informers.get(key);
      return shared == null ? null : shared.informer;
    }
  }

  /** The informers there are, by key. */
  public Map<K, SharedIndexInformer<?>> informers() {
    synchronized (lock) {
      Map<K, SharedIndexInformer<?>> all = new LinkedHashMap<>();
      informers.forEach((key, shared) -> all.put(key, shared.informer));
      return all;
    }
  }

  /** Starts all informers, and from now on each new one at its first lease. Idempotent. */
  public void start() {
    List<SharedIndexInformer<?>> all;
    synchronized (lock) {
      if (closed) {
        throw new IllegalStateException("cannot start: the registry is closed");
      }
      started = true;
      all = all();
    }
    all.forEach(SharedInformerRegistry::startQuietly);
  }

  private static void startQuietly(SharedIndexInformer<?> informer) {
    try {
      informer.start();
    } catch (IllegalStateException closedMeanwhile) {
      if (!informer.isClosed()) {
        throw closedMeanwhile;
      }
    }
  }

  /**
   * Waits until all present informers are synced, at most {@code timeout}, and says which are. For one that was never
   * started it does not wait.
   */
  public Map<K, SyncResult> awaitSync(Duration timeout) {
    Map<K, SharedIndexInformer<?>> all = informers();
    Informers.awaitAll(
        timeout, all.values().stream().filter(SharedIndexInformer::isStarted).toList());
    Map<K, SyncResult> results = new LinkedHashMap<>();
    all.forEach((key, informer) -> results.put(key, Informers.result(informer, timeout)));
    return results;
  }

  /**
   * Closes all informers, whoever holds leases, and waits for them together, no longer than the longest of
   * their close timeouts; inside a handler it does not wait. Idempotent.
   */
  @Override
  public void close() {
    new CloseTogether(ended()).close();
  }

  /** The same, and in the same time it waits for their requests to end as well. */
  public void closeCompletely() {
    new CloseTogether(ended()).closeCompletely();
  }

  private List<SharedIndexInformer<?>> ended() {
    synchronized (lock) {
      closed = true;
      List<SharedIndexInformer<?>> all = all();
      informers.clear();
      return all;
    }
  }

  // guarded by lock
  private List<SharedIndexInformer<?>> all() {
    List<SharedIndexInformer<?>> all = new ArrayList<>();
    informers.values().forEach(shared -> all.add(shared.informer));
    return all;
  }
}

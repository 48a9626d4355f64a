package dev.informant.informer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shares informers: one per key, for any number of open handles. Factories are built on it. An informer lives from its
 * first handle until its last handle is closed; the next handle of that key creates a new informer. Thread-safe.
 *
 * @param <K> distinguishes informers: kind, scope, selectors; with correct equals and hashCode
 */
/*
 * The lock guards the map, the counts and the two flags. Informers are made under it, so that there is
 * one per key, and closed outside of it, because closing waits for handlers, which may open handles.
 */
public final class SharedInformerRegistry<K> implements AutoCloseable {
  private final Object lock = new Object();
  // all guarded by lock
  private final Map<K, Shared> informers = new LinkedHashMap<>();
  private boolean started;
  private boolean closed;

  private static final class Shared {
    final SharedIndexInformer<?> informer;
    int handles; // guarded by lock
    volatile boolean revoked;

    Shared(SharedIndexInformer<?> informer) {
      this.informer = informer;
    }
  }

  public SharedInformerRegistry() {}

  /**
   * Opens a handle on the informer of {@code key}. The informer is created if none is open, and started if the registry
   * is started. The key determines the type of the objects: all callers must use the same type for a key. Closing the
   * handle removes the handlers and indexes added through it; closing the last one closes the informer.
   *
   * @param make builds the informer; called under the registry's lock, so it must do nothing else
   * @throws IllegalStateException if the registry is closed
   * @throws IllegalArgumentException if {@code make} returns null; the key stays free
   */
  @SuppressWarnings("unchecked")
  public <T> Informer<T> open(K key, Supplier<SharedIndexInformer<T>> make) {
    SharedIndexInformer<T> informer;
    Shared shared;
    boolean start;
    synchronized (lock) {
      if (closed) {
        throw new IllegalStateException(
            "cannot open an informer for " + key + ": the registry is closed");
      }
      Shared present = informers.get(key);
      if (present == null || present.informer.isClosed()) { // or somebody closed it directly
        SharedIndexInformer<T> made = make.get();
        if (made == null) {
          throw new IllegalArgumentException("cannot open an informer for " + key
              + ": the supplier returned null instead of building one");
        }
        present = new Shared(made);
        informers.put(key, present);
      }
      shared = present;
      shared.handles++;
      informer = (SharedIndexInformer<T>) shared.informer;
      start = started;
    }
    Informer<T> handle = new InformerHandle<>(informer, share(key, shared));
    if (start) {
      startQuietly(informer);
    }
    return handle;
  }

  private InformerHandle.Share share(K key, Shared shared) {
    return new InformerHandle.Share() {
      @Override
      public boolean release() {
        synchronized (lock) {
          return --shared.handles == 0 && informers.remove(key, shared);
        }
      }

      @Override
      public boolean isRevoked() {
        return shared.revoked;
      }
    };
  }

  /** Returns the informer of {@code key}; null if no handle on it is open. */
  public @Nullable SharedIndexInformer<?> find(K key) {
    synchronized (lock) {
      Shared shared = informers.get(key);
      return shared == null ? null : shared.informer;
    }
  }

  /** Returns the open informers, by key. */
  public Map<K, SharedIndexInformer<?>> informers() {
    synchronized (lock) {
      Map<K, SharedIndexInformer<?>> all = new LinkedHashMap<>();
      informers.forEach((key, shared) -> all.put(key, shared.informer));
      return all;
    }
  }

  /** Starts all informers, and later each new one with its first handle. Idempotent. */
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
   * Waits until all open informers are synced. Does not wait for informers that were never started.
   *
   * @throws NotSyncedException if one is not synced or is closed, with a message that names each of them and its cause,
   *     and if the registry is closed
   */
  public void awaitSynced(Duration timeout) {
    Waiting.checkTimeout(timeout);
    synchronized (lock) {
      if (closed) {
        throw new NotSyncedException(
            "cannot wait for the sync: the registry is closed", /* state= */ null, null);
      }
    }
    Collection<SharedIndexInformer<?>> all = informers().values();
    Informers.awaitSynced(
        timeout, all.stream().filter(SharedIndexInformer::isStarted).toList(), all);
  }

  /** Returns which of the open informers are synced now, and why the others are not. Does not wait. */
  public Map<K, SyncResult> syncResults() {
    Map<K, SyncResult> results = new LinkedHashMap<>();
    informers()
        .forEach((key, informer) -> results.put(
            key,
            new SyncResult(Informers.failure(informer, /* waited= */ null), informer.state())));
    return results;
  }

  /**
   * Closes all informers and all handles on them, and waits for them, up to the longest of their close timeouts. Does
   * not wait inside a handler. Idempotent.
   */
  @Override
  public void close() {
    new CloseTogether(ended()).close();
  }

  /** As {@link #close()}, and also waits for their requests to end, within the same limit. */
  public void closeCompletely() {
    new CloseTogether(ended()).closeCompletely();
  }

  private List<SharedIndexInformer<?>> ended() {
    synchronized (lock) {
      closed = true;
      List<SharedIndexInformer<?>> all = all();
      informers.values().forEach(shared -> shared.revoked = true);
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

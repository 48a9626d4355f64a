package dev.informant.store;

import dev.informant.internal.store.SnapshotIndexer;
import dev.informant.log.QuietLog;
import dev.informant.object.ExplicitKey;
import dev.informant.object.LabelSelector;
import dev.informant.object.ObjectAccessor;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store that calls a listener with the complete content after each add, update, delete and replace: one list for each
 * write, in the order of the writes, one call at a time. The listener runs on a writing thread, outside of every lock.
 * Thread-safe as {@link Store}.
 */
public final class UndeltaStore<T> implements Store<T> {
  private final SnapshotIndexer<T> store;
  private final Consumer<List<T>> listener;
  private final Object lock = new Object();
  private final Queue<List<T>> untold = new ConcurrentLinkedQueue<>();
  private final AtomicInteger untoldCount = new AtomicInteger();

  public UndeltaStore(ObjectAccessor<T> accessor, Consumer<List<T>> listener) {
    this.store = new SnapshotIndexer<>(accessor, (index, key, cause) -> {});
    this.listener = listener;
  }

  @Override
  public void add(T object) {
    write(() -> store.add(object));
  }

  @Override
  public void update(T object) {
    write(() -> store.update(object));
  }

  @Override
  public void delete(T object) {
    write(() -> store.delete(object));
  }

  @Override
  public void delete(ExplicitKey key) {
    write(() -> store.delete(key));
  }

  @Override
  public void replace(List<T> objects, String resourceVersion) {
    write(() -> store.replace(objects, resourceVersion));
  }

  private void write(Runnable change) {
    synchronized (lock) {
      change.run();
      untold.add(store.list());
    }
    // Whoever raises the count from 0 tells; the others leave their list to it.
    if (untoldCount.getAndIncrement() == 0) {
      do {
        tellNext();
      } while (untoldCount.decrementAndGet() > 0);
    }
  }

  private void tellNext() {
    List<T> content = untold.poll();
    if (content != null) {
      try {
        listener.accept(content);
      } catch (Throwable thrown) { // else the count would never fall, and nobody tell again
        QuietLog.of(UndeltaStore.class)
            .log(System.Logger.Level.ERROR, "the listener of an undelta store failed", thrown);
      }
    }
  }

  @Override
  public void bookmark(String resourceVersion) {
    store.bookmark(resourceVersion);
  }

  @Override
  public @Nullable T get(String key) {
    return store.get(key);
  }

  @Override
  public @Nullable T getSame(T object) {
    return store.getSame(object);
  }

  @Override
  public boolean contains(String key) {
    return store.contains(key);
  }

  @Override
  public List<T> list() {
    return store.list();
  }

  @Override
  public List<T> list(LabelSelector selector) {
    return store.list(selector);
  }

  @Override
  public List<String> keys() {
    return store.keys();
  }

  @Override
  public void forEach(Consumer<? super T> action) {
    store.forEach(action);
  }

  @Override
  public int size() {
    return store.size();
  }

  @Override
  public String lastStoreSyncResourceVersion() {
    return store.lastStoreSyncResourceVersion();
  }
}

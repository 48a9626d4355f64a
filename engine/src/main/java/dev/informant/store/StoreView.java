package dev.informant.store;

import dev.informant.object.LabelSelector;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a store. Every call reads one consistent state; a later call may read a later one. Objects are shared: do not
 * change them. Thread-safe; no call blocks.
 */
public interface StoreView<T> {
  /** Returns the object under {@code key}; null if there is none. */
  @Nullable
  T get(String key);

  /** Returns the stored object with the key of {@code object}; null if there is none. */
  @Nullable
  T getSame(T object);

  boolean contains(String key);

  /** Returns all objects, in no particular order. */
  List<T> list();

  /** Returns the objects whose labels match. */
  List<T> list(LabelSelector selector);

  /** Returns all keys, in no particular order. */
  List<String> keys();

  /** Calls {@code action} with each object of one consistent state, without copying. */
  void forEach(Consumer<? super T> action);

  int size();

  /** Returns the version of the last stored change; empty if there is none. */
  String lastStoreSyncResourceVersion();
}

package dev.informant.store;

import dev.informant.object.LabelSelector;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a store. Every call answers from one consistent state; a later call may answer from a later
 * one. Objects are shared: do not change them. Thread-safe; no call blocks or is blocked by a
 * writer.
 */
public interface StoreView<T> {
  /** The object under {@code key}; null if there is none. */
  @Nullable
  T get(String key);

  /** The stored object with the key of {@code object}; null if there is none. */
  @Nullable
  T getSame(T object);

  boolean contains(String key);

  /** All objects, in no particular order. */
  List<T> list();

  /** The objects whose labels match. */
  List<T> list(LabelSelector selector);

  /** All keys, in no particular order. */
  List<String> keys();

  /** Calls {@code action} with each object of one consistent state, without copying. */
  void forEach(Consumer<? super T> action);

  int size();

  /** The version of the last change the store has taken in; empty if none. */
  String lastStoreSyncResourceVersion();
}

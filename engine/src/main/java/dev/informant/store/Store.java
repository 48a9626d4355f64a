package dev.informant.store;

import java.util.List;

/** A store that can be written. Writers exclude each other; readers are never blocked. */
public interface Store<T> extends StoreView<T> {
  void add(T object);

  void update(T object);

  void delete(T object);

  /** Replaces everything at once: readers see the old content or the new, nothing between. */
  void replace(List<T> objects, String resourceVersion);

  /** The stream behind the store has reached a version. */
  void bookmark(String resourceVersion);
}

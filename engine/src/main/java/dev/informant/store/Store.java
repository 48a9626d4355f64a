package dev.informant.store;

import dev.informant.object.ExplicitKey;
import java.util.List;

/** A store that can be written. Writers exclude each other; readers are never blocked. */
public interface Store<T> extends StoreView<T> {
  void add(T object);

  void update(T object);

  void delete(T object);

  /** Deletes what is stored under a key, whatever its state; the version of the store stays as it is. */
  void delete(ExplicitKey key);

  /** Replaces everything at once: readers see the old content or the new, nothing between. */
  void replace(List<T> objects, String resourceVersion);

  /** The stream behind the store has reached a version. */
  void bookmark(String resourceVersion);
}

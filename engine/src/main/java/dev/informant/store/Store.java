package dev.informant.store;

import dev.informant.object.ExplicitKey;
import java.util.List;

/** A writable store. Writers exclude each other; readers are never blocked. */
public interface Store<T> extends StoreView<T> {
  void add(T object);

  void update(T object);

  void delete(T object);

  /** Deletes the object with a key, in any state. The version of the store does not change. */
  void delete(ExplicitKey key);

  /** Replaces the complete content atomically. */
  void replace(List<T> objects, String resourceVersion);

  /** Sets the version that the stream has reached. */
  void bookmark(String resourceVersion);
}

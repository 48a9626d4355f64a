package dev.informant.store;

import dev.informant.internal.store.NamespaceIndex;
import dev.informant.object.ObjectAccessor;
import java.util.Collection;

/** Returns the values under which an object is found in an index. Pure; may be called from any thread. */
@FunctionalInterface
public interface IndexFunction<T> {
  Collection<String> valuesOf(T object);

  /**
   * Returns a function that indexes objects by namespace; objects of cluster scope are not in the index. It also reads
   * the namespace from a key, so keys must have the form {@code namespace/name}.
   */
  static <T> IndexFunction<T> byNamespace(ObjectAccessor<T> accessor) {
    return new NamespaceIndex<>(accessor);
  }
}

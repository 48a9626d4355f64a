package dev.informant.store;

import dev.informant.object.ObjectAccessor;
import java.util.Collection;

/** Says under which values an object is found in an index. Pure; may be called from any thread. */
@FunctionalInterface
public interface IndexFunction<T> {
  Collection<String> valuesOf(T object);

  /**
   * Finds objects by their namespace; those of cluster scope are not in the index. Of an object that is not at hand
   * it asks the key, so it is for accessors with keys of the usual form.
   */
  static <T> IndexFunction<T> byNamespace(ObjectAccessor<T> accessor) {
    return new NamespaceIndex<>(accessor);
  }
}

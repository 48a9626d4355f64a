package dev.informant.store;

import dev.informant.object.ObjectAccessor;
import java.util.Collection;
import java.util.List;

/** Says under which values an object is found in an index. Pure; may be called from any thread. */
@FunctionalInterface
public interface IndexFunction<T> {
  Collection<String> valuesOf(T object);

  /** Finds objects by their namespace; those of cluster scope are not in the index. */
  static <T> IndexFunction<T> byNamespace(ObjectAccessor<T> accessor) {
    return object -> {
      String namespace = accessor.namespace(object);
      return namespace.isEmpty() ? List.of() : List.of(namespace);
    };
  }
}

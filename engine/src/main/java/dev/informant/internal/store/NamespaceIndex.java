package dev.informant.internal.store;

import dev.informant.object.Keys;
import dev.informant.object.ObjectAccessor;
import dev.informant.store.IndexFunction;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds objects by their namespace. */
public record NamespaceIndex<T>(ObjectAccessor<T> accessor) implements IndexFunction<T> {
  @Override
  public Collection<String> valuesOf(T object) {
    String namespace = accessor.namespace(object);
    return namespace.isEmpty() ? List.of() : List.of(namespace);
  }

  /** The same as {@link Entry#values} has it, without the object. */
  static @Nullable String ofKey(String key) {
    String namespace = Keys.namespace(key);
    return namespace.isEmpty() ? null : namespace;
  }
}

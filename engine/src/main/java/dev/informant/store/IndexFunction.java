package dev.informant.store;

import java.util.Collection;

/** Says under which values an object is found in an index. Pure; may be called from any thread. */
@FunctionalInterface
public interface IndexFunction<T> {
  Collection<String> valuesOf(T object);
}

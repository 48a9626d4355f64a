package dev.informant.queue;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A read-only view of the consumer's store. */
public interface KnownObjects<E> {
  /** The keys of all objects, each once. */
  Collection<String> keys();

  @Nullable
  E get(String key);

  /** Returns an empty view, for a consumer that stores nothing. */
  static <E> KnownObjects<E> none() {
    return new KnownObjects<>() {
      @Override
      public Collection<String> keys() {
        return List.of();
      }

      @Override
      public @Nullable E get(String key) {
        return null;
      }
    };
  }
}

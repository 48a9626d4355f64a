package dev.informant.queue;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** A read-only look at what the consumer has stored. */
public interface KnownObjects<E> {
  Collection<String> keys();

  @Nullable
  E get(String key);
}

package dev.informant.kubernetes.internal.fast.read;

import org.jspecify.annotations.Nullable;

/** How the values of one type are read. Immutable (but for what it learns) and thread-safe. */
public interface ValuePlan {
  /** Reads the value that is next, which is not {@code null} in JSON. */
  @Nullable
  Object read(FastReader json);

  /** Whether the value is an object or a list, which may be worth sharing. */
  default boolean isPart() {
    return false;
  }
}

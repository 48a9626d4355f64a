package dev.informant.kubernetes;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Changes an object before anybody sees it, to make the cache smaller or tidier. It may change its
 * argument and return it. It must keep the name, namespace, uid and resourceVersion. It runs in the
 * pipeline, possibly on several threads at once, and must not block. Ready-made ones: {@link Transforms}.
 */
@FunctionalInterface
public interface Transform<T> extends UnaryOperator<T> {
  /** Whether it takes managed fields away, so that they need not even be decoded. */
  default boolean leavesOutManagedFields() {
    return false;
  }

  /** Whether it looks at managed fields; one that does must be shown them. */
  default boolean needsManagedFields() {
    return !leavesOutManagedFields();
  }

  /**
   * Whether it changes lists, maps or objects inside the object in place. If not, equal parts of decoded
   * objects can be shared, which saves much memory.
   */
  default boolean changesParts() {
    return true;
  }

  /**
   * Whether the bytes an object came in, without managed fields if it leaves those out, say exactly what it makes of
   * the object. Then a compact cache keeps these bytes and nothing need be written again.
   */
  default boolean isDoneInBytes() {
    return false;
  }

  /**
   * What it does, in a word that changes when that changes; null if it cannot be told, which is the rule for code. A
   * saved cache is of use only to the same transform.
   */
  default @Nullable String identity() {
    return null;
  }

  /** This one, then {@code next}. */
  default Transform<T> then(Transform<T> next) {
    Transform<T> first = this;
    return new Transform<>() {
      @Override
      public T apply(T object) {
        return next.apply(first.apply(object));
      }

      @Override
      public boolean changesParts() {
        return first.changesParts() || next.changesParts();
      }

      @Override
      public @Nullable String identity() {
        String one = first.identity();
        String other = next.identity();
        return one == null || other == null ? null : one + ", " + other;
      }

      @Override
      public boolean isDoneInBytes() {
        return first.isDoneInBytes() && next.isDoneInBytes();
      }

      @Override
      public boolean leavesOutManagedFields() {
        return first.leavesOutManagedFields()
            || (!first.needsManagedFields() && next.leavesOutManagedFields());
      }

      @Override
      public boolean needsManagedFields() {
        return first.needsManagedFields()
            || (!first.leavesOutManagedFields() && next.needsManagedFields());
      }
    };
  }
}

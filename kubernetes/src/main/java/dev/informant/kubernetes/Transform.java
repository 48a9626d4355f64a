package dev.informant.kubernetes;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Changes an object before it is cached, usually to save memory. It may change its argument and return it. It must keep
 * the name, namespace, uid and resourceVersion. It runs in the pipeline, possibly on several threads at once, and must
 * not block. {@link Transforms} has common transforms.
 */
@FunctionalInterface
public interface Transform<T> extends UnaryOperator<T> {
  /** Whether it removes managed fields, so that they need not be decoded. */
  default boolean leavesOutManagedFields() {
    return false;
  }

  /** Whether it reads managed fields, so that they must be decoded. */
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
   * Whether its result is equal to the received bytes, without managed fields if it removes them. A compact cache then
   * keeps these bytes without encoding the object again.
   */
  default boolean isDoneInBytes() {
    return false;
  }

  /**
   * Identifies the behaviour of the transform: a text that changes when the behaviour changes; null, the default, if
   * unknown. A saved cache is used only with the same transform.
   */
  default @Nullable String identity() {
    return null;
  }

  /** Returns a transform that applies this one, then {@code next}. */
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

package dev.informant.controller;

import org.jspecify.annotations.Nullable;

/**
 * One change of a watched object. Objects are shared with the cache: do not change them. Immutable.
 *
 * @param before the state before; null if the object was added
 * @param after the state after; null if the object was deleted
 * @param initial whether the object was already there when the watch began
 */
public record ObjectChange<T>(@Nullable T before, @Nullable T after, boolean initial) {
  public boolean isAdd() {
    return before == null;
  }

  public boolean isDelete() {
    return after == null;
  }

  public boolean isUpdate() {
    return before != null && after != null;
  }

  /** The state after the change; that before it if the object was deleted. */
  public T latest() {
    if (after != null) {
      return after;
    }
    if (before == null) {
      throw new IllegalStateException("a change without any state");
    }
    return before;
  }
}

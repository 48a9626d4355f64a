package dev.informant.object;

import org.jspecify.annotations.Nullable;

/** Keeps the objects themselves. */
record SharedForm<T>(ObjectAccessor<T> accessor) implements ObjectForm<T> {
  @Override
  public Revision<T> hold(
      String uid, String resourceVersion, T transformed, byte @Nullable [] bytes) {
    return new PlainRevision<>(
        Keys.of(transformed, accessor), uid, resourceVersion, transformed, accessor);
  }

  @Override
  public boolean holdsObjects() {
    return true;
  }
}

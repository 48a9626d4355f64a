package dev.informant.object;

import java.util.Map;

/** Holds the object itself. */
record PlainRevision<T>(
    String key, String uid, String resourceVersion, T object, ObjectAccessor<T> accessor)
    implements Revision<T> {
  @Override
  public String storedVersion() {
    return accessor.resourceVersion(object);
  }

  @Override
  public Map<String, String> labels() {
    return accessor.labels(object);
  }

  /** Names the object without showing it. */
  @Override
  public String toString() {
    return key + "@" + resourceVersion;
  }
}

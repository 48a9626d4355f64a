package dev.informant.workqueue;

import org.jspecify.annotations.Nullable;

/** The waiting entries in the order they began to wait, whatever their rank. Not thread-safe: the queue's lock guards it. */
final class Arrivals<T> {
  private @Nullable Entry<T> oldest;
  private @Nullable Entry<T> newest;

  /** The entry that has waited for longest; null if none waits. */
  @Nullable
  Entry<T> oldest() {
    return oldest;
  }

  void append(Entry<T> entry) {
    Entry<T> before = newest;
    entry.cameBefore = before;
    if (before == null) {
      oldest = entry;
    } else {
      before.cameAfter = entry;
    }
    newest = entry;
  }

  /** Takes out an entry that is among them. */
  void remove(Entry<T> entry) {
    Entry<T> before = entry.cameBefore;
    Entry<T> after = entry.cameAfter;
    if (before == null) {
      oldest = after;
    } else {
      before.cameAfter = after;
    }
    if (after == null) {
      newest = before;
    } else {
      after.cameBefore = before;
    }
    entry.cameBefore = null;
    entry.cameAfter = null;
  }
}

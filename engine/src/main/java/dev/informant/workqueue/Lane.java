package dev.informant.workqueue;

import org.jspecify.annotations.Nullable;

/** Entries in the order they joined, linked through themselves: joining and leaving cost the same at any length. */
final class Lane<T> {
  final int priority;
  private @Nullable Entry<T> head;
  private @Nullable Entry<T> tail;
  private int size;

  Lane(int priority) {
    this.priority = priority;
  }

  @Nullable
  Entry<T> head() {
    return head;
  }

  int size() {
    return size;
  }

  void append(Entry<T> entry) {
    entry.lane = this;
    entry.previous = tail;
    if (tail == null) {
      head = entry;
    } else {
      tail.next = entry;
    }
    tail = entry;
    size++;
  }

  /** Takes out an entry that is in this lane. */
  void remove(Entry<T> entry) {
    Entry<T> before = entry.previous;
    Entry<T> after = entry.next;
    if (before == null) {
      head = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      tail = before;
    } else {
      after.previous = before;
    }
    entry.lane = null;
    entry.previous = null;
    entry.next = null;
    size--;
  }
}

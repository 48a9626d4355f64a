package dev.informant.workqueue;

import org.jspecify.annotations.Nullable;

/**
 * What a queue knows of one item that waits or is worked on. It is in exactly one {@link Lane}: that
 * of its rank while it waits, the queue's lane of running items while it is worked on; and while it
 * waits it is among the {@link Arrivals}. Guarded by the queue's lock.
 */
final class Entry<T> {
  final T item;

  /** The highest priority it was added with; a retry keeps it. */
  int priority;

  /** Its place among the waiting: the lane, and the moment it joined that lane. */
  int rankPriority;

  long rankNanos;

  /** When it began to wait. Unlike its rank that stays as it is until it is taken. */
  long waitingSinceNanos;

  @Nullable
  Entry<T> cameBefore;

  @Nullable
  Entry<T> cameAfter;

  /** When the work it stands for was added. */
  long addedNanos;

  boolean processing;
  long startedNanos;

  /** Added again while being worked on: when, and at which priority. */
  boolean dirty;

  long dirtyNanos;
  int dirtyPriority;

  @Nullable
  Lane<T> lane;

  @Nullable
  Entry<T> previous;

  @Nullable
  Entry<T> next;

  Entry(T item) {
    this.item = item;
  }
}

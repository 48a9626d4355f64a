package dev.informant.workqueue;

import java.time.Duration;

/** Decides how long an item waits before it is tried again. Thread-safe. */
public interface RateLimiter<T> {
  /** How long {@code item} waits now; counts as one more failure of it. */
  Duration when(T item);

  /** The item has succeeded, or will not be tried again: its failures are forgotten. */
  void forget(T item);

  /** How often {@code item} failed since it was last forgotten. */
  int retries(T item);
}

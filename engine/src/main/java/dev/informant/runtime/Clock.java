package dev.informant.runtime;

import java.time.Instant;

/** The source of time. The engine reads time only through it. Thread-safe. */
public interface Clock {
  /** Nanoseconds of a monotonic clock with an arbitrary origin. */
  long nanos();

  /** The time of day, for humans and for timestamps. */
  Instant now();

  static Clock system() {
    return SystemClock.INSTANCE;
  }
}

package dev.informant.runtime;

import java.time.Instant;

/** The machine's clock. */
enum SystemClock implements Clock {
  INSTANCE;

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Instant now() {
    return Instant.now();
  }
}

package dev.informant.cli.sync;

import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;

/** What the heap of this process holds once its garbage is gone. Stateless; slow, for measuring only. */
final class LiveHeap {
  private static final int MOST = 12;
  private static final int ALIKE = 3;
  private static final long NEAR = 32 * 1024;
  private static final long PAUSE_NANOS = 20_000_000;

  private LiveHeap() {}

  /**
   * Collects until collections find nothing more: what is reachable through references and cleaners goes a collection
   * later than what held it.
   */
  static long bytes() {
    long least = Long.MAX_VALUE;
    int alike = 0;
    for (int i = 0; i < MOST && alike < ALIKE; i++) {
      System.gc();
      long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      alike = least != Long.MAX_VALUE && used > least - NEAR ? alike + 1 : 0;
      least = Math.min(least, used);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return least;
  }
}

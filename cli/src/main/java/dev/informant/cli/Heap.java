package dev.informant.cli;

import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;

/** Looks at the heap of this process. Stateless. */
public final class Heap {
  private static final int MOST = 12;
  private static final int ALIKE = 3;
  private static final long NEAR = 32 * 1024;
  private static final long PAUSE_NANOS = 20_000_000;

  private Heap() {}

  /** Bytes in use now, garbage included. */
  public static long used() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** The most this process may use. */
  public static long limit() {
    return Runtime.getRuntime().maxMemory();
  }

  /**
   * Bytes in use once the garbage is gone: slow, for measuring only. Collects until collections find nothing more: what is
   * reachable through references and cleaners goes a collection later than what held it.
   */
  public static long live() {
    long least = Long.MAX_VALUE;
    int alike = 0;
    for (int i = 0; i < MOST && alike < ALIKE; i++) {
      System.gc();
      long used = used();
      alike = least != Long.MAX_VALUE && used > least - NEAR ? alike + 1 : 0;
      least = Math.min(least, used);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return least;
  }
}

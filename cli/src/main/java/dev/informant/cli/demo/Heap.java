package dev.informant.cli.demo;

import java.lang.management.ManagementFactory;

/** Looks at the heap of this process. Stateless. */
public final class Heap {
  private Heap() {}

  /** Bytes in use now, garbage included. */
  static long used() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  static long limit() {
    return Runtime.getRuntime().maxMemory();
  }

  /** Bytes in use after garbage has been collected: slow, for measuring only. */
  public static long live() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, used());
    }
    return least;
  }
}

package dev.informant.verification.soak;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What is left of the heap by a full collection, as the collector itself counts it: what is allocated after it, while
 * somebody looks, is not in it.
 */
final class LiveSet {
  private static final int COLLECTIONS = 3;

  private LiveSet() {}

  /** Collects a few times, since a collection in the midst of a list finds all of that, and returns the least in bytes. */
  static long measured() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      least = Math.min(least, afterLastCollection());
    }
    return least;
  }

  private static long afterLastCollection() {
    GcInfo last = null;
    for (GarbageCollectorMXBean collector :
        ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class)) {
      GcInfo info = collector.getLastGcInfo();
      if (info != null && (last == null || info.getEndTime() >= last.getEndTime())) {
        last = info;
      }
    }
    if (last == null) {
      Runtime runtime = Runtime.getRuntime();
      return runtime.totalMemory() - runtime.freeMemory();
    }
    Set<String> heap = new HashSet<>();
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        heap.add(pool.getName());
      }
    }
    long used = 0;
    for (Map.Entry<String, MemoryUsage> pool : last.getMemoryUsageAfterGc().entrySet()) {
      used += heap.contains(pool.getKey()) ? pool.getValue().getUsed() : 0;
    }
    return used;
  }
}

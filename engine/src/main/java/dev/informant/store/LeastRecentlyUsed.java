package dev.informant.store;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map that drops its least recently used entry when it would exceed its capacity. Not
 * thread-safe.
 */
final class LeastRecentlyUsed<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1;

  private final int capacity;

  LeastRecentlyUsed(int capacity) {
    super(16, 0.75f, /* accessOrder= */ true);
    this.capacity = capacity;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > capacity;
  }
}

package dev.informant.informer;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Objects that were left out because they could not be understood, until they are whole again or gone.
 * It remembers the causes of at most {@value #REMEMBERED}. Thread-safe.
 */
final class SkippedObjects {
  static final int REMEMBERED = 1000;

  // guarded by this
  private final Map<String, Throwable> causes = new LinkedHashMap<>();
  private long total;

  synchronized void skipped(String key, Throwable cause) {
    total++;
    if (!key.isEmpty() && (causes.size() < REMEMBERED || causes.containsKey(key))) {
      causes.put(key, cause);
    }
  }

  synchronized void recovered(String key) {
    causes.remove(key);
  }

  /** How often an object was skipped since the start. */
  synchronized long total() {
    return total;
  }

  /** How many are skipped now, as far as they are remembered. */
  synchronized int size() {
    return causes.size();
  }

  /** What is skipped now. */
  synchronized Map<String, Throwable> causes() {
    return Map.copyOf(causes);
  }
}

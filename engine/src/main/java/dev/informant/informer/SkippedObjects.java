package dev.informant.informer;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Objects that were left out because they could not be understood, until they are whole again or gone. Whatever was left
 * out without a key is under the empty one, until a list has brought it back. It remembers the causes of at most
 * {@value #REMEMBERED}, and only those that have a key. Thread-safe.
 */
final class SkippedObjects {
  static final int REMEMBERED = 1000;

  // guarded by this
  private final Set<String> keys = new HashSet<>();
  private final Map<String, Throwable> causes = new LinkedHashMap<>();
  private long total;

  synchronized void skipped(String key, Throwable cause) {
    total++;
    keys.add(key);
    if (!key.isEmpty() && (causes.size() < REMEMBERED || causes.containsKey(key))) {
      causes.put(key, cause);
    }
  }

  synchronized void recovered(String key) {
    keys.remove(key);
    causes.remove(key);
  }

  /** Whether nothing is left out now, with a key or without, remembered or not. */
  synchronized boolean isEmpty() {
    return keys.isEmpty();
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

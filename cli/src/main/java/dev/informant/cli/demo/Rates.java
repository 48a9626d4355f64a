package dev.informant.cli.demo;

import java.util.HashMap;
import java.util.Map;

/** How fast counters grow, over the last seconds. Used by one thread. */
final class Rates {
  /** Half of a rate is of the last so many seconds. */
  private static final double HALF_LIFE_SECONDS = 1;

  private static final class Counter {
    long last;
    long at;
    double rate;
  }

  private final Map<String, Counter> counters = new HashMap<>();

  /** Takes a new reading and returns growth a second. */
  double of(String name, long value, long nanos) {
    Counter counter = counters.get(name);
    if (counter == null) {
      counter = new Counter();
      counter.last = value;
      counter.at = nanos;
      counters.put(name, counter);
      return 0;
    }
    double seconds = (nanos - counter.at) / 1e9;
    if (seconds > 0.05) {
      double keep = Math.pow(0.5, seconds / HALF_LIFE_SECONDS);
      counter.rate = counter.rate * keep + (value - counter.last) / seconds * (1 - keep);
      counter.last = value;
      counter.at = nanos;
    }
    return counter.rate < 0.05 ? 0 : counter.rate;
  }
}

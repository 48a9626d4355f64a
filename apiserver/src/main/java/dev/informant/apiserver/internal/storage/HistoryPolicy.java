package dev.informant.apiserver.internal.storage;

import java.time.Duration;

/**
 * How much history is kept.
 *
 * @param firstRevision the counter before the first write; positive
 * @param keptChanges changes per resource that survive age and compaction
 * @param maximumChanges changes per resource that are kept at most
 * @param minimumAge changes younger than this are kept up to the maximum
 * @param compactionInterval positive; every interval, states older than the interval before are compacted
 */
public record HistoryPolicy(
    long firstRevision,
    int keptChanges,
    int maximumChanges,
    Duration minimumAge,
    Duration compactionInterval) {
  /** Nanoseconds are counted in a long. */
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  /** As the real server: a ring of 100 to 102 400, 75 s, compaction every five minutes. */
  public static final HistoryPolicy DEFAULT =
      new HistoryPolicy(100, 100, 102_400, Duration.ofSeconds(75), Duration.ofMinutes(5));

  public HistoryPolicy {
    if (firstRevision < 1) {
      throw new IllegalArgumentException("firstRevision must be at least 1: " + firstRevision);
    }
    if (keptChanges < 0 || maximumChanges < keptChanges) {
      throw new IllegalArgumentException(
          "need 0 <= keptChanges <= maximumChanges: " + keptChanges + ", " + maximumChanges);
    }
    require("minimumAge", minimumAge, Duration.ZERO);
    require("compactionInterval", compactionInterval, Duration.ofNanos(1));
  }

  private static void require(String name, Duration time, Duration least) {
    if (time.compareTo(least) < 0 || time.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          name + " must be " + least + " to " + LONGEST + ": " + time);
    }
  }

  public HistoryPolicy withChanges(int kept, int maximum) {
    return new HistoryPolicy(firstRevision, kept, maximum, minimumAge, compactionInterval);
  }
}

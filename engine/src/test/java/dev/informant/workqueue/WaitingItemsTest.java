package dev.informant.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lanes against a list that is searched with exact arithmetic at every step. */
@Timeout(60)
class WaitingItemsTest {
  @Test
  void beingRaisedDoesNotMakeAnEntryYounger() {
    WaitingItems<String> lanes = new WaitingItems<>(1);
    Entry<String> old = new Entry<>("old");
    lanes.append(old, Integer.MIN_VALUE, 0);
    lanes.raise(old, 0, 200);
    lanes.append(new Entry<>("most"), Integer.MAX_VALUE, 250);
    assertThat(lanes.longestWaitNanos(299)).isEqualTo(299);
    assertThat(lanes.poll(300)).isSameAs(old);
    assertThat(lanes.longestWaitNanos(300)).isEqualTo(50);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 3, 1_000_000_000L, Long.MAX_VALUE / 300 + 1, Long.MAX_VALUE})
  void lanesHandOutWhatASearchOfAllWouldFind(long interval) {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      WaitingItems<Integer> lanes = new WaitingItems<>(interval);
      List<Entry<Integer>> model = new ArrayList<>();
      // Begins close to the end of the clock's range, so that it wraps on the way.
      long start = Long.MAX_VALUE - 1000;
      long now = start;
      int made = 0;
      for (int step = 0; step < 400; step++) {
        now += random.nextInt(3) == 0 ? random.nextInt(seed % 2 == 0 ? 10 : 200) : 0;
        int kind = random.nextInt(10);
        if (kind < 5) {
          Entry<Integer> entry = new Entry<>(made++);
          lanes.append(entry, priority(random), now);
          assertThat(entry.waitingSinceNanos).isEqualTo(now);
          model.add(entry);
        } else if (kind < 7 && !model.isEmpty()) {
          Entry<Integer> entry = model.get(random.nextInt(model.size()));
          int priority = priority(random);
          Comparator<Entry<Integer>> order = order(interval, start);
          Entry<Integer> moved = new Entry<>(entry.item);
          moved.rankPriority = priority;
          moved.rankNanos = now;
          boolean better = order.compare(moved, entry) < 0;
          lanes.raise(entry, priority, now);
          if (better) {
            model.remove(entry);
            model.add(entry);
            assertThat(entry.rankPriority).isEqualTo(priority);
            assertThat(entry.rankNanos).isEqualTo(now);
          }
        } else {
          Entry<Integer> expected = overdue(model, interval, now)
              .orElseGet(() -> model.stream().min(order(interval, start)).orElse(null));
          Entry<Integer> taken = lanes.poll(now);
          assertThat(taken).as("seed %d step %d", seed, step).isSameAs(expected);
          model.remove(expected);
        }
        assertThat(lanes.size()).isEqualTo(model.size());
        assertThat(lanes.isEmpty()).isEqualTo(model.isEmpty());
      }
    }
  }

  /** The one that came first, if it has waited for the limit; the numbers are in the order of coming. */
  private static Optional<Entry<Integer>> overdue(
      List<Entry<Integer>> model, long interval, long now) {
    BigInteger limit = BigInteger.valueOf(interval).multiply(BigInteger.valueOf(300));
    return model.stream()
        .min(Comparator.comparingInt(entry -> entry.item))
        .filter(entry -> interval > 0
            && BigInteger.valueOf(now - entry.waitingSinceNanos).compareTo(limit) >= 0);
  }

  private static int priority(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> Integer.MIN_VALUE;
      case 1 -> Integer.MAX_VALUE;
      default -> random.nextInt(4);
    };
  }

  /** First the one that stands higher, then the one that came first; streams keep the order of the list. */
  private static Comparator<Entry<Integer>> order(long interval, long start) {
    Comparator<Entry<Integer>> byTime = Comparator.comparingLong(e -> e.rankNanos - start);
    if (interval == 0) {
      return Comparator.<Entry<Integer>>comparingInt(e -> e.rankPriority)
          .reversed()
          .thenComparing(byTime);
    }
    return Comparator.<Entry<Integer>, BigInteger>comparing(e -> BigInteger.valueOf(
                e.rankNanos - start)
            .subtract(BigInteger.valueOf(e.rankPriority).multiply(BigInteger.valueOf(interval))))
        .thenComparing(byTime);
  }
}

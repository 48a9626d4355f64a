package dev.informant.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The order in which items are handed out. */
@Timeout(30)
class WorkQueuePriorityTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final WorkQueue<String> queue =
      WorkQueue.<String>builder(runtime).ageing(Duration.ofSeconds(10)).build();

  @Test
  void higherPrioritiesGoFirstAndEachIsFirstInFirstOut() {
    queue.add("low-1", -100);
    queue.add("plain-1");
    queue.add("high-1", 7);
    queue.add("low-2", -100);
    queue.add("plain-2", 0);
    queue.add("high-2", 7);

    assertThat(drain()).containsExactly("high-1", "high-2", "plain-1", "plain-2", "low-1", "low-2");
  }

  @Test
  void theExtremePrioritiesAreOrderedWhateverTheAgeing() {
    for (Duration ageing : List.of(Duration.ZERO, Duration.ofNanos(1), Duration.ofDays(200_000))) {
      WorkQueue<String> extremes =
          WorkQueue.<String>builder(runtime).ageing(ageing).build();
      extremes.add("least", Integer.MIN_VALUE);
      extremes.add("plain");
      extremes.add("most", Integer.MAX_VALUE);
      runtime.advance(Duration.ofNanos(5));
      extremes.add("late", Integer.MAX_VALUE - 1);

      assertThat(drain(extremes)).as("ageing %s", ageing).startsWith("most").endsWith("least");
    }
  }

  @Test
  void anItemGainsAPriorityPerInterval() {
    queue.add("old");
    runtime.advance(Duration.ofSeconds(9));
    queue.add("above", 1);
    runtime.advance(Duration.ofSeconds(1));
    queue.add("late", 1);

    assertThat(drain())
        .as("'old' has reached 1 when 'late' arrives, but not when 'above' does")
        .containsExactly("above", "old", "late");
  }

  @Test
  void nothingStarvesUnderASteadyStreamOfHigherPriority() {
    queue.add("low", -3);
    List<String> taken = new ArrayList<>();
    for (int second = 0; second < 60; second++) {
      queue.add("high-" + second, 0);
      taken.add(take());
      runtime.advance(Duration.ofSeconds(1));
    }

    assertThat(taken.indexOf("low")).as("three levels at ten seconds each").isEqualTo(30);
  }

  @Test
  void theLeastPriorityGoesBeforeAllYoungerItemsAtTheAgeingLimit() {
    queue.add("least", Integer.MIN_VALUE);
    List<String> taken = new ArrayList<>();
    for (int second = 0; second <= 3000; second++) {
      queue.add("most-" + second, Integer.MAX_VALUE);
      taken.add(take());
      runtime.advance(Duration.ofSeconds(1));
    }

    assertThat(taken.indexOf("least")).as("300 intervals of ten seconds").isEqualTo(3000);
    assertThat(taken.subList(0, 3000)).allMatch(item -> item.startsWith("most-"));
  }

  @Test
  void pastTheAgeingLimitTheOldestGoesFirstWhateverItsPriority() {
    queue.add("first", Integer.MIN_VALUE);
    queue.add("second", Integer.MAX_VALUE);
    queue.add("third", 0);
    runtime.advance(Duration.ofSeconds(3000));
    queue.add("young, least", Integer.MIN_VALUE);
    queue.add("young, most", Integer.MAX_VALUE);

    assertThat(queue.statistics().longestWaiting()).hasSeconds(3000);
    assertThat(drain()).containsExactly("first", "second", "third", "young, most", "young, least");
  }

  @Test
  void anItemThatWasTakenAndWaitsAgainBeginsToAgeAnew() {
    queue.add("again", Integer.MIN_VALUE);
    runtime.advance(Duration.ofSeconds(2999));
    assertThat(queue.poll()).isEqualTo("again");
    queue.add("again", Integer.MIN_VALUE);
    queue.done("again");
    runtime.advance(Duration.ofSeconds(2999));
    queue.add("most", Integer.MAX_VALUE);

    assertThat(drain()).containsExactly("most", "again");
  }

  @Test
  void everyPriorityIsFirstInFirstOutAtTheEndsOfTheRange() {
    for (int round = 0; round < 3; round++) {
      for (int priority : new int[] {
        Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -1, 0, 1, Integer.MAX_VALUE - 1, Integer.MAX_VALUE
      }) {
        queue.add(priority + " " + round, priority);
      }
      runtime.advance(Duration.ofNanos(1));
    }

    List<String> expected = new ArrayList<>();
    for (long priority : new long[] {
      Integer.MAX_VALUE, Integer.MAX_VALUE - 1, 1, 0, -1, Integer.MIN_VALUE + 1, Integer.MIN_VALUE
    }) {
      for (int round = 0; round < 3; round++) {
        expected.add(priority + " " + round);
      }
    }
    assertThat(drain()).isEqualTo(expected);
  }

  @Test
  void withoutAgeingAHigherPriorityAlwaysGoesFirst() {
    WorkQueue<String> strict =
        WorkQueue.<String>builder(runtime).ageing(Duration.ZERO).build();
    strict.add("old");
    runtime.advance(Duration.ofDays(1000));
    strict.add("new", 1);

    assertThat(drain(strict)).containsExactly("new", "old");
  }

  @Test
  void aNegativeAgeingIntervalIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkQueue.builder(runtime).ageing(Duration.ofNanos(-1)))
        .withMessageContaining("negative: less than 0 ms");
  }

  @Test
  void aRaisedItemGoesBehindThoseAlreadyAtItsNewPriority() {
    queue.add("raised");
    queue.add("waits-1", 5);
    queue.add("waits-2", 5);
    queue.add("raised", 5);
    queue.add("later", 5);

    assertThat(drain()).containsExactly("waits-1", "waits-2", "raised", "later");
  }

  @Test
  void raisingAnItemNeverMovesItBack() {
    queue.add("old");
    runtime.advance(Duration.ofSeconds(60));
    queue.add("four", 4);
    queue.add("old", 2);

    assertThat(queue.priority("old")).isEqualTo(2);
    assertThat(drain()).as("by age it stands at 6").containsExactly("old", "four");
  }

  @Test
  void raisingTheFirstTheMiddleAndTheLastKeepsTheRestInOrder() {
    List.of("a", "b", "c", "d").forEach(queue::add);
    queue.add("x", 1);
    queue.add("c", 1);
    queue.add("a", 1);
    queue.add("d", 1);

    assertThat(queue.length()).isEqualTo(5);
    assertThat(drain()).containsExactly("x", "c", "a", "d", "b");
  }

  @Test
  void aLowerPriorityDoesNotLowerAWaitingItem() {
    queue.add("item", 5);
    queue.add("item");
    queue.add("item", -5);
    queue.add("other", 4);

    assertThat(queue.priority("item")).isEqualTo(5);
    assertThat(drain()).containsExactly("item", "other");
  }

  @Test
  void aRetryKeepsThePriorityOfTheWork() {
    queue.add("delayed", 9);
    queue.add("limited", 8);
    queue.add("at once", 7);
    for (String item : List.of("delayed", "limited", "at once")) {
      assertThat(queue.poll()).isEqualTo(item);
    }
    queue.addAfter("delayed", Duration.ofSeconds(1));
    queue.addRateLimited("limited");
    queue.addAfter("at once", Duration.ZERO);
    queue.done("delayed");
    queue.done("limited");
    queue.done("at once");
    assertThat(queue.priority("delayed")).as("known while delayed").isEqualTo(9);

    runtime.advance(Duration.ofSeconds(1));

    assertThat(queue.priority("delayed")).isEqualTo(9);
    assertThat(queue.priority("limited")).isEqualTo(8);
    assertThat(queue.priority("at once")).isEqualTo(7);
    assertThat(drain()).containsExactly("delayed", "limited", "at once");
  }

  @Test
  void newsWhileAnItemIsWorkedOnHasItsOwnPriority() {
    queue.add("item", -100);
    assertThat(queue.poll()).isEqualTo("item");
    queue.add("item", -50);
    queue.add("item");
    queue.add("item", -70);
    queue.done("item");

    assertThat(queue.priority("item")).as("the highest of the three").isZero();
  }

  @Test
  void aPriorityIsForgottenWhenTheWorkIsDone() {
    queue.add("item", 5);
    assertThat(take()).isEqualTo("item");
    assertThat(queue.priority("item")).isZero();
    queue.addAfter("item", Duration.ZERO);
    assertThat(queue.priority("item")).isZero();
  }

  @Test
  void priorityDecidesAmongItemsWhateverTimeTheyBecameReady() {
    queue.addAfter("early, low", Duration.ofMillis(1), -1);
    queue.addAfter("late, high", Duration.ofMillis(2), 1);
    queue.addAfter("later, plain", Duration.ofMillis(3));
    runtime.advance(Duration.ofMillis(3));

    assertThat(drain()).containsExactly("late, high", "later, plain", "early, low");
  }

  private String take() {
    String item = queue.poll();
    queue.done(item);
    return item;
  }

  private List<String> drain() {
    return drain(queue);
  }

  private static List<String> drain(WorkQueue<String> queue) {
    List<String> taken = new ArrayList<>();
    for (String item = queue.poll(); item != null; item = queue.poll()) {
      taken.add(item);
      queue.done(item);
    }
    return taken;
  }
}

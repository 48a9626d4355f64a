package dev.informant.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.runtime.SerialQueue;
import dev.informant.runtime.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class VirtualRuntimeTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final List<String> ran = new ArrayList<>();

  private static List<Integer> orderOfFive(VirtualRuntime runtime) {
    List<Integer> order = new ArrayList<>();
    IntStream.range(0, 5).forEach(i -> runtime.pipeline().execute(() -> order.add(i)));
    runtime.runUntilIdle();
    return order;
  }

  @Test
  void inOrderModeRunsTasksAsGivenAndNotBeforeItIsDriven() {
    runtime.pipeline().execute(() -> ran.add("a"));
    runtime.callbacks().execute(() -> ran.add("b"));
    assertThat(ran).isEmpty();
    assertThat(runtime.step()).isTrue();
    assertThat(ran).containsExactly("a");
    runtime.runUntilIdle();
    assertThat(ran).containsExactly("a", "b");
    assertThat(runtime.step()).isFalse();
    assertThat(runtime.steps()).isEqualTo(2);
  }

  @Test
  void oneSeedIsOneOrderAndOneSequenceOfNumbers() {
    assertThat(orderOfFive(VirtualRuntime.shuffled(7)))
        .isEqualTo(orderOfFive(VirtualRuntime.shuffled(7)));
    assertThat(VirtualRuntime.inOrder(7).random().nextLong())
        .isEqualTo(VirtualRuntime.inOrder(7).random().nextLong())
        .isNotEqualTo(VirtualRuntime.inOrder(8).random().nextLong());
  }

  @Test
  void shuffledModeReachesEveryOrder() {
    Set<List<Integer>> orders = new HashSet<>();
    for (int seed = 0; seed < 2000; seed++) {
      orders.add(orderOfFive(VirtualRuntime.shuffled(seed)));
    }
    assertThat(orders).hasSize(120);
  }

  @Test
  void shuffledModeMixesSerialQueuesButKeepsTheOrderOfEach() {
    Set<List<String>> mixes = new HashSet<>();
    for (int seed = 0; seed < 200; seed++) {
      VirtualRuntime shuffled = VirtualRuntime.shuffled(seed);
      List<String> mix = new ArrayList<>();
      SerialQueue first = shuffled.pipelineQueue(failure -> mix.add("failed"));
      SerialQueue second = shuffled.callbackQueue(failure -> mix.add("failed"));
      for (String number : List.of("1", "2")) {
        first.execute(() -> mix.add("first" + number));
        second.execute(() -> mix.add("second" + number));
      }
      shuffled.runUntilIdle();
      assertThat(mix).containsSubsequence("first1", "first2");
      assertThat(mix).containsSubsequence("second1", "second2");
      mixes.add(mix);
    }
    assertThat(mixes).hasSize(6); // all ways to merge two pairs
  }

  @Test
  void timersRunInTheOrderOfTheirTimesAndThoseOfOneTimeAsGiven() {
    runtime.schedule(Duration.ofSeconds(3), () -> ran.add("3@" + runtime.nanos() / 1_000_000_000));
    runtime.schedule(Duration.ofSeconds(1), () -> ran.add("1@" + runtime.nanos() / 1_000_000_000));
    runtime.schedule(Duration.ofSeconds(1), () -> ran.add("also 1"));
    runtime.schedule(Duration.ofSeconds(4), () -> ran.add("too late"));
    runtime.advance(Duration.ofMillis(3500));
    assertThat(ran).containsExactly("1@1", "also 1", "3@3");
    assertThat(runtime.clock().now()).isEqualTo(Instant.parse("2026-01-01T00:00:03.500Z"));
  }

  @Test
  void aTimerSetByATimerRunsInTheSameAdvanceIfItFallsIntoIt() {
    runtime.schedule(
        Duration.ofSeconds(1),
        () -> runtime.timers().schedule(Duration.ofSeconds(1), () -> ran.add("second")));
    runtime.advance(Duration.ofSeconds(2));
    assertThat(ran).containsExactly("second");
  }

  @Test
  void aTimerWithoutDelayDoesNotRunOnTheCallThatSetsIt() {
    runtime.schedule(Duration.ofSeconds(-5), () -> ran.add("now"));
    assertThat(ran).isEmpty();
    runtime.advance(Duration.ZERO);
    assertThat(ran).containsExactly("now");
    assertThat(runtime.nanos()).isZero();
  }

  @Test
  void aCancelledTimerDoesNotRunAndDoesNotMoveTime() {
    Timers.Timer timer = runtime.schedule(Duration.ofSeconds(1), () -> ran.add("cancelled"));
    runtime.schedule(Duration.ofSeconds(2), () -> ran.add("kept"));
    timer.cancel();
    timer.cancel();
    assertThat(runtime.skipToNextTimer()).isTrue();
    assertThat(runtime.nanos()).isEqualTo(2_000_000_000L);
    runtime.runUntilIdle();
    assertThat(ran).containsExactly("kept");
    assertThat(runtime.skipToNextTimer()).isFalse();
  }

  @Test
  void runUntilStopsAtTheConditionAndNotLater() {
    runtime.schedule(Duration.ofSeconds(1), () -> ran.add("a"));
    runtime.schedule(Duration.ofSeconds(2), () -> ran.add("b"));
    assertThat(runtime.runUntil(() -> ran.contains("a"), Duration.ofSeconds(10)))
        .isTrue();
    assertThat(runtime.nanos()).isEqualTo(1_000_000_000L);
    assertThat(runtime.runUntil(() -> false, Duration.ofSeconds(5))).isFalse();
    assertThat(runtime.nanos()).isEqualTo(6_000_000_000L);
    assertThat(ran).containsExactly("a", "b");
  }

  @Test
  void timeBeyondAllMeasureEnds() {
    runtime.schedule(Duration.ofSeconds(Long.MAX_VALUE), () -> ran.add("at the end of time"));
    runtime.advance(Duration.ofSeconds(Long.MAX_VALUE));
    assertThat(ran).containsExactly("at the end of time");
  }

  @Test
  void closeDropsWhatHasNotRun() {
    runtime.pipeline().execute(() -> ran.add("task"));
    runtime.schedule(Duration.ofSeconds(1), () -> ran.add("timer"));
    runtime.close();
    runtime.advance(Duration.ofSeconds(2));
    assertThat(ran).isEmpty();
    assertThat(runtime.pipelineThreads()).isZero();
  }
}

package dev.informant.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.runtime.EngineRuntime;
import dev.informant.runtime.Timers;
import dev.informant.testing.VirtualRuntime;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Delayed additions. */
@Timeout(60)
class WorkQueueDelayTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);
  private final WorkQueue<String> queue = WorkQueue.create(runtime);

  @Test
  @Tag("client-go:TestSimpleQueue")
  void anItemIsReadyAfterItsDelayAndOnce() {
    queue.addAfter("foo", Duration.ofMillis(50));
    runtime.advance(Duration.ofMillis(49));
    assertThat(queue.length()).isZero();
    assertThat(queue.statistics().delayed()).isEqualTo(1);

    runtime.advance(Duration.ofMillis(1));
    assertThat(queue.length()).isEqualTo(1);
    assertThat(queue.poll()).isEqualTo("foo");
    queue.done("foo");

    runtime.advance(Duration.ofHours(1));
    assertThat(queue.length()).isZero();
    assertThat(queue.statistics().delayed()).isZero();
  }

  @Test
  void aDelayThatIsNotPositiveMeansNow() {
    queue.addAfter("zero", Duration.ZERO);
    queue.addAfter("negative", Duration.ofDays(-1));
    assertThat(drain()).containsExactly("zero", "negative");
  }

  @Test
  @Tag("client-go:TestDeduping")
  void theEarlierOfTwoDelaysCounts() {
    queue.addAfter("later ignored", Duration.ofMillis(50));
    queue.addAfter("later ignored", Duration.ofMillis(70));
    queue.addAfter("earlier wins", Duration.ofMillis(70));
    queue.addAfter("earlier wins", Duration.ofMillis(30));
    assertThat(queue.statistics().delayed()).isEqualTo(2);

    runtime.advance(Duration.ofMillis(30));
    assertThat(drain()).containsExactly("earlier wins");
    runtime.advance(Duration.ofMillis(20));
    assertThat(drain()).containsExactly("later ignored");
    runtime.advance(Duration.ofSeconds(1));
    assertThat(drain()).isEmpty();
  }

  @Test
  void ofTwoDelaysTheHigherPriorityCounts() {
    queue.addAfter("item", Duration.ofMillis(10), 1);
    queue.addAfter("item", Duration.ofMillis(20), 5);
    queue.addAfter("item", Duration.ofMillis(5), -1);
    runtime.advance(Duration.ofMillis(5));

    assertThat(queue.length()).isEqualTo(1);
    assertThat(queue.priority("item")).isEqualTo(5);
  }

  @Test
  @Tag("client-go:TestAddTwoFireEarly")
  void anEarlierItemAddedLaterIsReadyFirst() {
    queue.addAfter("second", Duration.ofSeconds(1));
    queue.addAfter("first", Duration.ofMillis(50));
    queue.addAfter("third", Duration.ofSeconds(2));

    runtime.advance(Duration.ofMillis(60));
    assertThat(drain()).containsExactly("first");
    runtime.advance(Duration.ofSeconds(1));
    assertThat(drain()).containsExactly("second");
    runtime.advance(Duration.ofSeconds(1));
    assertThat(drain()).containsExactly("third");
  }

  @Test
  @Tag("client-go:TestCopyShifting")
  void itemsBecomeReadyInTheOrderOfTheirTimes() {
    queue.addAfter("c", Duration.ofSeconds(3));
    queue.addAfter("a", Duration.ofSeconds(1));
    queue.addAfter("b", Duration.ofSeconds(2));
    queue.addAfter("b, added later", Duration.ofSeconds(2));
    runtime.advance(Duration.ofSeconds(4));

    assertThat(drain()).containsExactly("a", "b", "b, added later", "c");
  }

  @Test
  void anAdditionNeitherEndsADelayNorIsAffectedByIt() {
    queue.addAfter("item", Duration.ofSeconds(1));
    queue.add("item");
    assertThat(drain()).containsExactly("item");
    runtime.advance(Duration.ofSeconds(1));
    assertThat(drain()).containsExactly("item");
  }

  @Test
  void anItemThatFallsDueWhileWorkedOnWaitsForDone() {
    queue.add("item");
    assertThat(queue.poll()).isEqualTo("item");
    queue.addAfter("item", Duration.ofSeconds(1));
    runtime.advance(Duration.ofSeconds(2));
    assertThat(queue.poll()).isNull();
    queue.done("item");
    assertThat(queue.poll()).isEqualTo("item");
  }

  @Test
  void aCancelledDelayNeverBecomesReady() {
    queue.addAfter("cancelled", Duration.ofSeconds(1));
    queue.addAfter("kept", Duration.ofSeconds(2));
    assertThat(queue.cancel("cancelled")).isTrue();
    assertThat(queue.cancel("cancelled")).isFalse();
    assertThat(queue.cancel("unknown")).isFalse();

    runtime.advance(Duration.ofSeconds(3));
    assertThat(drain()).containsExactly("kept");
  }

  @Test
  void cancellingLeavesWhatIsQueued() {
    queue.add("item");
    queue.addAfter("item", Duration.ofSeconds(1));
    assertThat(queue.cancel("item")).isTrue();
    assertThat(queue.length()).isEqualTo(1);
  }

  @Test
  void cancellingTheLastDelayLeavesNoTimer() {
    queue.addAfter("item", Duration.ofSeconds(1));
    queue.cancel("item");
    assertThat(runtime.skipToNextTimer()).isFalse();
  }

  @Test
  void oneTimerServesAllDelays() {
    for (int i = 0; i < 100; i++) {
      queue.addAfter("item-" + i, Duration.ofSeconds(100 - i));
    }
    assertThat(runtime.skipToNextTimer()).isTrue();
    assertThat(runtime.skipToNextTimer()).as("the others were cancelled").isFalse();
  }

  @Test
  void aTimerThatFiresEarlyIsSetAgain() {
    AtomicInteger timersSet = new AtomicInteger();
    Timers early = (delay, task) ->
        runtime.schedule(timersSet.incrementAndGet() == 1 ? delay.dividedBy(2) : delay, task);
    EngineRuntime hasty = (EngineRuntime) Proxy.newProxyInstance(
        EngineRuntime.class.getClassLoader(),
        new Class<?>[] {EngineRuntime.class},
        (self, method, args) ->
            method.getName().equals("timers") ? early : method.invoke(runtime, args));
    WorkQueue<String> hurried = WorkQueue.create(hasty);
    hurried.addAfter("item", Duration.ofSeconds(10));

    runtime.advance(Duration.ofSeconds(9));
    assertThat(hurried.length()).as("not before its time").isZero();
    runtime.advance(Duration.ofSeconds(1));
    assertThat(hurried.length()).isEqualTo(1);
  }

  @Test
  void nothingIsDroppedHoweverManyArePending() {
    int count = 200_000;
    for (int i = 0; i < count; i++) {
      queue.addAfter("item-" + i, Duration.ofMillis(1 + i % 7));
    }
    assertThat(queue.statistics().delayed()).isEqualTo(count);

    runtime.advance(Duration.ofMillis(7));

    Set<String> taken = new HashSet<>(drain());
    assertThat(taken).hasSize(count);
    assertThat(queue.statistics().delayed()).isZero();
  }

  @Test
  void moreItemsThanABatchDueAtOnceAllBecomeReady() {
    for (int i = 0; i < 2048; i++) {
      queue.addAfter("item-" + i, Duration.ofMillis(1));
    }
    queue.addAfter("later", Duration.ofMillis(2));
    runtime.advance(Duration.ofMillis(1));
    assertThat(drain()).hasSize(2048);
    runtime.advance(Duration.ofMillis(1));
    assertThat(drain()).containsExactly("later");
  }

  @Test
  void delaysBeyondTheClockAreHeldNotOverflowed() {
    queue.addAfter("for ever", Duration.ofSeconds(Long.MAX_VALUE));
    queue.addAfter("300 years", Duration.ofDays(300 * 365));
    queue.addAfter("soon", Duration.ofSeconds(1));
    runtime.advance(Duration.ofSeconds(1));
    assertThat(drain()).containsExactly("soon");

    runtime.advance(Duration.ofDays(99 * 365));
    assertThat(drain()).isEmpty();
    runtime.advance(Duration.ofDays(366));
    assertThat(drain()).containsExactly("for ever", "300 years");
  }

  @Test
  void shuttingDownDropsWhatIsDelayedAndItsTimer() {
    queue.addAfter("item", Duration.ofSeconds(1));
    queue.shutDown();
    assertThat(queue.statistics().delayed()).isZero();
    assertThat(runtime.skipToNextTimer()).isFalse();

    queue.addAfter("refused", Duration.ofSeconds(1));
    queue.addAfter("refused", Duration.ZERO);
    queue.addRateLimited("refused");
    assertThat(queue.statistics().delayed()).isZero();
    assertThat(queue.length()).isZero();
    assertThat(queue.retries("refused")).as("no state for what is refused").isZero();
  }

  @Test
  @Tag("client-go:TestRateLimitingQueue")
  void rateLimitedAdditionsWaitAsTheirLimiterSays() {
    WorkQueue<String> limited = WorkQueue.<String>builder(runtime)
        .rateLimiter(RateLimiter.exponential(Duration.ofMillis(1), Duration.ofSeconds(1)))
        .build();
    limited.addRateLimited("one");
    limited.addRateLimited("two");
    assertThat(limited.cancel("one")).isTrue();
    limited.addRateLimited("one");
    assertThat(limited.retries("one")).isEqualTo(2);
    assertThat(limited.retries("two")).isEqualTo(1);

    runtime.advance(Duration.ofMillis(1));
    assertThat(limited.poll()).isEqualTo("two");
    assertThat(limited.poll()).isNull();
    runtime.advance(Duration.ofMillis(1));
    assertThat(limited.poll()).isEqualTo("one");

    limited.forget("one");
    assertThat(limited.retries("one")).isZero();
    limited.done("one");
    limited.addRateLimited("one");
    runtime.advance(Duration.ofMillis(1));
    assertThat(limited.poll()).as("starts over").isEqualTo("one");
  }

  @Test
  void forgettingDoesNotTouchTheQueue() {
    queue.addRateLimited("item");
    queue.forget("item");
    runtime.advance(Duration.ofSeconds(1));
    assertThat(drain()).containsExactly("item");
  }

  private List<String> drain() {
    List<String> taken = new ArrayList<>();
    for (String item = queue.poll(); item != null; item = queue.poll()) {
      taken.add(item);
      queue.done(item);
    }
    return taken;
  }
}

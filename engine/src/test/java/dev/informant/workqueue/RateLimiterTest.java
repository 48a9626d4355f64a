package dev.informant.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RateLimiterTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(1);

  @Test
  @Tag("client-go:TestItemExponentialFailureRateLimiter")
  void exponentialDoublesPerItemUpToItsMaximum() {
    RateLimiter<String> limiter =
        RateLimiter.exponential(Duration.ofMillis(1), Duration.ofMillis(20));

    assertThat(waits(limiter, "one", 7)).containsExactly(millis(1, 2, 4, 8, 16, 20, 20));
    assertThat(limiter.retries("one")).isEqualTo(7);
    assertThat(waits(limiter, "two", 2)).containsExactly(millis(1, 2));
    assertThat(limiter.retries("two")).isEqualTo(2);

    limiter.forget("one");
    assertThat(limiter.retries("one")).isZero();
    assertThat(limiter.retries("two")).isEqualTo(2);
    assertThat(waits(limiter, "one", 1)).containsExactly(millis(1));
  }

  @Test
  @Tag("client-go:TestItemExponentialFailureRateLimiterOverFlow")
  void exponentialNeverOverflows() {
    RateLimiter<String> usual =
        RateLimiter.exponential(Duration.ofMillis(1), Duration.ofSeconds(1000));
    RateLimiter<String> huge =
        RateLimiter.exponential(Duration.ofMinutes(1), Duration.ofSeconds(Long.MAX_VALUE));
    RateLimiter<String> none = RateLimiter.exponential(Duration.ZERO, Duration.ofSeconds(1));
    Duration before = Duration.ZERO;
    for (int i = 0; i < 1000; i++) {
      Duration wait = huge.when("item");
      assertThat(wait).as("failure %d", i).isGreaterThanOrEqualTo(before);
      before = wait;
      usual.when("item");
      assertThat(none.when("item")).isZero();
    }
    assertThat(before).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
    assertThat(usual.when("item")).isEqualTo(Duration.ofSeconds(1000));
  }

  @Test
  void oncePerWaitCountsAFailureOnlyAfterTheWaitBeforeIt() {
    RateLimiter<String> limiter =
        RateLimiter.exponentialOncePerWait(runtime, Duration.ofMillis(10), Duration.ofMillis(30));

    assertThat(limiter.when("item")).isEqualTo(Duration.ofMillis(10));
    runtime.advance(Duration.ofMillis(4));
    assertThat(limiter.when("item")).as("the rest of it").isEqualTo(Duration.ofMillis(6));
    assertThat(limiter.retries("item")).isEqualTo(1);
    assertThat(limiter.retries("other")).isZero();

    runtime.advance(Duration.ofMillis(6));
    assertThat(limiter.when("item")).isEqualTo(Duration.ofMillis(20));
    assertThat(limiter.retries("item")).isEqualTo(2);
    runtime.advance(Duration.ofMillis(20));
    assertThat(limiter.when("item")).isEqualTo(Duration.ofMillis(30));

    limiter.forget("item");
    assertThat(limiter.retries("item")).isZero();
    assertThat(limiter.when("item")).isEqualTo(Duration.ofMillis(10));
  }

  @Test
  void aBaseAboveTheMaximumIsTheMaximum() {
    RateLimiter<String> limiter =
        RateLimiter.exponential(Duration.ofSeconds(9), Duration.ofSeconds(1));
    assertThat(limiter.when("item")).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  @Tag("client-go:TestItemFastSlowRateLimiter")
  void fastSlowSwitchesAfterTheFastTries() {
    RateLimiter<String> limiter =
        RateLimiter.fastSlow(Duration.ofMillis(5), Duration.ofSeconds(10), 3);

    assertThat(waits(limiter, "one", 5)).containsExactly(millis(5, 5, 5, 10_000, 10_000));
    assertThat(limiter.retries("one")).isEqualTo(5);
    assertThat(waits(limiter, "two", 2)).containsExactly(millis(5, 5));
    limiter.forget("one");
    assertThat(limiter.retries("one")).isZero();
    assertThat(waits(limiter, "one", 1)).containsExactly(millis(5));
  }

  @Test
  void theBucketLetsABurstThroughAndThenItsRate() {
    RateLimiter<String> limiter = RateLimiter.bucket(runtime, 10, 3);

    assertThat(waits(limiter, "any", 6)).containsExactly(millis(0, 0, 0, 100, 200, 300));
    assertThat(limiter.retries("any")).isZero();

    runtime.advance(Duration.ofMillis(300));
    assertThat(waits(limiter, "any", 1))
        .as("what was promised is used up")
        .containsExactly(millis(100));
    runtime.advance(Duration.ofHours(1));
    assertThat(waits(limiter, "any", 4))
        .as("never more than a burst")
        .containsExactly(millis(0, 0, 0, 100));
  }

  @Test
  void aSlowBucketQueuesUpFarAhead() {
    RateLimiter<Integer> limiter = RateLimiter.bucket(runtime, 0.001, 1);
    Duration last = Duration.ZERO;
    for (int i = 0; i < 1001; i++) {
      last = limiter.when(i);
    }
    assertThat(last).isBetween(Duration.ofMillis(999_999_999), Duration.ofMillis(1_000_000_001));
  }

  @Test
  @Tag("client-go:TestMaxOfRateLimiter")
  void maxOfIsTheStrictestOfItsLimiters() {
    RateLimiter<String> limiter = RateLimiter.maxOf(List.of(
        RateLimiter.<String>fastSlow(Duration.ofMillis(5), Duration.ofSeconds(3), 3),
        RateLimiter.<String>exponential(Duration.ofMillis(1), Duration.ofSeconds(1))));

    assertThat(waits(limiter, "one", 5)).containsExactly(millis(5, 5, 5, 3000, 3000));
    assertThat(limiter.retries("one")).isEqualTo(5);
    assertThat(limiter.retries("two")).isZero();
    limiter.forget("one");
    assertThat(limiter.retries("one")).isZero();
    assertThat(waits(limiter, "one", 1)).containsExactly(millis(5));
  }

  @Test
  @Tag("client-go:TestWithMaxWaitRateLimiter")
  void withMaxWaitBoundsAnother() {
    RateLimiter<String> limiter = RateLimiter.<String>exponential(
            Duration.ofMillis(1), Duration.ofSeconds(1000))
        .withMaxWait(Duration.ofMillis(5));

    assertThat(waits(limiter, "one", 5)).containsExactly(millis(1, 2, 4, 5, 5));
    assertThat(limiter.retries("one")).isEqualTo(5);
    limiter.forget("one");
    assertThat(limiter.retries("one")).isZero();
  }

  @Test
  void theControllerDefaultIsClientGos() {
    RateLimiter<Object> limiter = RateLimiter.controllerDefault(runtime);
    assertThat(waits(limiter, "item", 4)).containsExactly(millis(5, 10, 20, 40));
    for (int i = 0; i < 16; i++) {
      limiter.when("item");
    }
    assertThat(limiter.when("item")).isEqualTo(Duration.ofSeconds(1000));
    for (int i = 21; i < 100; i++) {
      assertThat(limiter.when(i)).isEqualTo(Duration.ofMillis(5));
    }
    assertThat(limiter.when("hundred and first")).isEqualTo(Duration.ofMillis(100));
    assertThat(limiter.when("next")).isEqualTo(Duration.ofMillis(200));
  }

  @Test
  void theItemBasedDefaultIsClientGos() {
    RateLimiter<String> limiter = RateLimiter.itemBasedDefault();
    assertThat(waits(limiter, "item", 3)).containsExactly(millis(1, 2, 4));
    waits(limiter, "item", 30);
    assertThat(limiter.when("item")).isEqualTo(Duration.ofSeconds(1000));
  }

  @Test
  void forgottenItemsTakeNoSpace() {
    ExponentialLimiter<Integer> exponential =
        new ExponentialLimiter<>(Duration.ofMillis(1), Duration.ofSeconds(1));
    FastSlowLimiter<Integer> fastSlow =
        new FastSlowLimiter<>(Duration.ofMillis(1), Duration.ofSeconds(1), 1);
    OncePerWaitLimiter<Integer> oncePerWait =
        new OncePerWaitLimiter<>(runtime, Duration.ofMillis(1), Duration.ofSeconds(1));
    RateLimiter<Integer> limiter = RateLimiter.maxOf(List.of(exponential, fastSlow, oncePerWait))
        .withMaxWait(Duration.ofSeconds(1));
    for (int item = 0; item < 10_000; item++) {
      limiter.when(item);
      limiter.when(item);
      limiter.forget(item);
    }
    assertThat(exponential.remembered()).isZero();
    assertThat(fastSlow.remembered()).isZero();
    assertThat(oncePerWait.remembered()).isZero();
  }

  @Test
  void nonsenseIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RateLimiter.exponential(Duration.ofMillis(-1), Duration.ZERO));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RateLimiter.fastSlow(Duration.ZERO, Duration.ZERO, -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            RateLimiter.exponentialOncePerWait(runtime, Duration.ZERO, Duration.ofMillis(-1)));
    assertThatIllegalArgumentException().isThrownBy(() -> RateLimiter.bucket(runtime, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> RateLimiter.bucket(runtime, 1, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RateLimiter.bucket(runtime, Double.NaN, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> RateLimiter.maxOf(List.of()));
  }

  private static <T> List<Duration> waits(RateLimiter<T> limiter, T item, int times) {
    List<Duration> waits = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      waits.add(limiter.when(item));
    }
    return waits;
  }

  private static Duration[] millis(long... values) {
    Duration[] durations = new Duration[values.length];
    for (int i = 0; i < values.length; i++) {
      durations[i] = Duration.ofMillis(values[i]);
    }
    return durations;
  }
}

package dev.informant.internal.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.informant.source.BackoffPolicy;
import dev.informant.testing.VirtualRuntime;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class BackoffTest {
  private final VirtualRuntime runtime = VirtualRuntime.inOrder(3);
  private final Backoff backoff =
      new Backoff(BackoffPolicy.DEFAULT, runtime.clock(), runtime.random());

  private Duration waitOnce() {
    Duration delay = backoff.next();
    runtime.advance(delay);
    return delay;
  }

  @Test
  void delaysDoubleUpToTheCapAndEachIsLessThanTwiceItsBase() {
    for (long base : new long[] {800, 1600, 3200, 6400, 12800, 25600, 30000, 30000, 30000}) {
      assertThat(waitOnce())
          .isGreaterThanOrEqualTo(Duration.ofMillis(base))
          .isLessThan(Duration.ofMillis(2 * base));
    }
  }

  @Test
  void jitterVaries() {
    Set<Duration> first = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      first.add(new Backoff(BackoffPolicy.DEFAULT, runtime.clock(), runtime.random()).next());
    }
    assertThat(first).hasSizeGreaterThan(90);
    assertThat(first).anyMatch(delay -> delay.toMillis() < 1000);
    assertThat(first).anyMatch(delay -> delay.toMillis() > 1400);
  }

  @Test
  void theSequenceBeginsAgainAfterTwoQuietMinutes() {
    for (int i = 0; i < 6; i++) {
      waitOnce();
    }
    runtime.advance(Duration.ofMinutes(2).minusNanos(1));
    assertThat(backoff.next()).isGreaterThanOrEqualTo(Duration.ofSeconds(30));
    runtime.advance(Duration.ofMinutes(1).plus(Duration.ofMinutes(2)));
    assertThat(backoff.next()).isLessThan(Duration.ofMillis(1600));
  }

  @Test
  void itDoesNotBeginAgainDuringAContinuousOutage() {
    Duration total = Duration.ZERO;
    while (total.compareTo(Duration.ofMinutes(20)) < 0) {
      total = total.plus(waitOnce());
      // a request that takes a while to fail
      runtime.advance(Duration.ofSeconds(59));
      total = total.plusSeconds(59);
    }
    assertThat(backoff.next()).isGreaterThanOrEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void senselessPoliciesAreRefused() {
    Duration second = Duration.ofSeconds(1);
    assertThatThrownBy(
            () -> new BackoffPolicy(second, 2.0, Duration.ofMillis(1), 1.0, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BackoffPolicy(second, 0.5, second, 1.0, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BackoffPolicy(second, 2.0, second, -1.0, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void timesWithoutEndAreACentury() {
    Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
    Duration century = Duration.ofDays(36_500);
    Backoff endless = new Backoff(
        new BackoffPolicy(forEver, 2, forEver, 1, forEver), runtime.clock(), runtime.random());
    assertThat(endless.next()).isEqualTo(century);
    assertThat(endless.next()).isEqualTo(century);
    Backoff growing = new Backoff(
        new BackoffPolicy(Duration.ofNanos(1), 1e12, forEver, 0, forEver),
        runtime.clock(),
        runtime.random());
    assertThat(growing.next()).isEqualTo(Duration.ofNanos(1));
    assertThat(growing.next()).isEqualTo(Duration.ofSeconds(1000));
    assertThat(growing.next()).isEqualTo(century);
  }
}

package dev.informant.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class TimersTest {
  private static final long CENTURY = Duration.ofDays(36_500).toNanos();

  @Test
  void aDurationIsItsNanosecondsUpToACentury() {
    assertThat(Timers.nanos(Duration.ZERO)).isZero();
    assertThat(Timers.nanos(Duration.ofNanos(1))).isEqualTo(1);
    assertThat(Timers.nanos(Duration.ofSeconds(-5, 1))).isEqualTo(-4_999_999_999L);
    assertThat(Timers.nanos(Duration.ofNanos(CENTURY))).isEqualTo(CENTURY);
  }

  @Test
  void aCenturyStandsForWhateverIsLonger() {
    assertThat(Timers.nanos(Duration.ofNanos(CENTURY).plusNanos(1))).isEqualTo(CENTURY);
    assertThat(Timers.nanos(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999))).isEqualTo(CENTURY);
    assertThat(Timers.nanos(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(-CENTURY);
    assertThat(Timers.nanos(Duration.ofSeconds(Long.MIN_VALUE + 1))).isEqualTo(-CENTURY);
  }
}

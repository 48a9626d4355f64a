package dev.informant.verification.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TrendTest {
  /** Twenty checks in ten minutes, each up to {@code noise} off. */
  private static Trend of(DoubleUnaryOperator figure, double noise) {
    Random random = new Random(1);
    Trend trend = new Trend();
    for (int i = 1; i <= 20; i++) {
      double minute = i / 2.0;
      trend.add(minute, figure.applyAsDouble(minute) + noise * (2 * random.nextDouble() - 1));
    }
    return trend;
  }

  @Test
  void whatGrowsSteadilyIsALeak() {
    assertThat(of(minute -> 300 + 5 * minute, 4).isLeak()).isTrue();
    assertThat(of(minute -> 300 + 3 * minute, 1).isLeak()).isTrue();
  }

  @Test
  void whatFillsUpAndStaysIsNoLeak() {
    assertThat(of(minute -> 300 + 60 * (1 - Math.exp(-minute / 1.5)), 2).isLeak())
        .isFalse();
    assertThat(of(minute -> Math.min(300 + 20 * minute, 360), 2).isLeak()).isFalse();
  }

  @Test
  void whatGoesUpAndDownIsNoLeak() {
    assertThat(of(minute -> 300, 20).isLeak()).isFalse();
    assertThat(of(minute -> 300 + 30 * Math.sin(minute), 0).isLeak()).isFalse();
  }

  @Test
  void oneOddPointIsNoLeakAndHidesNone() {
    assertThat(of(minute -> minute == 10 ? 500 : 300, 2).isLeak()).isFalse();
    assertThat(of(minute -> minute == 10 ? 100 : 300 + 5 * minute, 2).isLeak()).isTrue();
  }

  @Test
  void aSlowLeakIsOneIfItGoesOnForLong() {
    Trend trend = new Trend();
    for (int i = 1; i <= 240; i++) {
      trend.add(i / 2.0, 300 + 0.3 * i / 2.0);
    }
    assertThat(trend.isLeak()).isTrue();
  }

  @Test
  void tooFewChecksCannotTellAndSaySo() {
    Trend trend = new Trend();
    assertThat(trend.describe()).isEqualTo("never measured");
    for (int i = 1; i <= 9; i++) {
      trend.add(i, 100 * i);
    }
    assertThat(trend.isLeak()).isFalse();
    assertThat(trend.describe()).contains("too few");
    trend.add(10, 1000);
    assertThat(trend.isLeak()).isTrue();
    assertThat(trend.describe()).doesNotContain("too few").contains("+100.00 MB a minute");
  }
}

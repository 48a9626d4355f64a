package dev.informant.apiserver.internal.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The expected values and words are those of Go's time.ParseDuration. */
@Timeout(30)
class GoDurationsTest {
  private static void refused(String text, String words) {
    assertThatThrownBy(() -> GoDurations.parse(text))
        .isInstanceOf(GoDurations.Malformed.class)
        .hasMessage("time: " + words);
  }

  @Test
  void partsAddUp() throws Exception {
    assertThat(GoDurations.parse("0")).isZero();
    assertThat(GoDurations.parse("+5s")).isEqualTo(5_000_000_000L);
    assertThat(GoDurations.parse("-1h2m3.5s")).isEqualTo(-3_723_500_000_000L);
    assertThat(GoDurations.parse(".5ms1us1\u00b5s1\u03bcs1ns")).isEqualTo(503_001L);
    assertThat(GoDurations.parse("1.s")).isEqualTo(1_000_000_000L);
    assertThat(GoDurations.parse("9223372036854775807ns")).isEqualTo(Long.MAX_VALUE);
    assertThat(GoDurations.parse("0.3333333333333333333h")).isEqualTo(1_200_000_000_000L);
    assertThat(GoDurations.parse("1s".repeat(20_000))).isEqualTo(20_000_000_000_000L);
  }

  @Test
  void whatIsNoDurationIsNamed() {
    for (String text : List.of("", "-", "s", ".", ".s", "x", "9223372036854775808ns", "3000000h")) {
      refused(text, "invalid duration \"" + text + "\"");
    }
    refused("3", "missing unit in duration \"3\"");
    refused("1.5", "missing unit in duration \"1.5\"");
    refused("1s-1s", "unknown unit \"s-\" in duration \"1s-1s\"");
    refused("1d", "unknown unit \"d\" in duration \"1d\"");
    refused("1\u00fc", "unknown unit \"\\xc3\\xbc\" in duration \"1\\xc3\\xbc\"");
  }
}

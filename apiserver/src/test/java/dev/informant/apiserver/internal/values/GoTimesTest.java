package dev.informant.apiserver.internal.values;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;

class GoTimesTest {
  @Test
  void timesComeOutInUtcToTheSecond() {
    assertThat(GoTimes.written("2026-01-01T00:00:00Z", false)).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(GoTimes.written("2026-01-01T00:00:00+02:00", false))
        .isEqualTo("2025-12-31T22:00:00Z");
    assertThat(GoTimes.written("2026-01-01T00:00:00,9999999999-23:59", false))
        .isEqualTo("2026-01-01T23:59:00Z");
  }

  @Test
  void microTimesComeOutInUtcWithSixDigits() {
    assertThat(GoTimes.written("2026-01-01T00:00:00.123456+01:30", true))
        .isEqualTo("2025-12-31T22:30:00.123456Z");
    assertThat(GoTimes.written("2026-01-01T00:00:00,500000Z", true))
        .isEqualTo("2026-01-01T00:00:00.500000Z");
  }

  @Test
  void theYearsBesideThoseThatGoReadsAreWrittenAndReadBackFromStorage() {
    assertThat(GoTimes.written("9999-12-31T23:59:59-12:00", false))
        .isEqualTo("10000-01-01T11:59:59Z");
    assertThat(GoTimes.written("0000-01-01T00:00:00+01:00", false))
        .isEqualTo("-0001-12-31T23:00:00Z");
    assertThat(GoTimes.written("10000-01-01T11:59:59Z", false)).isEqualTo("10000-01-01T11:59:59Z");
    assertThat(GoTimes.moment("-0001-12-31T23:00:00.000001Z", true))
        .isEqualTo(LocalDateTime.of(-1, 12, 31, 23, 0, 0, 1000));
    assertThat(GoTimes.time("10000-01-01T11:59:59Z")).contains("cannot parse");
  }

  @Test
  void goHasAZeroThatIsNoTime() {
    assertThat(GoTimes.written("0001-01-01T00:00:00Z", false)).isNull();
    assertThat(GoTimes.written("0001-01-01T01:00:00.000000+01:00", true)).isNull();
  }

  @Test
  void offsetsGoUpToAWholeDayAndAWholeHour() {
    assertThat(GoTimes.time("2026-01-01T00:00:00+24:60")).isNull();
    assertThat(GoTimes.time("2026-01-01T00:00:00+25:00"))
        .isEqualTo(
            "parsing time \"2026-01-01T00:00:00+25:00\": time zone offset hour out of range");
    assertThat(GoTimes.time("2026-01-01T00:00:00+99:99"))
        .isEqualTo(
            "parsing time \"2026-01-01T00:00:00+99:99\": time zone offset minute out of range");
  }

  @Test
  void whatIsNoTimeStaysAsItIsAndNamesNoMoment() {
    for (String none : new String[] {"", "Z", "x", "2026-02-30T00:00:00Z", "x-01-01T00:00:00Z"}) {
      assertThat(GoTimes.written(none, false)).isEqualTo(none);
      assertThat(GoTimes.moment(none, false)).as(none).isNull();
      assertThat(GoTimes.moment(none, true)).as(none).isNull();
    }
  }
}

package dev.informant.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Instants, durations and sizes are readable at a glance. */
final class ReadableTest {
  @Test
  void anInstantHasNoFractionsOfASecond() {
    assertThat(Readable.instant(Instant.parse("2026-03-01T10:00:07.123456789Z")))
        .isEqualTo("2026-03-01T10:00:07Z");
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0 ms",
    "PT0.0000001S, less than 1 ms",
    "PT0.9S, 900 ms",
    "PT3S, 3 s",
    "PT3.178235699S, 3.1 s",
    "PT42.9S, 42 s",
    "PT2M30S, 2 min",
    "PT119M59S, 119 min",
    "PT50H, 50 h",
    "PT-3S, -3 s",
    "PT-0.000000001S, less than 0 ms"
  })
  void aTimeHasOneNumberAndOneUnit(Duration time, String text) {
    assertThat(Readable.time(time)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 B", "812, 812 B", "4300, 4.2 KiB", "325058560, 310 MiB"})
  void aSizeHasOneNumberAndOneUnit(long bytes, String text) {
    assertThat(Readable.bytes(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 events", "1, 1 event", "2, 2 events"})
  void oneThingIsSingular(long number, String text) {
    assertThat(Readable.count(number, "event")).isEqualTo(text);
  }
}

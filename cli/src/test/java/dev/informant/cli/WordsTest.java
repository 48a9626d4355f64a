package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.source.SourceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class WordsTest {
  @Test
  void aStatusWithoutAReasonIsTheStatusAlone() {
    assertThat(Words.shortCause(SourceException.status(404, "", "not here"))).isEqualTo("404");
    assertThat(Words.shortCause(SourceException.status(503, "ServiceUnavailable", "")))
        .isEqualTo("503 ServiceUnavailable");
  }

  @Test
  void aCauseIsWithoutItsPlaceAndWithTimesAsPeopleReadThem() {
    assertThat(Words.shortCause(new IllegalStateException(
            "watch of pods/v1 at https://127.0.0.1:1: cut off after PT3.178235699S and 73 events")))
        .isEqualTo("cut off after 3.1 s and 73 events");
    assertThat(Words.shortCause(new IllegalStateException("silent for PT1H2M; PTO is no time")))
        .isEqualTo("silent for 62 min; PTO is no time");
  }

  @Test
  void oneThingIsSingular() {
    assertThat(Words.count(1, "pod")).isEqualTo("1 pod");
    assertThat(Words.count(0, "pod")).isEqualTo("0 pods");
    assertThat(Words.count(1000, "pod")).isEqualTo("1,000 pods");
  }
}

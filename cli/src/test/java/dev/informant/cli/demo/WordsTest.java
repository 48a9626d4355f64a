package dev.informant.cli.demo;

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
}

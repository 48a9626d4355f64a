package dev.informant.apiserver.internal.values;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class GoJsonTest {
  private static byte[] bytes(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[1,", "'abc", "{'a' 1}", "{'a':1,}", "{a:1}", "tru", "1.x", "<a/>"})
  void malformedTextsAreNamedWithTheirPlace(String text) {
    assertThat(GoJson.complaint(bytes(text))).contains("(line 1, column ");
  }

  @Test
  void emptyAndSurplusTextsAreNamed() {
    assertThat(GoJson.complaint(bytes(" "))).isEqualTo("unexpected end of JSON input");
    assertThat(GoJson.complaint(bytes("{} 1"))).isEqualTo("more than one value");
  }

  @Test
  void depthIsBounded() {
    assertThat(GoJson.complaint(bytes("[".repeat(1_000_000)))).contains("nesting depth");
  }

  @Test
  void bodiesAreSummarisedByTheirFirstThirtyBytes() {
    assertThat(GoJson.summary(new byte[0])).isEqualTo("<empty>");
    assertThat(GoJson.summary(bytes("[]"))).isEqualTo("5b5d");
    assertThat(GoJson.summary(bytes("{'metadata':{'name':'nokind'},'spec':{}}")))
        .isEqualTo("{\"metadata\":{\"name\":\"nokind\"}, ...");
  }

  @Test
  void duplicateFieldsAreFoundWithTheirPaths() {
    assertThat(DuplicateFields.in(
            bytes("{'a':1,'b':[{'c':1,'c':2},{'c':3}],'a':{'d':1,'d':1,'d':2}}")))
        .isEqualTo(List.of("b[0].c", "a", "a.d"));
    assertThat(DuplicateFields.in(bytes("{'a'"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
          yesterday                   | cannot parse "yesterday" as "2006"
          2026-08-22                  | cannot parse "" as "T"
          2026-08-22T10:00            | cannot parse "" as ":"
          2026-08-22T10:00:00         | cannot parse "" as "Z07:00"
          2026-08-22T10:00:00Zx       | extra text: "x"
          2026-13-22T10:00:00Z        | month out of range
          2026-02-30T10:00:00Z        | day out of range
          """)
  void timesAreRefusedInGosWords(String time, String end) {
    assertThat(GoTimes.time(time)).startsWith("parsing time \"" + time + "\"").endsWith(end);
  }

  @Test
  void timesAreTakenAsGoTakesThem() {
    assertThat(GoTimes.time("2026-08-22T10:00:00Z")).isNull();
    assertThat(GoTimes.time("2026-08-22T10:00:00.5+02:00")).isNull();
    assertThat(GoTimes.microTime("2026-08-22T10:00:00.123456Z")).isNull();
    assertThat(GoTimes.microTime("2026-08-22T10:00:00Z"))
        .endsWith("cannot parse \"Z\" as \".000000\"");
  }
}

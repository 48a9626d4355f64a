package dev.informant.apiserver.values;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class GoJsonTest {
  private static byte[] bytes(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          {                | unexpected end of JSON input
          [1,              | unexpected end of JSON input
          'abc             | unexpected end of JSON input
          {'a' 1}          | invalid character '1' after object key
          {'a':1 'b':2}    | invalid character '"' after object key:value pair
          {'a':1,}         | invalid character '}' looking for beginning of object key string
          {a:1}            | invalid character 'a' looking for beginning of object key string
          [1 2]            | invalid character '2' after array element
          {} x             | invalid character 'x' after top-level value
          tru              | invalid character ' ' in literal true (expecting 'e')
          nul]             | invalid character ']' in literal null (expecting 'l')
          -                | invalid character ' ' in numeric literal
          1.x              | invalid character 'x' after decimal point in numeric literal
          1e               | invalid character ' ' in exponent of numeric literal
          '\\x'            | invalid character 'x' in string escape code
          '\\u12g4'        | invalid character 'g' in \\u hexadecimal character escape
          <a/>             | invalid character '<' looking for beginning of value
          """)
  void malformedTextsAreNamedAsGoNamesThem(String text, String complaint) {
    assertThat(GoJson.complaint(bytes(text))).isEqualTo(complaint);
  }

  @Test
  void depthDoesNotOverflowTheStack() {
    assertThat(GoJson.complaint(bytes("[".repeat(1_000_000))))
        .isEqualTo("invalid character '[' exceeded max depth");
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

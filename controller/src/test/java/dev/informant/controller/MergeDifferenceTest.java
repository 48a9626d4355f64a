package dev.informant.controller;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The difference of two objects is a merge patch. */
class MergeDifferenceTest {
  private final ObjectMapper json = new ObjectMapper();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":1}             | {\"a\":1}                   | {}",
        "{\"a\":1}             | {\"a\":2}                   | {\"a\":2}",
        "{\"a\":1}             | {}                          | {\"a\":null}",
        "{}                    | {\"a\":{\"b\":1}}           | {\"a\":{\"b\":1}}",
        "{\"a\":{\"b\":1,\"c\":2}} | {\"a\":{\"b\":1,\"c\":3}} | {\"a\":{\"c\":3}}",
        "{\"a\":[1,2]}         | {\"a\":[1]}                 | {\"a\":[1]}",
        "{\"a\":{\"b\":1}}     | {\"a\":[1]}                 | {\"a\":[1]}",
        "{\"a\":1}             | {\"a\":null}                | {\"a\":null}",
        "{}                    | {\"a\":null}                | {}"
      })
  void itNamesWhatDiffersAndNothingElse(String before, String after, String patch)
      throws JsonProcessingException {
    assertThat(MergeDifference.between(json.readTree(before), json.readTree(after)))
        .isEqualTo(json.readTree(patch));
  }

  @Test
  void equalObjectsHaveNone() {
    assertThat(MergeDifference.between(json.createObjectNode(), json.createObjectNode()))
        .isEmpty();
  }
}

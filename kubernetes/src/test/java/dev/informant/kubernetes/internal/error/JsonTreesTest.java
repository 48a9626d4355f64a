package dev.informant.kubernetes.internal.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonTreesTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "true",
        "\"ä\\n\"",
        "[]",
        "{}",
        "[1, -2.5, 1e3, 12345678901, 123456789012345678901234567890, null, [false], {\"a\":[]}]",
        "{\"kind\":\"Status\",\"code\":410,\"details\":{\"causes\":[{\"reason\":\"x\"}]},\"code\":411}",
        "{} trailing"
      })
  void aTreeIsWhatAMapperMakesOfIt(String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    assertThat(JsonTrees.read(bytes)).isEqualTo(MAPPER.readTree(bytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[1", "{\"a\"", "{\"a\":", "{\"a\":}", "]", "x", "<html>"})
  void whatIsNoJsonIsRefused(String json) {
    assertThatThrownBy(() -> JsonTrees.read(json.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IOException.class);
  }

  @Test
  void whatIsNestedTooDeeplyIsRefused() {
    byte[] deep = "[".repeat(100_000).getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> JsonTrees.read(deep)).isInstanceOf(IOException.class);
  }
}

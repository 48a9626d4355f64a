package dev.informant.apiserver.internal.content;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.informant.apiserver.internal.kinds.Cells;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths of printer columns are followed as kubectl's library follows them. */
class JsonPathTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");

  private static JsonNode object() throws Exception {
    return new ObjectMapper()
        .readTree(
            "{\"kind\":\"Thing\",\"spec\":{\"only\":\"one\"},\"a.b\":{\"c/d\":\"dotted\"},\"none\":null,\"n\":2.5,"
                + "\"big\":1000000.0,\"truth\":true,\"at\":\"2026-01-01T00:00:00Z\",\"m\":{\"b\":\"<\",\"a\":[1]},"
                + "\"l\":[{\"type\":\"Ready\",\"n\":1,\"s\":\"True\"},{\"type\":\"Synced\",\"n\":5,\"s\":\"True\"},"
                + "{\"type\":\"Late\",\"n\":9,\"s\":\"False\",\"x\":{\"y\":1}}]}");
  }

  private static Object cell(String path, String type) throws Exception {
    JsonPath parsed = JsonPath.parse(path);
    return Cells.custom(parsed == null ? List.of() : parsed.find(object()), type, NOW);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ".kind | Thing",
        ".l[0].type | Ready",
        ".l[-1].type | Late",
        ".l[-1:].type | Late",
        ".l[1:].type | Synced",
        ".l[0:1].type | Ready",
        ".l[1,0].type | Synced",
        ".l[::2].type | Ready",
        ".l[*].type | Ready",
        ".l[].type | Ready",
        ".l[?(@.s=='True')].type | Ready",
        ".l[?(@.s!=\"True\")].type | Late",
        ".l[?(@.n>3)].type | Synced",
        ".l[?(@.n>=9)].type | Late",
        ".l[?(@.n<=1)].type | Ready",
        ".l[?(@.x)].type | Late",
        ".l[?(@.x.y == 1)].type | Late",
        ".l[?(@.type=='a)b')].type | ",
        "..type | Ready",
        ".spec.* | one",
        ".spec['only'] | one",
        ".a\\.b.c/d | dotted",
        "['a\\.b'].c/d | dotted",
        ".['kind'] | ",
        ".l[3].type | ",
        ".l[-4].type | ",
        ".l[2:1].type | ",
        ".l[::0].type | ",
        ".kind[0] | ",
        ".kind[?(@.a)] | ",
        ".l[?(@.n>'3')].type | ",
        ".l[?(@.n>3.5)].type | ",
        ".l[?(@.n=3)].type | ",
        ".l.type | ",
        ".missing.type | ",
        ".none.type | ",
        ".none | <no value>",
        ".n | 2.5",
        ".big | 1e+06",
        ".truth | true",
        ".m | {\"a\":[1],\"b\":\"\\u003c\"}",
      })
  void firstValueIsShownAsText(String path, String shown) throws Exception {
    assertThat(cell(path, "string")).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "integer | .l[0].n | 1",
        "integer | .n | 2",
        "integer | .kind | ",
        "number | .n | 2.5",
        "number | .truth | ",
        "boolean | .truth | true",
        "boolean | .kind | ",
        "date | .at | 10m",
        "date | .kind | <invalid>",
        "date | .n | ",
        "date | .none | ",
        "integer | .none | ",
      })
  void valueOfAnotherTypeIsNotShown(String type, String path, String shown) throws Exception {
    Object cell = cell(path, type);
    assertThat(cell == null ? null : cell.toString()).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".a[",
        ".a[x]",
        ".a[?(@.b",
        ".a[?(@.b)",
        ".a.....b",
        ".a['b",
        "'a",
        ".a#[",
        ".a[?('b\\q')]",
        ".l[99999999999999999999]"
      })
  void textThatIsNoPathIsNotRead(String text) {
    assertThat(JsonPath.parse(text)).isNull();
  }

  @Test
  void wordThatMeansNothingLeadsNowhere() throws Exception {
    assertThat(cell("range", "string")).isNull();
  }

  @Test
  void whatMultipliesWithoutEndFindsNothing() throws Exception {
    JsonNode deep = new ObjectMapper().readTree("{\"a\":".repeat(50) + "[1,2,3]" + "}".repeat(50));
    for (String path : List.of("['a','a']".repeat(50), "..a".repeat(25))) {
      JsonPath parsed = JsonPath.parse("." + "a" + path);
      assertThat(parsed).as(path).isNotNull();
      assertThat(Objects.requireNonNull(parsed).find(deep)).isEmpty();
    }
  }
}

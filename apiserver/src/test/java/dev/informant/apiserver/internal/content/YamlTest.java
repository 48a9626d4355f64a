package dev.informant.apiserver.internal.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.informant.apiserver.internal.core.UnreadableBody;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What YAML bodies mean, which are refused, and that what is written is read back. */
@Timeout(60)
class YamlTest {
  private static String json(String yaml) throws UnreadableBody {
    return Yaml.read(yaml.getBytes(UTF_8)).toString();
  }

  private static void refused(String yaml, String complaint) {
    assertThatThrownBy(() -> json(yaml))
        .isInstanceOf(UnreadableBody.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void aliasesAndMergeKeysAreExpanded() throws Exception {
    assertThat(json("a: &x foo\nb: *x\nc: &m {k: 1}\nd: [*m, *x]\n"))
        .isEqualTo("{\"a\":\"foo\",\"b\":\"foo\",\"c\":{\"k\":1},\"d\":[{\"k\":1},\"foo\"]}");
    assertThat(json("base: &b {x: 1, z: 2}\nown:\n  <<: *b\n  z: 3\n"))
        .isEqualTo("{\"base\":{\"x\":1,\"z\":2},\"own\":{\"x\":1,\"z\":3}}");
    assertThat(json("<<: [{a: 1}, {a: 2, b: 2}]\n")).isEqualTo("{\"a\":1,\"b\":2}");
    assertThat(json("\"<<\": {a: 1}\n")).isEqualTo("{\"<<\":{\"a\":1}}");
    refused("<<: 1\n", "map merge requires map");
    refused("a: *missing\n", "missing");
  }

  @Test
  void theLastOfEqualKeysCountsAndIsReported() throws Exception {
    String yaml = "a: 1\nb:\n  c: 1\n  c: 2\na: 3\n";
    assertThat(json(yaml)).isEqualTo("{\"a\":3,\"b\":{\"c\":2}}");
    assertThat(Yaml.duplicates(yaml.getBytes(UTF_8)))
        .containsExactly("duplicate field \"b.c\"", "duplicate field \"a\"");
    assertThat(Yaml.duplicates("a: 1\n".getBytes(UTF_8))).isEmpty();
  }

  @Test
  void aliasesThatExplodeAreRefused() {
    StringBuilder bomb = new StringBuilder("a: &a [x,x,x,x,x,x,x,x,x,x]\n");
    for (char name = 'b'; name < 'k'; name++) {
      String before = "*" + (char) (name - 1);
      bomb.append(name).append(": &").append(name).append(" [");
      bomb.append(String.join(",", Collections.nCopies(10, before))).append("]\n");
    }
    refused(bomb.toString(), "excessive aliasing");
    String repeated = "a: &a " + "x".repeat(1 << 20) + "\nb: [" + "*a,".repeat(90) + "1]\n";
    refused(repeated, "excessive aliasing");
  }

  @Test
  void depthIsBoundedInTheTextAndInAliases() {
    refused("[".repeat(20_000), "Depth exceeded max 1000");
    refused("a: &a [*a]\n", "max depth of 1000");
    StringBuilder chain = new StringBuilder("a0: &a0 [x]\n");
    for (int i = 1; i < 3_000; i++) {
      chain.append("a" + i + ": &a" + i + " [*a" + (i - 1) + "]\n");
    }
    refused(chain.toString(), "max depth of 1000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "yes|true",
        "No|false",
        "~|null",
        "nULL|\"nULL\"",
        "010|8",
        "0o10|8",
        "0x1F|31",
        "0b11|3",
        "-0x10|-16",
        "1_000|1000",
        "1e3|1000",
        "1.50|1.5",
        ".5|0.5",
        "18446744073709551615|18446744073709551615",
        "2020-01-01|\"2020-01-01\"",
        "1:30|\"1:30\"",
        "!!str 5|\"5\"",
        "!!binary aGk=|\"hi\"",
        "'5'|\"5\"",
      })
  void scalarsHaveTheTypesOfYaml11(String yaml, String expected) throws Exception {
    assertThat(json("v: " + yaml + "\n")).isEqualTo("{\"v\":" + expected + "}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{~: b}",
        "{{a: b}: c}",
        "v: !!int x",
        "v: !!binary a",
        "v: .nan",
        "v: -.inf",
        "a: ["
      })
  void whatJsonCannotSayIsRefused(String yaml) {
    refused(yaml + "\n", "yaml: ");
  }

  @Test
  void onlyTheFirstDocumentCounts() throws Exception {
    assertThat(json("---\na: 1\n---\nb: [\n")).isEqualTo("{\"a\":1}");
    assertThat(json("")).isEqualTo("{}");
    assertThat(json("# nothing\n")).isEqualTo("{}");
  }

  @Test
  void bytesThatAreNoCharactersAreRefused() {
    assertThatThrownBy(() -> Yaml.read(new byte[] {'a', ':', ' ', (byte) 0xff}))
        .isInstanceOf(UnreadableBody.class);
    refused("a: \u0001\n", "yaml: ");
  }

  @Test
  void whatIsWrittenIsReadBack() throws Exception {
    String all =
        "{\"a\":[],\"b\":{},\"c\":[{\"d\":\"x\\n y\\n\"},\"no\",\"0x1f\",\"\",\"- a\",\"a: b\",\" x\","
            + "\"\\u0007\",\"é😀\",1.5,-7,true,null,12345678901234567890],\"k\":{\"true\":\"1e3\"}}";
    String yaml = YamlText.of(new ObjectMapper().readTree(all));
    assertThat(Yaml.read(yaml.getBytes(UTF_8))).isEqualTo(Yaml.read(all.getBytes(UTF_8)));
    assertThat(json(yaml)).isEqualTo(new ObjectMapper().readTree(all).toString());
  }
}

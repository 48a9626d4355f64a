package dev.informant.apiserver.yaml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Go's YAML library makes of each of these; the expected values are its own. */
@Timeout(60)
class YamlReaderTest {
  private static String json(String yaml) throws YamlProblem {
    return YamlReader.read(yaml.getBytes(UTF_8)).toString();
  }

  private static void refused(String yaml, String complaint) {
    assertThatThrownBy(() -> json(yaml)).isInstanceOf(YamlProblem.class).hasMessage(complaint);
  }

  @Test
  void aliasesStandForWhatTheirAnchorsHold() throws Exception {
    assertThat(json("a: &x foo\nb: *x\nc: &m {k: 1}\nd: [*m, *x]\n"))
        .isEqualTo("{\"a\":\"foo\",\"b\":\"foo\",\"c\":{\"k\":1},\"d\":[{\"k\":1},\"foo\"]}");
    refused("a: *missing\n", "yaml: unknown anchor 'missing' referenced");
    refused("a: &a [*a]\n", "yaml: anchor 'a' value contains itself");
  }

  @Test
  void mergeKeysPutInWhatOthersHave() throws Exception {
    assertThat(json("base: &b {x: 1, z: 2}\nown:\n  <<: *b\n  z: 3\n"))
        .isEqualTo("{\"base\":{\"x\":1,\"z\":2},\"own\":{\"x\":1,\"z\":3}}");
    assertThat(json("<<: [{a: 1}, {a: 2, b: 2}]\n")).isEqualTo("{\"a\":1,\"b\":2}");
    assertThat(json("\"<<\": {a: 1}\n")).isEqualTo("{\"<<\":{\"a\":1}}");
    refused("<<: 1\n", "yaml: map merge requires map or sequence of maps as the value");
  }

  @Test
  void binaryIsDecoded() throws Exception {
    assertThat(json("a: !!binary aGk=\n")).isEqualTo("{\"a\":\"hi\"}");
    refused("a: !!binary a\n", "yaml: !!binary value contains invalid base64 data");
  }

  @Test
  void theLastOfEqualKeysCountsAndAStrictReaderSaysSo() throws Exception {
    String yaml = "a: 1\nb:\n  c: 1\n  c: 2\na: 3\n";
    assertThat(json(yaml)).isEqualTo("{\"a\":3,\"b\":{\"c\":2}}");
    assertThat(YamlReader.strictComplaint(yaml.getBytes(UTF_8)))
        .isEqualTo("yaml: unmarshal errors:\n  line 4: key \"c\" already set in map\n"
            + "  line 5: key \"a\" already set in map");
    assertThat(YamlReader.strictComplaint("a: 1\n".getBytes(UTF_8))).isNull();
  }

  @Test
  void aliasesThatExplodeAreRefused() {
    StringBuilder bomb = new StringBuilder("a: &a [x,x,x,x,x,x,x,x,x,x]\n");
    for (char name = 'b'; name < 'k'; name++) {
      String before = "*" + (char) (name - 1);
      bomb.append(name).append(": &").append(name).append(" [");
      bomb.append(String.join(",", java.util.Collections.nCopies(10, before))).append("]\n");
    }
    refused(bomb.toString(), "yaml: document contains excessive aliasing");
  }

  @Test
  void aLongTextIsNotMultipliedByAliases() {
    String yaml = "a: &a " + "x".repeat(1 << 20) + "\nb: [" + "*a,".repeat(90) + "1]\n";
    refused(yaml, "yaml: document contains excessive aliasing");
  }

  @Test
  void depthIsBoundedInTheTextAndInAliases() {
    refused("[".repeat(20_000), "yaml: exceeded max depth of 1000");
    StringBuilder chain = new StringBuilder("a0: &a0 x\n");
    for (int i = 1; i < 30_000; i++) {
      chain.append("a" + i + ": &a" + i + " [*a" + (i - 1) + "]\n");
    }
    refused(chain.toString(), "yaml: document contains excessive aliasing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "yes|true",
        "No|false",
        "on|true",
        "y|true",
        "~|null",
        "Null|null",
        "nULL|\"nULL\"",
        "010|8",
        "0o10|8",
        "08|8",
        "0x1F|31",
        "0b11|3",
        "-0x10|-16",
        "1_000|1000",
        "1e3|1000",
        "1.50|1.5",
        ".5|0.5",
        "1e999|\"1e999\"",
        "18446744073709551615|18446744073709551615",
        "2020-01-01|\"2020-01-01\"",
        "2020-13-01|\"2020-13-01\"",
        "1:30|\"1:30\"",
        "!!str 5|\"5\"",
        "!!float 3|3",
        "!!int 0x10|16",
        "!foo 5|\"5\"",
        "'5'|\"5\"",
        "! 5|5",
        "-|[null]"
      })
  void scalarsMeanWhatGoTakesThemFor(String yaml, String expected) throws Exception {
    assertThat(json(yaml.equals("-") ? "- \n" : yaml + "\n")).isEqualTo(expected);
  }

  @Test
  void keysThatAreNoTextsBecomeTexts() throws Exception {
    assertThat(json("{1: a, true: b, 1.5: c}\n"))
        .isEqualTo("{\"1\":\"a\",\"true\":\"b\",\"1.5\":\"c\"}");
    refused("{~: b}\n", "unsupported map key of type: %!s(<nil>), key: <nil>, value: \"b\"");
    refused("{{a: b}: c}\n", "yaml: invalid map key: map[interface {}]interface {}{\"a\":\"b\"}");
  }

  @Test
  void whatJsonCannotSayIsRefused() {
    refused("a: .nan\n", "json: unsupported value: NaN");
    refused("a: -.inf\n", "json: unsupported value: -Inf");
    refused("a: !!int x\n", "yaml: cannot decode !!str `x` as a !!int");
  }

  @Test
  void onlyTheFirstDocumentCounts() throws Exception {
    assertThat(json("---\na: 1\n---\nb: [\n")).isEqualTo("{\"a\":1}");
    assertThat(json("")).isEqualTo("null");
    assertThat(json("# nothing\n")).isEqualTo("null");
  }

  @Test
  void bytesThatAreNoCharactersAreNamed() {
    assertThatThrownBy(() -> YamlReader.read(new byte[] {'a', ':', ' ', (byte) 0xff}))
        .hasMessage("yaml: invalid leading UTF-8 octet");
    assertThatThrownBy(() -> YamlReader.read(new byte[] {'a', (byte) 0xe2, 'b', 'c'}))
        .hasMessage("yaml: invalid trailing UTF-8 octet");
    refused("a: \u0001\n", "yaml: control characters are not allowed");
  }
}

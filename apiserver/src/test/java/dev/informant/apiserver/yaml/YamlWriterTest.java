package dev.informant.apiserver.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** To the byte what Go's YAML library writes; the expected texts are its own. */
@Timeout(60)
class YamlWriterTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static String yaml(String json) throws Exception {
    return YamlWriter.write(JSON.readTree(json));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0x1f",
        "1e3",
        "2020-01-01",
        "2020-01-01T00:00:00Z",
        "yes",
        "no",
        "on",
        "OFF",
        "y",
        "N",
        "null",
        "~",
        "",
        "007",
        "1_000",
        "0b1",
        "0o7",
        "1.0",
        ".5",
        "-1",
        "+1",
        ".inf",
        ".NaN",
        "true",
        "False",
        "1:30",
        "190:20:30.15"
      })
  void whatLooksLikeAnotherTypeIsQuoted(String text) throws Exception {
    assertThat(YamlWriter.write(JSON.createObjectNode().put("a", text)))
        .isEqualTo("a: \"" + text + "\"\n");
    assertThat(YamlWriter.write(JSON.createObjectNode().put(text, 1)))
        .isEqualTo("\"" + text + "\": 1\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "a b",
        "0xzz",
        "1e",
        "2020-13-01",
        "yess",
        "nulL",
        "1e999",
        "a:b",
        "a#b",
        "<<",
        "-a",
        "?a",
        ":a",
        "1.2.3",
        "08:99",
        "é",
        "1 000",
        "=",
        "tRUE",
        "--a"
      })
  void whatCanOnlyBeATextStaysBare(String text) throws Exception {
    assertThat(YamlWriter.write(JSON.createObjectNode().put("a", text)))
        .isEqualTo("a: " + text + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- a", "? a", ": a", "#a", "a #b", "a: b", "a:", "[a", "{a", "*a", "&a", "!a", "|a", ">a",
        "%a", "@a", "`a", " a", "a ", ",a", "\"a", "---", "..."
      })
  void whatWouldBeReadAsStructureIsInSingleQuotes(String text) throws Exception {
    assertThat(YamlWriter.write(JSON.createObjectNode().put("a", text)))
        .isEqualTo("a: '" + text + "'\n");
  }

  @Test
  void controlsAndCharactersBeyond16BitsAreEscaped() throws Exception {
    assertThat(yaml("{\"a\":\"t\\tb\\u0000\\u001b\\u007f\\u00a0\\ufeff\\\"\\\\\"}"))
        .isEqualTo("a: \"t\\tb\\0\\e\\x7F\u00a0\\uFEFF\\\"\\\\\"\n");
    assertThat(YamlWriter.write(JSON.createObjectNode().put("a", "\ud83d\ude00")))
        .isEqualTo("a: \"\\U0001F600\"\n");
  }

  @Test
  void severalLinesAreALiteralBlock() throws Exception {
    assertThat(
            yaml(
                "{\"a\":\"x\\ny\\n\",\"b\":\"x\\n\\n y\",\"c\":\"x\\n\\n\",\"d\":\" x\\ny\",\"e\":\"x \\ny\"}"))
        .isEqualTo(
            "a: |\n  x\n  y\nb: |-\n  x\n\n   y\nc: |+\n  x\n\nd: |2-\n   x\n  y\ne: \"x \\ny\"\n");
    assertThat(yaml("{\"l\":[\"x\\ny\\n\",\"z\"],\"m\":{\"n\":\"x\\ny\"}}"))
        .isEqualTo("l:\n- |\n  x\n  y\n- z\nm:\n  \"n\": |-\n    x\n    y\n");
  }

  @Test
  void longLinesAreFoldedAfterColumn80() throws Exception {
    String words = "word ".repeat(30).strip();
    String yaml = YamlWriter.write(JSON.createObjectNode().put("key", words));
    assertThat(yaml.lines().count()).isEqualTo(2);
    assertThat(yaml.lines().findFirst().orElseThrow()).hasSize(84);
    assertThat(yaml).contains("\n  word");
    assertThat(YamlReader.read(yaml.getBytes(StandardCharsets.UTF_8)).path("key"))
        .isEqualTo(TextNode.valueOf(words));
  }

  @Test
  void keysAreInNaturalOrder() throws Exception {
    assertThat(yaml(
            "{\"a10\":1,\"a2\":1,\"B\":1,\"a\":1,\"_\":1,\"1\":1,\"a-b\":1,\"aB\":1,\"a01\":1}"))
        .isEqualTo("_: 1\n\"1\": 1\nB: 1\na: 1\na-b: 1\na01: 1\na2: 1\na10: 1\naB: 1\n");
  }

  @Test
  void listsAreNotIndentedBelowTheirKey() throws Exception {
    assertThat(
            yaml(
                "{\"a\":[1,{\"b\":[{\"c\":1,\"d\":{}}],\"e\":[]},[2,[3]]],\"f\":null,\"g\":1.5,\"h\":true}"))
        .isEqualTo(
            "a:\n- 1\n- b:\n  - c: 1\n    d: {}\n  e: []\n- - 2\n  - - 3\nf: null\ng: 1.5\nh: true\n");
  }

  @Test
  void numbersAreWrittenAsGoHasThem() throws Exception {
    assertThat(
            yaml(
                "{\"a\":18446744073709552000,\"b\":18446744073709551615,\"c\":1234567.5,\"d\":0.00001}"))
        .isEqualTo(
            "a: 1.8446744073709552e+19\nb: 18446744073709551615\nc: 1.2345675e+06\nd: 1e-05\n");
  }

  @Test
  void anItemOfAListIsWrittenAsItStandsInTheList() throws Exception {
    ByteArrayOutputStream item = new ByteArrayOutputStream();
    YamlWriter.itemPieces(JSON.readTree("{\"a\":{\"b\":\"x\\n\\ny\"},\"c\":1}"))
        .forEachRemaining(item::writeBytes);
    assertThat(item.toString(StandardCharsets.UTF_8))
        .isEqualTo("- a:\n    b: |-\n      x\n\n      y\n  c: 1\n");
  }

  @Test
  void keysThatAreTooLongForALineHaveAMarkOfTheirOwn() throws Exception {
    String key = "k".repeat(129);
    assertThat(YamlWriter.write(JSON.createObjectNode().put(key, 1)))
        .isEqualTo("? " + key + "\n: 1\n");
  }

  /** Many values, many lines, many words of a line that is long already. */
  @ParameterizedTest
  @ValueSource(strings = {"", "a\nb\n", "a b "})
  void whatIsDeepComesInPieces(String text) throws Exception {
    int depth = 900;
    JsonNode deep = text.isEmpty()
        ? JSON.readTree("[0" + ",0".repeat(2000) + "]")
        : TextNode.valueOf(text.repeat(1000));
    for (int i = 0; i < depth; i++) {
      deep = i % 2 == 0
          ? JSON.createObjectNode().set("é", deep)
          : JSON.createArrayNode().add(deep);
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    YamlWriter.pieces(deep).forEachRemaining(piece -> {
      assertThat(piece).hasSizeBetween(1, 100_000);
      all.writeBytes(piece);
    });
    assertThat(all.size()).isGreaterThan(1500 * depth);
    assertThat(YamlReader.read(all.toByteArray())).isEqualTo(deep);
  }

  @Test
  void whereAPieceEndsIsNotSeen() throws Exception {
    String text = "é".repeat(200_000);
    assertThat(YamlWriter.write(JSON.createObjectNode().put("a", text)))
        .isEqualTo("a: " + text + "\n");
  }
}

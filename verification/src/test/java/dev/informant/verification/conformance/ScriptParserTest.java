package dev.informant.verification.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The format of the {@code .http} files, and the errors of its parser. */
class ScriptParserTest {
  private static List<ConformanceScript> parse(String... lines) {
    return ScriptParser.parse("a.http", String.join("\n", lines).lines().toList());
  }

  private static Step.Exchange request(String... lines) {
    List<Step> steps = parse("### 9 create\n" + String.join("\n", lines)).get(0).steps();
    return (Step.Exchange) steps.get(steps.size() - 1);
  }

  private static String body(String... lines) {
    return new String(
        request("POST /x\n" + String.join("\n", lines)).body(), StandardCharsets.UTF_8);
  }

  @Test
  void aFileHasScriptsWithStepsInOrder() {
    List<ConformanceScript> scripts = parse(
        "# a comment",
        "### 3.2 continue tokens",
        "@also 16.6 16.5",
        "@fresh",
        "GET /a",
        "GET /b",
        "",
        "### 9 create",
        "GET /c");
    assertThat(scripts)
        .extracting(ConformanceScript::id)
        .containsExactly("3.2 continue tokens", "9 create");
    assertThat(scripts.get(0).section()).isEqualTo("3.2");
    assertThat(scripts.get(0).also()).containsExactly("16.6", "16.5");
    assertThat(scripts).extracting(ConformanceScript::fresh).containsExactly(true, false);
    assertThat(scripts.get(0).steps()).extracting(Step::label).containsExactly("GET /a", "GET /b");
  }

  @Test
  void requestsHaveHeadersCapturesAndABody() {
    Step.Exchange step = request(
        "PATCH /x?a=1 #3",
        "Content-Type: application/merge-patch+json",
        "Authorization:",
        "Accept:",
        "X-Quoted: \"a \"",
        "@capture rv = /metadata/resourceVersion",
        "{\"a\":1}");
    assertThat(step.label()).isEqualTo("PATCH /x?a=1 #3");
    assertThat(step.method()).isEqualTo("PATCH");
    assertThat(step.path()).isEqualTo("/x?a=1");
    assertThat(step.headers())
        .isEqualTo(Map.of(
            "Content-Type", "application/merge-patch+json", "Authorization", "", "X-Quoted", "a "));
    assertThat(step.captures()).isEqualTo(Map.of("rv", "/metadata/resourceVersion"));
    assertThat(step.body()).asString(StandardCharsets.UTF_8).isEqualTo("{\"a\":1}");
  }

  @Test
  void bodiesAreJsonUnlessAHeaderSaysOtherwise() {
    assertThat(request("POST /x", "{}").headers())
        .isEqualTo(Map.of("Content-Type", "application/json"));
    assertThat(request("POST /x", "Content-Type:", "{}").headers()).isEmpty();
    assertThat(request("POST /x").headers()).isEmpty();
  }

  @Test
  void bodiesAreJsonLinesBlocksQuotedTextsOrBase64() {
    assertThat(body("[1, 2]")).isEqualTo("[1, 2]");
    assertThat(body("<<<", "a: 1", "### no script", "", ">>>")).isEqualTo("a: 1\n### no script\n");
    assertThat(body("\"a\\u0000\\tb\"")).isEqualTo("a\u0000\tb");
    assertThat(body("base64 aGk=")).isEqualTo("hi");
  }

  @Test
  void repeatedTextsAreExpandedInPathsAndBodiesAndLabels() {
    assertThat(body("{\"a\":\"${3 * \"xy\"}\"}")).isEqualTo("{\"a\":\"xyxyxy\"}");
    assertThat(body("<<<", "${2 * \"{\\\"a\\\":\"}", ">>>")).isEqualTo("{\"a\":{\"a\":");
    assertThat(request("GET /x?a=${2 * \"m\"}").label()).isEqualTo("GET /x?a=mm");
  }

  @Test
  void stepsOfWatchesSocketsAndWaits() {
    assertThat(parse(
                "### 4 changes",
                "GET /a",
                "@compare head",
                "GET /a #2",
                "@compare order",
                "WATCH /w?watch=1 as w&x #2",
                "Accept: a/b",
                "TAKE 2 from w&x",
                "FINISH w&x",
                "SOCKET /s",
                "@messages 3",
                "COMPACT",
                "AWAIT /c",
                "@until /status/phase = Active",
                "@until /metadata/uid exists")
            .get(0)
            .steps())
        .containsExactly(
            new Step.Head("head of GET /a", "/a", Map.of()),
            new Step.Order("order of GET /a #2", "/a"),
            new Step.Open("WATCH /w?watch=1 #2", "w&x", "/w?watch=1", Map.of("Accept", "a/b")),
            new Step.Take("take w&x", "w&x", 2),
            new Step.Finish("finish w&x", "w&x"),
            new Step.Socket("SOCKET /s", "/s", Map.of(), 3),
            new Step.Compact("compact"),
            new Step.Await(
                "await /c",
                "/c",
                List.of(
                    new Condition("/status/phase", Condition.Operator.EQUALS, "Active"),
                    new Condition("/metadata/uid", Condition.Operator.EXISTS, ""))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "GET /a; GET /a | 2 | has a step \"GET /a\" already; end the line with \" #2\"",
        "GET /a; GET /a #2; GET /a #2 | 3 | already; end the line with \" #3\"",
        "GET a | 1 | GET has no valid path: \"a\"; begin it with a slash",
        "GET | 1 | GET has no valid path: \"\"; begin it with a slash",
        "get /a | 1 | the line is no step, header, option or body; begin a step with",
        "WATCH /a | 1 | WATCH is incomplete; write \"WATCH /path as name\"",
        "TAKE 1 from w | 1 | no watch \"w\" is open; open it with \"WATCH path as w\"",
        "WATCH /a as w; TAKE some from w | 2 | the number of events is no number: \"some\"",
        "FINISH | 1 | FINISH is incomplete; write \"FINISH name\"",
        "SOCKET /a | 1 | SOCKET reads no messages; add \"@messages 1\"",
        "AWAIT /a | 1 | AWAIT waits for nothing; add",
        "AWAIT /a; @until /b is c | 2 | @until has no known condition; write",
        "AWAIT /a; @until /b = | 2 | @until has no known condition; write",
        "AWAIT /a; @until b exists | 2 | \"b\" is no JSON pointer; begin it with a slash",
        "GET /${rv} | 1 | no earlier step captures ${rv}; add \"@capture rv = /pointer\"",
        "GET /a; @capture rv | 2 | @capture is incomplete; write",
        "GET /a; @captures rv = /b | 2 | unknown option @captures; use @also",
        "GET /a; @compare body | 2 | @compare does not know \"body\"; write \"head\"",
        "GET /a; @until /a exists | 2 | GET does not take @until; write it below AWAIT only",
        "COMPACT; {} | 2 | COMPACT does not take a body; write it below a request only",
        "COMPACT; A: b | 2 | COMPACT has no headers; write them below a request",
        "POST /a; {}; {} | 3 | the request has a body already; begin another step",
        "POST /a; {}; A: b | 3 | the header comes after the body; write headers first",
        "POST /a; A: b; A: c | 3 | the request has a header A already; remove one",
        "POST /a; <<<; a | 2 | the body has no end; close it with a line >>>",
        "POST /a; \"a | 2 | the quoted text is no JSON string; end it with",
        "POST /a; base64 ? | 2 | the body is no base64; write all of it on this line",
        "POST /a; {${99999999999 * \"a\"}} | 2 | the factor is no number: \"99999999999\"",
        "GET /a; @also 3.2 | 2 | @also belongs to no script; write it directly below",
      })
  void mistakesAreReportedWithLineAndRemedy(String lines, int line, String message) {
    assertThatThrownBy(() -> parse("### 9 create", lines.replace("; ", "\n")))
        .isInstanceOf(ScriptSyntaxException.class)
        .hasMessageStartingWith("a.http:" + (line + 1) + ": ")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET /a", "A: b", "{}", "@fresh", "### create", "###"})
  void linesOutsideOfAScriptAreMistakes(String text) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(ScriptSyntaxException.class)
        .hasMessageStartingWith("a.http:1: ");
  }
}

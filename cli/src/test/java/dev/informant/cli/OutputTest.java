package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class OutputTest {
  /** Title of a window, bell, return, C1's CSI, delete, override, isolate, half a character. */
  private static final String HOSTILE =
      "a\u001b]0;owned\u0007b\rc\u009b31md\u007fe\u202ef\u2066g\ud83dh\u2028i\nj";

  private static final String SHOWN =
      "a\\u001b]0;owned\\u0007b\\rc\\u009b31md\\u007fe\\u202ef\\u2066g\\ud83dh\\u2028i\\nj";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Output output(Terminals terminals) {
    return new Output(Sink.utf8(out), Sink.utf8(err), terminals);
  }

  private static Terminals terminals(String descriptors, String columns, Map<String, String> more) {
    return Terminals.of(descriptors, columns, more);
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String remarked() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatATerminalWouldObeyIsShownInstead() {
    output(Terminals.NONE).line(HOSTILE);
    assertThat(printed()).isEqualTo(SHOWN + System.lineSeparator());
  }

  @Test
  void stylesAreObeyedAndNothingElse() {
    output(terminals("012", "", Map.of("TERM", "xterm")))
        .line(Text.of(Text.Style.ADDED, HOSTILE).plus(" plain \u001b[31m"));
    assertThat(printed().stripTrailing())
        .isEqualTo("\u001b[32m" + SHOWN + "\u001b[0m plain \\u001b[31m");
  }

  @Test
  void remarksMayHaveLinesAndNothingElseThatIsObeyed() {
    output(Terminals.NONE).note("first\nsecond\u001b[2J\u009b");
    assertThat(remarked().lines()).containsExactly("first", "second\\u001b[2J\\u009b");
  }

  @Test
  void ordinaryTextOfAnyLanguageIsLeftAlone() {
    String text = "Zürich 東京 \ud83d\ude00 עברית \\n";
    output(Terminals.NONE).line(text);
    assertThat(printed().stripTrailing()).isEqualTo(text);
  }

  @Test
  void jsonHasNothingThatATerminalObeysAndMeansTheSame() throws Exception {
    JsonNode tree = JsonNodeFactory.instance.objectNode().put(HOSTILE, HOSTILE + "Zürich");
    output(Terminals.NONE).jsonLine(tree);
    output(Terminals.NONE).json(tree);
    assertThat(printed().chars().filter(each -> each != '\n' && each != '\r'))
        .allMatch(each -> !Character.isISOControl(each) && each != '\u202e' && each != '\u2066');
    assertThat(printed()).contains("Zürich");
    ObjectMapper json = new ObjectMapper();
    String line = printed().lines().findFirst().orElseThrow();
    assertThat(json.readTree(line)).isEqualTo(tree);
    assertThat(json.readTree(printed().substring(line.length()))).isEqualTo(tree);
  }

  @Test
  void progressIsShownWhereTheRemarksGoToATerminal() {
    output(terminals("02", "", Map.of("TERM", "xterm"))).progress("half");
    assertThat(remarked()).isEqualTo("\r\u001b[Khalf");
  }

  @Test
  void progressIsNotWrittenToAFileOrADumbTerminal() {
    output(terminals("01", "", Map.of("TERM", "xterm"))).progress("half");
    output(terminals("012", "", Map.of("TERM", "dumb"))).progress("half");
    output(terminals("012", "", Map.of())).progress("half");
    assertThat(remarked()).isEmpty();
  }

  @Test
  void progressNeverFillsMoreThanALine() {
    output(terminals("2", "20", Map.of("TERM", "xterm"))).progress("x".repeat(50));
    assertThat(remarked()).isEqualTo("\r\u001b[K" + "x".repeat(19));
  }

  @Test
  void coloursAreForTerminalsThatAreNotToldOtherwise() {
    assertThat(terminals("012", "", Map.of("TERM", "xterm")).colours()).isTrue();
    assertThat(terminals("012", "", Map.of("TERM", "xterm", "NO_COLOR", "")).colours())
        .isTrue();
    assertThat(terminals("012", "", Map.of("TERM", "xterm", "NO_COLOR", "1")).colours())
        .isFalse();
    assertThat(terminals("02", "", Map.of("TERM", "xterm")).colours()).isFalse();
    assertThat(terminals("012", "", Map.of("TERM", "dumb")).colours()).isFalse();
  }

  /** A full disk. */
  private static OutputStream full(String message) {
    return new OutputStream() {
      @Override
      public void write(int octet) throws IOException {
        throw new IOException(message);
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"completion bash", "--help", "help watch", "serve --seconds 1"})
  void aWriteThatFailsIsAnErrorOfOneLineWithItsExitCode(String line) {
    Run run = Run.of(Terminals.NONE, out -> full("No space left on device"), line.split(" "));
    assertThat(run.exitCode()).isEqualTo(ExitCode.OUTPUT);
    assertThat(run.err().lines())
        .containsExactly(
            "error: cannot write the output: No space left on device; the output is incomplete");
  }

  @ParameterizedTest
  @ValueSource(strings = {"completion bash", "--help", "help watch", "serve --seconds 1"})
  void aReaderThatIsGoneIsNoError(String line) {
    Run run = Run.of(Terminals.NONE, out -> full("Broken pipe"), line.split(" "));
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
  }

  @Test
  void aTableIsAsWideAsItsRowsAndNoWiderThanTheTerminal() {
    Table table = new Table("KIND", "OBJECTS", "TIME");
    table.row("customresourcedefinitions.apiextensions.k8s.io/v1", "12", "3 s");
    table.row("pods/v1", "1,234", "12 ms");
    table.remark("secrets/v1", "403 Forbidden");
    table.print(output(Terminals.NONE));
    assertThat(printed().lines())
        .containsExactly(
            "KIND                                               OBJECTS   TIME",
            "customresourcedefinitions.apiextensions.k8s.io/v1       12    3 s",
            "pods/v1                                              1,234  12 ms",
            "secrets/v1                                         403 Forbidden");
    out.reset();
    table.print(output(terminals("012", "40", Map.of("TERM", "xterm", "NO_COLOR", "1"))));
    assertThat(printed().lines())
        .containsExactly(
            "KIND                      OBJECTS   TIME",
            "customresourcedefinitio…       12    3 s",
            "pods/v1                     1,234  12 ms",
            "secrets/v1                403 Forbidden");
  }
}

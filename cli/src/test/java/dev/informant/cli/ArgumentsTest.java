package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ArgumentsTest {
  private static final String NOBODY_LISTENS = """
      apiVersion: v1
      kind: Config
      clusters: [{name: gone, cluster: {server: "http://127.0.0.1:1"}}]
      users: [{name: me, user: {token: secret-token}}]
      contexts: [{name: gone, context: {cluster: gone, user: me}}]
      current-context: gone
      """;

  @TempDir
  private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"demo", "watch", "sync", "doctor", "serve", "completion", "help"})
  void everyHelpHasExamplesAndExitCodes(String command) {
    Run run = Run.of(command, "--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("Examples:", "informant " + command, "Usage:", "Exit codes:", "130");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void withoutACommandTheHelpIsShown() {
    assertThat(Run.of().out())
        .contains("demo", "watch", "sync", "doctor", "serve", "Examples:")
        .isEqualTo(Run.of("--help").out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo", "watch", "sync", "doctor", "serve", "completion", "help"})
  void helpAsACommandIsTheHelpOfTheCommand(String command) {
    Run run = Run.of("help", command);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo(Run.of(command, "--help").out());
  }

  @Test
  void helpOfNothingIsTheOverview() {
    assertThat(Run.of("help").out()).isEqualTo(Run.of("--help").out());
    assertThat(Run.of("help", "wacth").err())
        .contains("unknown command 'wacth'; did you mean watch?");
  }

  @Test
  void numbersThatMeanNothingAreNamedWithTheirFlag() {
    assertThat(Run.of("watch", "pods", "--seconds", "-5").err()).contains("--seconds", "-5");
    assertThat(Run.of("sync", "--timeout", "0").err()).contains("--timeout", "not 0");
    assertThat(Run.of("serve", "--pods", "1", "--rate", "Infinity").err())
        .contains("--rate", "Infinity");
    assertThat(Run.of("watch", "pod/a/b").err()).contains("pod/a/b", "KIND/NAME");
  }

  @Test
  void theVersionIsToldAsTextAndAsJson() throws Exception {
    String text = Run.of("--version").out().strip();
    assertThat(text).matches("informant \\d+\\.\\d+\\.\\d+\\S*");
    Run json = Run.of("--version", "-o", "json");
    assertThat(json.exitCode()).isZero();
    assertThat("informant "
            + new ObjectMapper().readTree(json.out()).path("version").asText())
        .isEqualTo(text);
    Matcher built = Pattern.compile("<version>([^<]+)</version>")
        .matcher(Files.readString(Path.of("..", "pom.xml")));
    assertThat(built.find()).isTrue();
    assertThat(text).as("the version of the build").isEqualTo("informant " + built.group(1));
  }

  @Test
  void aMisspeltCommandNamesTheNearest() {
    Run run = Run.of("dmo");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("unknown command 'dmo'; did you mean demo?", "informant --help");
    assertThat(Run.of("wacth", "pods").err()).contains("'wacth'; did you mean watch?");
    assertThat(Run.of("watch", "pods", "--nonsense").err()).contains("error: unknown option");
  }

  @Test
  void wrongFlagsAreUsageErrorsOfTwoLines() {
    Stream.of(
            new String[] {"demo", "--pods", "many"},
            new String[] {"demo", "--pods", "-1"},
            new String[] {"demo", "--seconds", "-1"},
            new String[] {"demo", "-o", "yaml"},
            new String[] {"serve", "--port", "70000"},
            new String[] {"serve", "--rate", "5"},
            new String[] {"serve", "--fail", "42"},
            new String[] {"watch"},
            new String[] {"watch", "pods", "--nonsense"},
            new String[] {"watch", "pods/"},
            new String[] {"watch", "pod/a", "-A"},
            new String[] {"watch", "pods", "-n", "default", "-A"},
            new String[] {"watch", "pods", "-l", "a==b="},
            new String[] {"watch", "pods", "--field-selector", "phase"},
            new String[] {"watch", "pod/a/b"},
            new String[] {"watch", "pods", "--seconds", "-5"},
            new String[] {"sync", "--all", "pods"},
            new String[] {"completion", "bash", "-o", "json"},
            new String[] {"-o", "json"},
            new String[] {"-o", "json", "completion", "bash"},
            new String[] {"sync", "--timeout", "0"},
            new String[] {"sync", "--timeout", "-3"},
            new String[] {"serve", "--pods", "1", "--rate", "Infinity"},
            new String[] {"serve", "--pods", "1", "--rate", "NaN"},
            new String[] {"serve", "--host", "203.0.113.7"},
            new String[] {"help", "wacth"},
            new String[] {"completion", "fish"})
        .forEach(args -> {
          Run run = Run.of(args);
          assertThat(run.exitCode()).as(String.join(" ", args)).isEqualTo(ExitCode.USAGE);
          assertThat(run.err().lines().count()).as(run.err()).isBetween(1L, 2L);
          assertThat(run.err()).startsWith("error: ").doesNotContain("\tat ");
          assertThat(run.out()).isEmpty();
        });
  }

  @Test
  void theChoicesOfAFlagAreNamedAsTheyAreTyped() {
    assertThat(Run.of("watch", "pods", "-o", "yaml").err())
        .contains("expected text, wide, json, name but was 'yaml'");
    assertThat(Run.of("completion", "fish").err()).contains("expected bash, zsh but was 'fish'");
  }

  @Test
  void aMissingKubeconfigIsNamed() {
    Path file = directory.resolve("none");
    Run run = Run.of("watch", "pods", "--kubeconfig", file.toString());
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(file.toString(), "no such file");
  }

  @Test
  void anUnknownContextNamesThoseThereAre() throws Exception {
    Run run = Run.of("watch", "pods", "--kubeconfig", gone(), "--context", "other");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("\"other\"", "[gone]");
  }

  @Test
  void anUnreachableServerIsNamed() throws Exception {
    for (String command : new String[] {"watch", "sync", "doctor"}) {
      Run run = Run.of(command, "pods", "--kubeconfig", gone());
      assertThat(run.exitCode()).as(command).isEqualTo(ExitCode.UNREACHABLE);
      assertThat(run.err())
          .contains("http://127.0.0.1:1", "refused", "--context")
          .doesNotContain("secret-token", "\tat ");
    }
  }

  @Test
  void debugShowsWhereAnErrorComesFrom() throws Exception {
    Run run = Run.of("watch", "pods", "--debug", "--kubeconfig", gone());
    assertThat(run.exitCode()).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(run.err()).contains("\tat dev.informant").doesNotContain("secret-token");
  }

  @Test
  void completionNamesCommandsAndFlags() {
    assertThat(Run.of("completion", "bash").out())
        .contains("complete -F", "informant", "--field-selector", "--headless");
    assertThat(Run.of("completion", "zsh").out()).contains("bashcompinit", "--headless");
  }

  private String gone() throws Exception {
    return Files.writeString(directory.resolve("kubeconfig"), NOBODY_LISTENS).toString();
  }
}

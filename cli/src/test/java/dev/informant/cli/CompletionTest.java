package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The completion in the shells it is for; skipped where a shell is missing. */
@Timeout(300)
class CompletionTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource({
    "informant dem, demo",
    "informant watch --field, --field-selector",
    "informant watch pods -o js, json",
    "informant sync --al, --all",
    "./informant completion z, zsh"
  })
  void bashOffersTheOnlyEnd(String line, String end) throws Exception {
    assertThat(bash(line.split(" "))).containsExactly(end);
  }

  @Test
  void bashOffersEveryCommandAndEveryFlag() throws Exception {
    assertThat(bash("informant", ""))
        .containsExactlyInAnyOrder(
            "demo", "watch", "sync", "doctor", "serve", "completion", "help");
    assertThat(bash("informant", "help", ""))
        .containsExactlyInAnyOrderElementsOf(bash("informant", ""));
    assertThat(bash("informant", "watch", "dep")).containsExactly("deployments");
    String help = Run.of("serve", "--help").out();
    List<String> flags = Stream.of(help.substring(help.indexOf("Options:")).split("[\\s,=]+"))
        .filter(word -> word.matches("--[a-z-]+"))
        .distinct()
        .toList();
    assertThat(flags).contains("--port", "--kubeconfig");
    assertThat(bash("informant", "serve", "--")).containsAll(flags);
  }

  @ParameterizedTest
  @CsvSource({
    "informant dem, informant demo",
    "informant watch --field, informant watch --field-selector",
    "informant watch pods -o js, informant watch pods -o json",
    "./informant completion ba, ./informant completion bash"
  })
  void zshCompletesWhatIsTyped(String typed, String completed) throws Exception {
    String zsh = shell("zsh");
    List<String> said = run(zsh, "-f", resource("complete.zsh"), script("zsh"), typed);
    assertThat(said).hasSize(1);
    assertThat(said.get(0).strip()).isEqualTo(completed);
  }

  private List<String> bash(String... words) throws Exception {
    List<String> command =
        new ArrayList<>(List.of(shell("bash"), resource("complete.bash"), script("bash")));
    command.addAll(Arrays.asList(words));
    return run(command.toArray(String[]::new));
  }

  private static String shell(String name) {
    for (String place : String.valueOf(System.getenv("PATH")).split(File.pathSeparator)) {
      File file = new File(place, name);
      if (file.canExecute()) {
        return file.getPath();
      }
    }
    assumeTrue(false, "there is no " + name + " on this machine");
    return "";
  }

  private String script(String shell) throws IOException {
    return Files.writeString(
            folder.resolve("completion"), Run.of("completion", shell).out())
        .toString();
  }

  private static String resource(String name) throws URISyntaxException {
    return Path.of(
            Objects.requireNonNull(CompletionTest.class.getResource(name)).toURI())
        .toString();
  }

  private List<String> run(String... command) throws Exception {
    Path err = folder.resolve("err");
    Process process = new ProcessBuilder(command).redirectError(err.toFile()).start();
    try {
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assumeTrue(process.exitValue() != 77, "this zsh has no zsh/zpty");
      assertThat(process.exitValue()).as(Files.readString(err)).isZero();
      return said.lines().toList();
    } finally {
      process.destroyForcibly();
    }
  }
}

package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The first commands that the pages show do what the pages say, as they stand there. */
@Timeout(300)
class GettingStartedPageTest {
  private static final Path DOCS = Path.of("..", "docs");

  @TempDir
  private Path folder;

  /** The words of the command of {@code page} that begins so, with a kubeconfig of this test. */
  private List<String> command(String page, String begin) throws Exception {
    String line = Files.readString(DOCS.resolve(page))
        .lines()
        .filter(each -> each.startsWith("./informant " + begin))
        .findFirst()
        .orElseThrow();
    Path kubeconfig = folder.resolve("kubeconfig");
    List<String> words = new ArrayList<>(List.of(line.replaceFirst("#.*", "")
        .replace("/tmp/kubeconfig", kubeconfig.toString())
        .strip()
        .split("\\s+")));
    words.remove(0);
    if (!words.contains("--kubeconfig")) {
      words.addAll(List.of("--kubeconfig", kubeconfig.toString()));
    }
    return words;
  }

  private static String[] words(List<String> command) {
    return command.toArray(String[]::new);
  }

  @Test
  void aServerThatLivesIsWatchedExaminedAndMeasured() throws Exception {
    Process serve =
        Processes.start(folder.resolve("err"), words(command("getting-started.md", "serve")));
    try (BufferedReader lines = Processes.output(serve)) {
      assertThat(lines.readLine()).startsWith("serving http").contains("200 pods");
      assertThat(lines.readLine()).startsWith("kubeconfig ");

      Run watch = Run.until(
          line -> line.contains(" changed "), words(command("getting-started.md", "watch")));
      assertThat(watch.exitCode()).as(watch.err()).isZero();
      assertThat(watch.lines()).anyMatch(line -> line.startsWith("--- "));

      Run doctor = Run.of(words(command("operations.md", "doctor")));
      assertThat(doctor.exitCode()).as(doctor.out() + doctor.err()).isZero();

      Run sync = Run.of(words(command("operations.md", "sync")));
      assertThat(sync.exitCode()).as(sync.out() + sync.err()).isZero();
      assertThat(sync.lines())
          .anyMatch(line -> line.startsWith("pods/v1"))
          .anyMatch(line -> line.startsWith("deployments.apps/v1"));
    } finally {
      serve.destroy();
      assertThat(serve.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
  }
}

package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.informant.apiserver.ApiServer;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What only a process of its own can show: signals, pipes and the environment. */
@Timeout(300)
class ProcessTest {
  @TempDir
  private Path folder;

  private Process start(Map<String, String> environment, String... args) throws IOException {
    return Processes.start(folder.resolve("err"), environment, args);
  }

  private static BufferedReader output(Process process) {
    return Processes.output(process);
  }

  private String errors() throws IOException {
    return Files.readString(folder.resolve("err"));
  }

  private static void interrupt(Process process) throws Exception {
    assumeFalse(
        ignoresInterrupts(process), "this was started in the background, with SIGINT ignored");
    Process kill = new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start();
    assertThat(kill.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).isZero();
  }

  /** What a shell starts in the background ignores SIGINT, and so does all that comes of it. */
  private static boolean ignoresInterrupts(Process process) throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.exists(status)) {
      return false;
    }
    String ignored = Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .map(line -> line.substring("SigIgn:".length()).strip())
        .findFirst()
        .orElse("0");
    return (Long.parseUnsignedLong(ignored, 16) & 0b10) != 0;
  }

  @Test
  void anInterruptEndsAWatchWithItsExitCodeAndWithoutAWord() throws Exception {
    try (ApiServer server = ApiServer.builder().plainHttp().start()) {
      Path kubeconfig = server.writeKubeconfig(folder.resolve("kubeconfig"));
      Process watch = start(Map.of(), "watch", "ns", "--kubeconfig", kubeconfig.toString());
      try (BufferedReader lines = output(watch)) {
        String line = lines.readLine();
        while (line != null && !line.startsWith("---")) { // the end of the initial list
          line = lines.readLine();
        }
        assertThat(line).as(errors()).isNotNull();
        interrupt(watch);
        assertThat(watch.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(watch.exitValue()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(errors()).isEmpty();
      } finally {
        watch.destroyForcibly();
      }
    }
  }

  @Test
  void anInterruptedServerTakesItsTemporaryKubeconfigAlong() throws Exception {
    Process serve = start(Map.of(), "serve");
    try (BufferedReader lines = output(serve)) {
      lines.readLine();
      String line = String.valueOf(lines.readLine());
      assertThat(line).as(errors()).startsWith("kubeconfig ");
      Path file = Path.of(line.substring("kubeconfig ".length()));
      assertThat(file).exists();
      interrupt(serve);
      assertThat(serve.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(serve.exitValue()).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(file).doesNotExist();
    } finally {
      serve.destroyForcibly();
    }
  }

  @Test
  void aPipeThatIsClosedEndsTheCommandInSilence() throws Exception {
    Process help = start(Map.of(), "completion", "bash");
    help.getInputStream().close();
    assertThat(help.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(errors()).isEmpty();
  }

  @Test
  void whatIsPrintedIsUtf8InEveryLocale() throws Exception {
    try (ApiServer server = ApiServer.builder().plainHttp().start();
        KubernetesClient client = new KubernetesClientBuilder()
            .withConfig(Config.fromKubeconfig(server.kubeconfig()))
            .build()) {
      client
          .resource(new ConfigMapBuilder()
              .withNewMetadata()
              .withName("towns")
              .withNamespace("default")
              .endMetadata()
              .addToData("one", "Zürich 東京")
              .build())
          .create();
      Path kubeconfig = server.writeKubeconfig(folder.resolve("kubeconfig"));
      Process watch = start(
          Map.of("LC_ALL", "C"),
          "watch",
          "cm",
          "-o",
          "json",
          "--kubeconfig",
          kubeconfig.toString());
      try (BufferedReader lines = output(watch)) {
        assertThat(lines.readLine()).as(errors()).contains("Zürich 東京");
      } finally {
        watch.destroyForcibly();
      }
    }
  }

  @Test
  void helpIsUtf8InEveryLocale() throws Exception {
    Process help = start(Map.of("LC_ALL", "C"), "sync", "--help");
    try (BufferedReader lines = output(help)) {
      assertThat(lines.lines()).anyMatch(line -> line.contains("deployments, …"));
    } finally {
      help.destroyForcibly();
    }
  }

  @Test
  void aFullDiskIsNoBrokenPipe() throws Exception {
    assumeTrue(Files.isWritable(Path.of("/dev/full")), "there is no /dev/full on this machine");
    Process completion = new ProcessBuilder(Processes.command("completion", "bash"))
        .redirectOutput(Path.of("/dev/full").toFile())
        .redirectError(folder.resolve("err").toFile())
        .start();
    try {
      assertThat(completion.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(completion.exitValue()).isEqualTo(ExitCode.OUTPUT);
      assertThat(errors().lines()).hasSize(1);
      assertThat(errors()).startsWith("error: cannot write the output: ");
    } finally {
      completion.destroyForcibly();
    }
  }

  @Test
  void theFilesOfTheKubeconfigVariableAreMerged() throws Exception {
    try (ApiServer server = ApiServer.builder().plainHttp().start()) {
      Path served = server.writeKubeconfig(folder.resolve("served"));
      Path other = Files.writeString(
          folder.resolve("other"),
          "current-context: elsewhere\ncontexts:\n- name: elsewhere\n  context:\n"
              + "    cluster: informant\n    user: informant\n    namespace: kube-system\n");
      String both = other + System.getProperty("path.separator") + served;
      Process watch = start(Map.of("KUBECONFIG", both), "watch", "ns", "--context", "nowhere");
      assertThat(watch.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(watch.exitValue()).isEqualTo(ExitCode.USAGE);
      assertThat(errors())
          .contains(
              "context \"nowhere\" not found", "elsewhere", other.toString(), served.toString());
    }
  }
}

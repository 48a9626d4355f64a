package dev.informant.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ServeCommandTest {
  @TempDir
  private Path directory;

  @Test
  void theKubeconfigIsWrittenWhereAskedFor() throws Exception {
    Path file = directory.resolve("kubeconfig");
    Run run = Run.of("serve", "--tls", "--seconds", "1", "--kubeconfig", file.toString());
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("serving https://127.0.0.1:", "kubeconfig " + file);
    assertThat(file).content().contains("server: https://127.0.0.1:", "current-context");
  }

  @Test
  void withoutAFileItsPathIsPrintedAndGoneAtTheEnd() throws Exception {
    Run run = Run.of("serve", "--seconds", "1", "-o", "json");
    assertThat(run.exitCode()).isZero();
    Path file =
        Path.of(new ObjectMapper().readTree(run.out()).path("kubeconfig").asText());
    assertThat(file).doesNotExist();
    assertThat(run.out()).contains("http://127.0.0.1:");
  }

  @Test
  void aPortInUseIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Run run = Run.of("serve", "--port", Integer.toString(taken.getLocalPort()));
      assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(run.err()).contains(":" + taken.getLocalPort(), "in use", "choose another port");
    }
  }

  @Test
  void anAddressOfAnotherMachineIsToldFromAPortInUse() {
    Run run = Run.of("serve", "--host", "203.0.113.7");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .contains("203.0.113.7", "the host does not have this address", "--host")
        .doesNotContain("port in use", "choose another port");
  }

  @Test
  void aDirectoryThatDoesNotExistIsNamed() {
    Path file = directory.resolve("nowhere").resolve("kubeconfig");
    Run run = Run.of("serve", "--kubeconfig", file.toString());
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(file.toString(), "--kubeconfig");
    assertThat(Files.exists(file)).isFalse();
  }
}

package dev.informant.verification.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code verification/control-plane/start} leaves nothing behind, whenever a signal ends it. */
@RealCluster
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ControlPlaneCommandTest {
  private @TempDir Path temporary;

  @Test
  void aSignalDuringTheStartRemovesTheDirectory() throws Exception {
    Process command = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("java.class.path"),
            ControlPlaneCommand.class.getName())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
    try {
      var never = new CountDownLatch(1);
      while (directories() == 0 && command.isAlive()) {
        never.await(10, TimeUnit.MILLISECONDS);
      }
      assertThat(command.isAlive()).isTrue();
      command.destroy(); // SIGTERM
      assertThat(command.waitFor(4, TimeUnit.MINUTES)).isTrue();
      assertThat(directories()).isZero();
    } finally {
      command.destroyForcibly();
    }
  }

  private long directories() throws IOException {
    try (Stream<Path> entries = Files.list(temporary)) {
      return entries
          .filter(entry -> entry.getFileName().toString().startsWith("informant-control-plane"))
          .count();
    }
  }
}

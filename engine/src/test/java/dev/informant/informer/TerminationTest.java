package dev.informant.informer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program that closes queue, workers and informers in a shutdown hook loses no queued work to SIGTERM. */
@Timeout(120)
final class TerminationTest {
  @Test
  void whatIsQueuedWhenTheSignalComesIsFinishedBeforeTheProgramEnds()
      throws IOException, InterruptedException {
    Process program = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            "target/classes" + File.pathSeparator + "target/test-classes",
            TerminatedProgram.class.getName())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
    try (BufferedReader output = program.inputReader()) {
      assertThat(output.readLine()).isEqualTo("working");
      program.toHandle().destroy(); // SIGTERM; of a Process it would close the output
      assertThat(output.readLine())
          .isEqualTo("drained true, " + TerminatedProgram.ITEMS + " items");
      assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      program.destroyForcibly();
    }
  }
}

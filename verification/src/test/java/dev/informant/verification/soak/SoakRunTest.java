package dev.informant.verification.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.verification.chaos.Churn;
import dev.informant.verification.chaos.Companion;
import dev.informant.verification.chaos.FaultSequence;
import dev.informant.verification.chaos.RawApi;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SoakRunTest {
  @TempDir
  Path directory;

  @Test
  @Timeout(60)
  // The faults are never started, so they need no control plane.
  void aProgramThatDiesIsReportedAndIsAFailure() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream console = System.out;
    try (Companion dead =
        Companion.start("the soaked program", directory.resolve("log"), List.of("false"))) {
      RawApi api = new RawApi(URI.create("https://127.0.0.1:1"), "t", SSLContext.getDefault());
      Churn churn = new Churn(api, List.of(Churn.CONFIG_MAPS), 10, 1, 1);
      FaultSequence faults = new FaultSequence(null, List.of(), List.of(), 1, 1000);
      System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
      assertThat(new SoakRun(api, churn, faults, dead, 10, directory.resolve("log"))
              .follow(1000, 1000))
          .isFalse();
    } finally {
      System.setOut(console);
    }
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("writes ", "faults ", "heap ")
        .contains("FAILED       the soaked program ended with 1")
        .contains("NOT CLEAN");
  }
}

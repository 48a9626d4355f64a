package dev.informant.verification.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.informant.verification.controlplane.Binaries;
import dev.informant.verification.controlplane.RealCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * A real kube-apiserver and the embedded one side by side, and the real one against what was recorded of it: a
 * recording that no longer says what the server says is found here. It has a control plane of its own, because the
 * scripts expect an empty one and restart it.
 */
@RealCluster
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealClusterConformanceTest {
  private Target embedded;
  private Target real;
  private Recorded recorded;
  private KnownDifferences known;

  @BeforeAll
  void start() throws IOException, InterruptedException {
    recorded = Recorded.load();
    known = KnownDifferences.load();
    embedded = Target.embedded();
    real = Target.real(Binaries.find().orElseThrow());
  }

  @AfterAll
  void stop() throws IOException {
    if (embedded != null) {
      embedded.close();
    }
    if (real != null) {
      real.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> bothAnswerTheSameAndTheRecordingIsRight() throws IOException {
    return Conformance.scripts().stream()
        .map(script -> DynamicTest.dynamicTest(script.id(), () -> check(script)));
  }

  private void check(ConformanceScript script) throws InterruptedException {
    Map<String, JsonNode> wanted = Conformance.ask(real, script);
    Map<String, List<String>> rotten = Conformance.same(recorded.of(script), wanted);
    assertThat(rotten)
        .as("recorded otherwise; run verification/conformance/run --record")
        .isEmpty();
    Map<String, AnswerDifference> differences =
        Conformance.differences(wanted, Conformance.ask(embedded, script));
    List<String> wrong = new ArrayList<>();
    differences.forEach((step, found) -> {
      if (found.isExact() && !known.contains(script, step)) {
        wrong.add(step + ": " + found);
      }
    });
    assertThat(wrong).isEmpty();
  }
}

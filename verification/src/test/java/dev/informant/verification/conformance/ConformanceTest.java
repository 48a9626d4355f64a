package dev.informant.verification.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The embedded server against what a real kube-apiserver answered. */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformanceTest {
  private final Target embedded = Target.embedded();
  private Recorded recorded;
  private KnownDifferences known;

  @BeforeAll
  void load() throws IOException {
    recorded = Recorded.load();
    known = KnownDifferences.load();
  }

  @AfterAll
  void stop() throws IOException {
    embedded.close();
  }

  @Test
  void thereAreAtLeastThreeHundredExchanges() {
    int exchanges =
        Conformance.scripts().stream().mapToInt(ConformanceScript::exchanges).sum();
    assertThat(exchanges).isGreaterThanOrEqualTo(300);
  }

  @Test
  void everyListedDifferenceIsOneOfAStepAndHasAReason() {
    List<String> steps = Conformance.scripts().stream()
        .flatMap(script -> script.steps().stream().map(step -> script.id() + " | " + step.label()))
        .toList();
    assertThat(steps).containsAll(known.reasons().keySet());
    assertThat(known.reasons().values()).allSatisfy(reason -> assertThat(reason).isNotBlank());
  }

  @TestFactory
  Stream<DynamicTest> answersAreThoseOfARealServer() {
    return Conformance.scripts().stream()
        .map(script -> DynamicTest.dynamicTest(script.id(), () -> check(script)));
  }

  private void check(ConformanceScript script) throws InterruptedException {
    Map<String, JsonNode> answers = Conformance.ask(embedded, script);
    Map<String, List<String>> differences = Conformance.differences(recorded.of(script), answers);
    List<String> wrong = new ArrayList<>();
    answers.keySet().forEach(step -> {
      List<String> found = differences.get(step);
      if (found != null && !known.contains(script, step)) {
        wrong.add(step + ": " + found);
      } else if (found == null && known.contains(script, step)) {
        wrong.add(step + ": is equal now; take it off known-differences.txt");
      }
    });
    assertThat(wrong).as(script.id()).isEmpty();
  }
}

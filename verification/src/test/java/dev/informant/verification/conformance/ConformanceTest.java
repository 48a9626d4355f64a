package dev.informant.verification.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Compares the embedded server with the recorded answers of a real kube-apiserver. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformanceTest {
  private final Map<ConformanceScript, Map<String, AnswerDifference>> differences =
      new LinkedHashMap<>();
  private Recorded recorded;
  private KnownDifferences known;
  private DeletedSteps deleted;
  private int answers;

  @BeforeAll
  void askEverything() throws IOException, InterruptedException {
    recorded = Recorded.load();
    known = KnownDifferences.load();
    deleted = DeletedSteps.load();
    try (Target embedded = Target.embedded()) {
      for (ConformanceScript script : Conformance.scripts()) {
        Map<String, JsonNode> given = Conformance.ask(embedded, script);
        answers += given.size();
        differences.put(script, Conformance.differences(recorded.of(script), given));
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> answersAreThoseOfARealServer() {
    return differences.entrySet().stream()
        .map(entry -> DynamicTest.dynamicTest(
            entry.getKey().id(), () -> check(entry.getKey(), entry.getValue())));
  }

  private void check(ConformanceScript script, Map<String, AnswerDifference> found) {
    List<String> wrong = new ArrayList<>();
    for (Step step : script.steps()) {
      AnswerDifference difference = found.get(step.label());
      boolean differs = difference != null && difference.isExact();
      boolean listed = known.contains(script, step.label());
      if (differs && !listed) {
        wrong.add(step.label() + ": " + difference);
      } else if (!differs && listed) {
        wrong.add(step.label() + ": is equal now; remove it from known-differences.txt");
      }
    }
    assertThat(wrong).as(script.id()).isEmpty();
  }

  @Test
  void equalAnswersAreAsManyAsThePublishedNumbersState() throws IOException {
    List<AnswerDifference> all =
        differences.values().stream().flatMap(found -> found.values().stream()).toList();
    assertThat(ConformanceNumbers.of(answers, deleted.answers(), all))
        .as(
            "numbers.txt; verification/conformance/run writes it unless fewer are equal than before")
        .isEqualTo(ConformanceNumbers.load());
  }

  @Test
  void everyListedDifferenceIsOneOfAStep() {
    List<String> steps = differences.keySet().stream()
        .flatMap(script -> script.steps().stream().map(step -> script.id() + " | " + step.label()))
        .toList();
    assertThat(steps).containsAll(known.reasons().keySet());
  }

  @Test
  void everyRecordedAnswerIsOfAStepOrOfADeletedOne() {
    assertThat(deleted.mistakes(List.copyOf(differences.keySet()), recorded)).isEmpty();
  }
}

package dev.informant.verification.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A recorded answer is either compared or listed as deleted. */
class DeletedStepsTest {
  private static final Recorded RECORDED = new Recorded(Map.of(
      "9 create",
      Map.of("GET /a", JsonNodeFactory.instance.nullNode()),
      "9 update",
      Map.of(
          "GET /b",
          JsonNodeFactory.instance.nullNode(),
          "GET /b #2",
          JsonNodeFactory.instance.nullNode())));

  private static List<String> mistakes(DeletedSteps deleted, String... lines) {
    return deleted.mistakes(ScriptParser.parse("a.http", List.of(lines)), RECORDED);
  }

  private static DeletedSteps deleted(String... steps) {
    return new DeletedSteps(
        Arrays.stream(steps).collect(Collectors.toMap(step -> step, step -> "why")));
  }

  @Test
  void removedStepsMustBeListed() {
    assertThat(mistakes(deleted(), "### 9 create", "GET /a", "### 9 update", "GET /b #2"))
        .containsExactly(
            "recorded, but in no script: add it to deleted.txt: 9 update | GET /b | why");
    assertThat(mistakes(
            deleted("9 update | GET /b"), "### 9 create", "GET /a", "### 9 update", "GET /b #2"))
        .isEmpty();
  }

  @Test
  void completeScriptsAreListedWithTheirNumberOfAnswers() {
    assertThat(mistakes(deleted("9 update | all 2"), "### 9 create", "GET /a")).isEmpty();
    assertThat(mistakes(deleted("9 update | all 3"), "### 9 create", "GET /a"))
        .containsExactly("deleted.txt: the script had 2 answers: 9 update | all 3");
    assertThat(deleted("9 update | all 2", "9 create | GET /a").answers()).isEqualTo(3);
  }

  @Test
  void listedStepsMustBeRemoved() {
    assertThat(mistakes(deleted("9 create | GET /a", "9 update | all 2"), "### 9 create", "GET /a"))
        .containsExactly("in a script and in deleted.txt: remove it from one: 9 create | GET /a");
  }
}

package dev.informant.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

class SeedsTest {
  private static final List<Long> DRAWN = new ArrayList<>();

  @BeforeEach
  void forget() {
    DRAWN.clear();
  }

  @AfterEach
  void reset() {
    System.clearProperty("informant.seed");
  }

  static class Samples {
    @Seeds(100)
    void passes(RandomGenerator random) {
      DRAWN.add(random.nextLong());
    }

    @Seeds(100)
    void failsAtTheThird(RandomGenerator random) {
      DRAWN.add(random.nextLong());
      assertThat(DRAWN).hasSizeLessThan(3);
    }
  }

  private static TestExecutionSummary run(String method) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectMethod(Samples.class, method, RandomGenerator.class.getName()))
                .build(),
            listener);
    return listener.getSummary();
  }

  @Test
  void eachSeedIsRunOnceAndDrawsOtherValues() {
    TestExecutionSummary summary = run("passes");
    assertThat(summary.getTestsSucceededCount()).isEqualTo(1);
    assertThat(new HashSet<>(DRAWN)).hasSize(100);
    List<Long> first = List.copyOf(DRAWN);
    DRAWN.clear();
    run("passes");
    assertThat(DRAWN).isEqualTo(first);
  }

  @Test
  void aFailureNamesItsSeedAndTheWayToRepeatIt() {
    TestExecutionSummary summary = run("failsAtTheThird");
    assertThat(summary.getFailures())
        .singleElement()
        .satisfies(failure -> assertThat(failure.getException())
            .hasMessageContaining("seed 2 failed")
            .hasMessageContaining("-Dtest=Samples#failsAtTheThird -Dinformant.seed=2")
            .hasCauseInstanceOf(AssertionError.class));
    assertThat(DRAWN).hasSize(3);
  }

  @Test
  void aSeedCanBeRepeatedAlone() {
    run("passes");
    long third = DRAWN.get(2);
    DRAWN.clear();
    System.setProperty("informant.seed", "2");
    run("passes");
    assertThat(DRAWN).containsExactly(third);
  }
}

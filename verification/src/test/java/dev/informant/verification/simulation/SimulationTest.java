package dev.informant.verification.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A few dozen seeds; the command runs any number of them. */
@Timeout(900)
class SimulationTest {
  private static final Logger ENGINE = Logger.getLogger("dev.informant");
  private static final int SEEDS = 24;

  @BeforeAll
  static void silenceTheEngine() {
    ENGINE.setLevel(Level.OFF);
  }

  @AfterAll
  static void letTheEngineSpeak() {
    ENGINE.setLevel(null);
  }

  @Test
  void thePromisesHoldWhateverGoesWrong() {
    long writes = 0;
    long faults = 0;
    double hours = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      SimulationResult result = Simulation.run(seed, /* hours= */ 1, /* traceLines= */ 0);
      assertThat(result.violations()).as("seed %d", seed).isEmpty();
      writes += result.writes();
      faults += result.faults().values().stream().mapToLong(Long::longValue).sum();
      hours += result.simulated().toSeconds() / 3600.0;
    }
    assertThat(writes / hours).as("writes in a simulated hour").isGreaterThan(200);
    assertThat(faults / hours).as("faults in a simulated hour").isGreaterThan(20);
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    SimulationResult first = Simulation.run(4711, /* hours= */ 1, /* traceLines= */ 100_000);
    SimulationResult second = Simulation.run(4711, /* hours= */ 1, /* traceLines= */ 100_000);
    assertThat(second.trace()).isEqualTo(first.trace()).hasSizeGreaterThan(500);
    assertThat(second).isEqualTo(first);
  }

  @Test
  void anotherSeedGivesAnotherRun() {
    assertThat(Simulation.run(1, 1, 0).traceHash())
        .isNotEqualTo(Simulation.run(2, 1, 0).traceHash());
  }

  @Test
  void theTraceDoesNotChangeTheRun() {
    assertThat(Simulation.run(5, 1, 10).traceHash())
        .isEqualTo(Simulation.run(5, 1, 0).traceHash());
  }
}

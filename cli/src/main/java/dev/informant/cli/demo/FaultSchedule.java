package dev.informant.cli.demo;

import java.time.Duration;
import java.util.List;

/** The faults of a demo without keys: each at a fixed fraction of the run time. Used by one thread. */
public final class FaultSchedule {
  private record Step(double at, Runnable action) {}

  private final List<Step> steps;
  private int next;

  public FaultSchedule(DemoFaults faults, Duration length) {
    Duration storm = Duration.ofMillis(Math.max(500, length.toMillis() / 10));
    this.steps = List.of(
        new Step(0.10, faults::cutWatches),
        new Step(0.20, () -> faults.slowHandlers(true)),
        new Step(0.30, faults::compact),
        new Step(0.40, faults::poison),
        new Step(0.45, () -> faults.slowHandlers(false)),
        new Step(0.50, () -> faults.storm(storm)),
        new Step(0.75, faults::cutWatches),
        new Step(0.80, faults::poison),
        new Step(0.85, faults::compact));
  }

  /** Does what is due after this part of the time. */
  public void advance(double part) {
    while (next < steps.size() && steps.get(next).at() <= part) {
      steps.get(next++).action().run();
    }
  }
}

package dev.informant.verification.simulation;

import java.util.ArrayList;
import java.util.List;

/** The broken promises of a run, as they are found. The first ends the run. */
final class Violations {
  private final List<Violation> found = new ArrayList<>();
  private final RunTrace trace;

  Violations(RunTrace trace) {
    this.trace = trace;
  }

  void report(String promise, String who, String what) {
    trace.note(who, promise + " broken: " + what, "", found.size());
    found.add(new Violation(promise, who, what));
  }

  boolean any() {
    return !found.isEmpty();
  }

  List<Violation> found() {
    return List.copyOf(found);
  }
}

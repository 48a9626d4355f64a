package dev.informant.verification.simulation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Leaves out of a run that breaks a promise whatever it breaks the promise without: first faults, in ever smaller
 * groups, then the lines of the trace that concern others. Stateless.
 */
final class MinimalTrace {
  private static final int MOST_RUNS = 150;
  private static final int ALL_LINES = 1_000_000;
  private static final int LAST_LINES = 50;

  private MinimalTrace() {}

  static List<String> of(long seed, int hours) {
    SimulationResult whole = Simulation.run(seed, hours, 0);
    if (whole.violations().isEmpty()) {
      return List.of();
    }
    String promise = promise(whole);
    int all = whole.faultCount();
    BitSet needed = new BitSet();
    needed.set(0, all);
    int runs = 0;
    for (int group = Math.max(1, all / 2); group >= 1 && runs < MOST_RUNS; group /= 2) {
      for (int from = 0; from < all && runs < MOST_RUNS; from += group) {
        BitSet fewer = (BitSet) needed.clone();
        fewer.clear(from, Math.min(all, from + group));
        if (fewer.equals(needed)) {
          continue;
        }
        runs++;
        if (promise(Simulation.run(seed, hours, 0, fewer::get)).equals(promise)) {
          needed = fewer;
        }
      }
    }
    BitSet left = needed;
    SimulationResult least = Simulation.run(seed, hours, ALL_LINES, left::get);
    List<String> lines = new ArrayList<>();
    lines.add(needed.cardinality() + " of " + all + " faults are needed (" + runs + " runs)");
    lines.addAll(concerning(least));
    return lines;
  }

  private static String promise(SimulationResult result) {
    return result.violations().isEmpty() ? "" : result.violations().get(0).promise();
  }

  /** The faults, and what happened last to the informer whose promise is broken. */
  private static List<String> concerning(SimulationResult result) {
    String informer = result.violations().get(0).informer();
    // The whole name: informer-1 has nothing to do with informer-10.
    Predicate<String> concerned =
        Pattern.compile("\\b" + Pattern.quote(informer) + "\\b").asPredicate();
    List<String> lines = result.trace();
    int last = lines.size() - 1;
    while (last > 0 && !lines.get(last).contains(" broken: ")) {
      last--;
    }
    List<String> kept = new ArrayList<>();
    int own = 0;
    for (int i = last; i >= 0; i--) {
      String line = lines.get(i);
      boolean fault = line.contains(" fault ");
      if (fault || (own < LAST_LINES && concerned.test(line))) {
        own += fault ? 0 : 1;
        kept.add(0, line);
      }
    }
    return kept;
  }
}

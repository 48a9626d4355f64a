package dev.informant.verification.simulation;

import dev.informant.informer.InformerState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Holds what an informer says about itself against what happened: since when, and because of what. It is asked whenever
 * nothing is left to do before time moves on, so a state that is new then began after the time before.
 */
final class StateChecker {
  /**
   * How an answer ended that its client did not give up.
   *
   * @param failure null if it ended well
   * @param alone whether nothing else can be wrong with it: what came before a connection broke may have been worse
   */
  record Outcome(@Nullable String failure, boolean alone) {}

  private final String name;
  private final ClientRuntime runtime;
  private final Violations violations;
  private final List<Outcome> outcomes = new ArrayList<>();
  private final Instant made;
  private final long jumpsWhenMade;
  private Instant lookedAt;
  private long jumps;
  private @Nullable InformerState before;
  private @Nullable Instant warmSince;
  private long jumpsWhenWarm;

  StateChecker(String name, ClientRuntime runtime, Violations violations) {
    this.name = name;
    this.runtime = runtime;
    this.violations = violations;
    this.made = runtime.now();
    this.jumpsWhenMade = runtime.jumps();
    this.lookedAt = made;
  }

  /** An answer has failed, or come to its end. */
  void ended(Outcome outcome) {
    outcomes.add(outcome);
  }

  void check(InformerState state) {
    if (jumps == runtime.jumps()) {
      checkSince(state);
    }
    boolean isNew = before == null || !before.since().equals(state.since());
    if (state instanceof InformerState.BackingOff && isNew) {
      checkCause(state);
    } else if (state instanceof InformerState.Warm) {
      if (!state.since().equals(warmSince)) {
        warmSince = state.since();
        jumpsWhenWarm = runtime.jumps();
      }
      if (state.cause() != null && (before == null || before.cause() != state.cause())) {
        checkCause(state);
      }
    }
    jumps = runtime.jumps();
    lookedAt = runtime.now();
    before = state;
    outcomes.clear();
  }

  private void checkSince(InformerState state) {
    boolean asBefore = before != null && before.since().equals(state.since());
    if (state instanceof InformerState.Warm) {
      asBefore = warmSince == null
          ? mayHaveBegun(state.since()) // it listed when it was looked at, which has failed
          : warmSince.equals(state.since()); // since it was loaded, whatever has failed meanwhile
    } else if (state instanceof InformerState.Watching && before instanceof InformerState.Warm) {
      // it watched before it was confirmed; times from before and after a jump say nothing of each
      // other
      asBefore = jumpsWhenWarm != runtime.jumps()
          || !state.since().isBefore(before.since()) && !state.since().isAfter(runtime.now());
    }
    if (!asBefore && (state.since().isBefore(lookedAt) || state.since().isAfter(runtime.now()))) {
      violations.report(
          "G7",
          name,
          "began between " + lookedAt + " and " + runtime.now() + ", but says " + state);
    }
  }

  /** Whether it is between the informer's beginning and now, as far as clocks tell. */
  private boolean mayHaveBegun(Instant time) {
    return jumpsWhenMade != runtime.jumps() || !time.isBefore(made) && !time.isAfter(runtime.now());
  }

  /** Only a stream that ended well is no cause; where every answer failed, one of them is. */
  private void checkCause(InformerState state) {
    Throwable cause = state.cause();
    boolean allFailed = outcomes.stream().allMatch(outcome -> outcome.failure() != null);
    if (cause == null) {
      if (allFailed) {
        violations.report("G7", name, "waits after " + outcomes + ", but gives no cause: " + state);
      }
    } else if (!outcomes.isEmpty()
        && outcomes.stream().allMatch(Outcome::alone)
        && !isNamed(cause)) {
      violations.report("G7", name, "waits after " + outcomes + ", but because of " + cause);
    }
  }

  private boolean isNamed(Throwable cause) {
    StringBuilder said = new StringBuilder();
    for (Throwable each = cause; each != null; each = each.getCause()) {
      said.append(each).append('\n');
    }
    String text = said.toString().toLowerCase(Locale.ROOT);
    return outcomes.stream()
        .map(Outcome::failure)
        .anyMatch(failure -> failure != null && text.contains(failure.toLowerCase(Locale.ROOT)));
  }
}

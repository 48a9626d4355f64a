package dev.informant.verification.scripted;

import org.jspecify.annotations.Nullable;

/** What a script wants from the informer's owner next: to execute a step, or to know that it has ended. */
public sealed interface ClientStep {
  /** Execute it, then call {@link ScriptedServer#done} or {@link ScriptedServer#failed} with the index. */
  record Execute(int index, Scenario.Step step) implements ClientStep {}

  /**
   * The script has ended.
   *
   * @param outcome {@code completed}, or {@code step N (what): why}
   */
  record Ended(String outcome) implements ClientStep {
    public boolean isCompleted() {
      return outcome.equals("completed");
    }
  }

  /** Executes client steps on behalf of {@link ScriptedServer#run}. */
  @FunctionalInterface
  interface Executor {
    /** Returns null when the step has ended as it should, otherwise why it has not. May block. */
    @Nullable
    String execute(int index, Scenario.Step step);
  }
}

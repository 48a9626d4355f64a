package dev.informant.controller;

import java.util.List;

/**
 * How controllers are now. Immutable.
 *
 * @param ready whether every cache is synced: a standby is ready, too
 * @param live whether no run exceeds its deadline and no informer is stuck: if not, restart the program. A lease that cannot be
 *     renewed is only a problem: a restart does not help
 * @param problems what is wrong, for people; empty if nothing is
 */
public record ControllerHealth(boolean ready, boolean live, List<String> problems) {
  public ControllerHealth {
    problems = List.copyOf(problems);
  }

  /** One line for the body of a probe's answer. */
  @Override
  public String toString() {
    return problems.isEmpty() ? "ok" : String.join("; ", problems);
  }
}

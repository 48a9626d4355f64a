package dev.informant.informer;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How informers were when somebody looked. Immutable.
 *
 * @param problems what keeps them from being ready or live; empty if all is well
 */
public record Health(List<Problem> problems) {
  /** What a problem means to whoever runs the program. */
  public enum Impact {
    /** The cache is not complete yet: do not send work here. */
    NOT_READY,
    /** Something does not move any more, and will not by itself: restart the program. */
    STUCK
  }

  /**
   * One thing that is wrong.
   *
   * @param informer its name
   * @param what in words
   * @param cause the failure behind it; null if there is none
   */
  public record Problem(
      String informer, Impact impact, String what, @Nullable Throwable cause) {
    @Override
    public String toString() {
      return "informer " + informer + " " + what + (cause == null ? "" : ": " + cause.getMessage());
    }
  }

  public Health {
    problems = List.copyOf(problems);
  }

  /** Whether every informer has its first list. A server that is gone later does not change it. */
  public boolean isReady() {
    return problems.stream().noneMatch(problem -> problem.impact() == Impact.NOT_READY);
  }

  /** Whether nothing is stuck. A server that cannot be reached is no reason: a restart would not help. */
  public boolean isLive() {
    return problems.stream().noneMatch(problem -> problem.impact() == Impact.STUCK);
  }

  /** One line: {@code ok}, or every problem with its cause. Fit for the body of a probe's answer. */
  @Override
  public String toString() {
    return problems.isEmpty()
        ? "ok"
        : problems.stream().map(Problem::toString).collect(Collectors.joining("; "));
  }
}

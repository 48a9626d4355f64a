package dev.informant.informer;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of a {@link HealthCheck}. Immutable.
 *
 * @param problems the problems found; empty if there are none
 */
public record Health(List<Problem> problems) {
  /** What a problem means for the operator of the program. */
  public enum Impact {
    /** The cache is not complete yet: do not send requests to this program. */
    NOT_READY,
    /** The cache is complete, but changes do not arrive now. The informer retries; a restart does not help. */
    DEGRADED,
    /** An informer or handler makes no progress and does not recover by itself: restart the program. */
    STUCK
  }

  /**
   * One problem.
   *
   * @param informer the name of the informer
   * @param what a description
   * @param cause the failure that caused it; null if there is none
   */
  public record Problem(
      String informer, Impact impact, String what, @Nullable Throwable cause) {
    @Override
    public String toString() {
      return "informer " + informer + " " + what
          + (cause == null ? "" : ": " + FailureText.of(cause));
    }
  }

  public Health {
    problems = List.copyOf(problems);
  }

  /**
   * Whether every informer has its first list and has established a watch. A server that becomes unreachable later does
   * not change it: that is {@link Impact#DEGRADED}.
   */
  public boolean isReady() {
    return problems.stream().noneMatch(problem -> problem.impact() == Impact.NOT_READY);
  }

  /** Whether nothing is stuck. An unreachable server does not count: a restart would not help. */
  public boolean isLive() {
    return problems.stream().noneMatch(problem -> problem.impact() == Impact.STUCK);
  }

  /** Returns one line: {@code ok}, or every problem with its cause. Suitable as the response body of a probe. */
  @Override
  public String toString() {
    return problems.isEmpty()
        ? "ok"
        : problems.stream().map(Problem::toString).collect(Collectors.joining("; "));
  }
}

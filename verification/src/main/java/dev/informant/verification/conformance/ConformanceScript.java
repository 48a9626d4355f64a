package dev.informant.verification.conformance;

import java.util.List;

/**
 * A sequence of exchanges, most of them in a namespace of its own; {@link ScriptParser} reads it. Immutable.
 *
 * @param id the section and a name, e.g. {@code 3.2 pages}; unique
 * @param fresh whether it must run before the scripts that leave objects behind: it reads the complete cluster
 * @param also further sections that the exchanges cover
 */
public record ConformanceScript(String id, boolean fresh, List<String> also, List<Step> steps) {
  public ConformanceScript {
    also = List.copyOf(also);
    steps = List.copyOf(steps);
  }

  /** The section of the protocol that the exchanges are about, e.g. {@code 3.2}; {@code sections.txt} lists them. */
  public String section() {
    return id.substring(0, id.indexOf(' '));
  }

  /** How many requests it makes whose answers are compared. */
  public int exchanges() {
    return (int) steps.stream().filter(Step::isExchange).count();
  }
}

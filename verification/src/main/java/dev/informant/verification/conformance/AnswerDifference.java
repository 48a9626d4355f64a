package dev.informant.verification.conformance;

import java.util.List;

/**
 * Where two answers to one step differ. Immutable.
 *
 * @param grade the strongest grade in which they differ: exact differences come before those of the wording
 * @param places one line for each place
 */
public record AnswerDifference(Grade grade, List<String> places) {
  public AnswerDifference {
    places = List.copyOf(places);
  }

  boolean isExact() {
    return grade == Grade.EXACT;
  }

  @Override
  public String toString() {
    return String.join("; ", places);
  }
}

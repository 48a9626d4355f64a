package dev.informant.verification.conformance;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;

/**
 * The steps whose answers are known to differ in the exact grade: {@code known-differences.txt}. A step that has become
 * equal must leave the list. Immutable.
 */
public final class KnownDifferences {
  private final Map<String, String> reasons;

  private KnownDifferences(Map<String, String> reasons) {
    this.reasons = Collections.unmodifiableMap(reasons);
  }

  public static KnownDifferences load() throws IOException {
    return new KnownDifferences(ListedSteps.read("known-differences.txt"));
  }

  public boolean contains(ConformanceScript script, String step) {
    return reasons.containsKey(ListedSteps.key(script.id(), step));
  }

  /** The reasons by {@code script | step}. */
  public Map<String, String> reasons() {
    return reasons;
  }
}

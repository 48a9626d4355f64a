package dev.informant.object;

import java.util.Map;

/**
 * Selects objects by their labels. Immutable and thread-safe.
 */
public interface LabelSelector {
  boolean matches(Map<String, String> labels);

  /** Whether it selects everything without looking. */
  boolean isEverything();

  /** Whether it selects nothing without looking. */
  boolean isNothing();
}

package dev.informant.object;

import java.util.List;
import java.util.Map;

/**
 * Selects objects by their labels. Prints in the form {@link #parse} reads and the server takes as
 * its {@code labelSelector}. Immutable and thread-safe.
 */
public interface LabelSelector {
  boolean matches(Map<String, String> labels);

  /** Whether it selects everything without looking. */
  boolean isEverything();

  /** Whether it selects nothing without looking. */
  boolean isNothing();

  static LabelSelector everything() {
    return RequirementSelector.EVERYTHING;
  }

  static LabelSelector nothing() {
    return NothingSelector.INSTANCE;
  }

  /** Selects what meets all the requirements; everything if there are none. */
  static LabelSelector of(List<LabelRequirement> requirements) {
    return requirements.isEmpty() ? everything() : RequirementSelector.of(requirements);
  }

  /**
   * Reads a selector in Kubernetes' notation: requirements separated by commas, all of which must
   * be met. {@code k} and {@code !k} ask for a label's presence and absence; {@code k=v} (or {@code
   * ==}), {@code k!=v}, {@code k in (v, w)}, {@code k notin (v, w)} for its value, where the
   * negative forms also match objects without the label; {@code k>1} and {@code k<1} for a number.
   * An empty text selects everything.
   *
   * @throws SelectorSyntaxException if the text is not a selector
   */
  static LabelSelector parse(String text) {
    return of(new SelectorParser(text).parse());
  }
}

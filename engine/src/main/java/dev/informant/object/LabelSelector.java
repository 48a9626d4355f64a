package dev.informant.object;

import java.util.List;
import java.util.Map;

/**
 * Selects objects by their labels. {@code toString} returns the notation of {@link #parse} and of the server's {@code
 * labelSelector}. Immutable and thread-safe.
 */
public interface LabelSelector {
  boolean matches(Map<String, String> labels);

  /** Returns whether it selects all objects. */
  boolean isEverything();

  /** Returns whether it selects no object. */
  boolean isNothing();

  static LabelSelector everything() {
    return RequirementSelector.EVERYTHING;
  }

  static LabelSelector nothing() {
    return NothingSelector.INSTANCE;
  }

  /** Returns a selector of objects that meet all requirements; all objects if there are none. */
  static LabelSelector of(List<LabelRequirement> requirements) {
    return requirements.isEmpty() ? everything() : RequirementSelector.of(requirements);
  }

  /**
   * Parses a selector in Kubernetes' notation: requirements separated by commas, all of which must be met. {@code k}
   * and {@code !k} require a label's presence and absence; {@code k=v} (or {@code ==}), {@code k!=v}, {@code k in (v,
   * w)}, {@code k notin (v, w)} for its value, where the negative forms also match objects without the label; {@code
   * k>1} and {@code k<1} for a number. An empty text selects everything.
   *
   * @throws SelectorSyntaxException if the text is not a selector
   */
  static LabelSelector parse(String text) {
    return of(new SelectorParser(text).parse());
  }
}

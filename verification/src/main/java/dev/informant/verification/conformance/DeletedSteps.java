package dev.informant.verification.conformance;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The steps that were removed from the scripts although a real server's answers to them are recorded: {@code
 * deleted.txt}. The step {@code all 12} stands for a complete script of 12 answers. Immutable.
 */
public final class DeletedSteps {
  private static final Pattern ALL = Pattern.compile("(.*) \\| all (\\d+)");

  private final Map<String, String> reasons;

  /** The reasons by {@code script | step}. */
  DeletedSteps(Map<String, String> reasons) {
    this.reasons = reasons;
  }

  public static DeletedSteps load() throws IOException {
    return new DeletedSteps(ListedSteps.read("deleted.txt"));
  }

  /** How many answers they had. */
  public int answers() {
    return reasons.keySet().stream()
        .map(ALL::matcher)
        .mapToInt(all -> all.matches() ? Integer.parseInt(all.group(2)) : 1)
        .sum();
  }

  boolean contains(String script, String step) {
    return reasons.containsKey(ListedSteps.key(script, step))
        || reasons.keySet().stream()
            .map(ALL::matcher)
            .anyMatch(all -> all.matches() && all.group(1).equals(script));
  }

  /** What is wrong with the list: a step that a script still has, or a recorded one that is neither there nor listed. */
  List<String> mistakes(List<ConformanceScript> scripts, Recorded recorded) {
    List<String> mistakes = new ArrayList<>();
    Map<String, List<String>> steps = new HashMap<>();
    for (ConformanceScript script : scripts) {
      steps.put(
          script.id(),
          script.steps().stream().filter(Step::isCompared).map(Step::label).toList());
    }
    steps.forEach((script, labels) -> labels.stream()
        .filter(label -> contains(script, label))
        .forEach(label -> mistakes.add("in a script and in deleted.txt: remove it from one: "
            + ListedSteps.key(script, label))));
    recorded
        .labels()
        .forEach((script, labels) -> labels.stream()
            .filter(label -> !steps.getOrDefault(script, List.of()).contains(label))
            .filter(label -> !contains(script, label))
            .forEach(label -> mistakes.add("recorded, but in no script: add it to deleted.txt: "
                + ListedSteps.key(script, label) + " | why")));
    reasons.keySet().forEach(key -> {
      Matcher all = ALL.matcher(key);
      int answers =
          all.matches() ? recorded.labels().getOrDefault(all.group(1), Set.of()).size() : 0;
      if (answers > 0 && answers != Integer.parseInt(all.group(2))) {
        mistakes.add("deleted.txt: the script had " + answers + " answers: " + key);
      }
    });
    return mistakes;
  }
}

package dev.informant.object;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Selects what meets all of its requirements, which are in the order of their keys. */
record RequirementSelector(List<LabelRequirement> requirements) implements LabelSelector {
  static final LabelSelector EVERYTHING = new RequirementSelector(List.of());

  static LabelSelector of(List<LabelRequirement> requirements) {
    List<LabelRequirement> sorted = new ArrayList<>(requirements);
    sorted.sort(Comparator.comparing(LabelRequirement::key));
    return new RequirementSelector(List.copyOf(sorted));
  }

  @Override
  public boolean matches(Map<String, String> labels) {
    for (LabelRequirement requirement : requirements) {
      if (!requirement.matches(labels)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean isEverything() {
    return requirements.isEmpty();
  }

  @Override
  public boolean isNothing() {
    return false;
  }

  @Override
  public String toString() {
    return requirements.stream().map(LabelRequirement::toString).collect(Collectors.joining(","));
  }
}

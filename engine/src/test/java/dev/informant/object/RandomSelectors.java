package dev.informant.object;

import dev.informant.object.LabelRequirement.Operator;
import dev.informant.testkit.Draw;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Random label selectors, what they are made of, and labels that they may match. */
record RandomSelectors(RandomGenerator random) {
  LabelSelector selector() {
    return LabelSelector.of(requirements());
  }

  List<LabelRequirement> requirements() {
    return Draw.list(random, 0, 5, this::requirement);
  }

  private LabelRequirement requirement() {
    Operator operator = Draw.oneOf(random, Operator.values());
    List<String> operands = switch (operator) {
      case EXISTS, ABSENT -> List.of();
      case IN, NOT_IN -> Draw.list(random, 1, 4, this::value);
      case EQUAL, NOT_EQUAL -> List.of(value());
      case GREATER, LESS -> List.of(number());
    };
    return new LabelRequirement(key(), operator, operands);
  }

  Map<String, String> labels() {
    Map<String, String> labels = new HashMap<>();
    for (int size = random.nextInt(6); size > 0; size--) {
      labels.put(key(), random.nextBoolean() ? value() : number());
    }
    return labels;
  }

  String key() {
    String prefix = Draw.oneOf(random, "", "", "example.com/", "a/");
    return prefix + Draw.oneOf(random, "a", "b", "in", "notin", "app", "A-b_c.d", "x1");
  }

  String value() {
    return Draw.oneOf(random, "", "a", "b", "in", "notin", "x-y", "7", "v1.2_3", "007");
  }

  private String number() {
    return String.valueOf(random.nextInt(21));
  }

  /** Tokens in any order, mostly not a selector. */
  String tokens() {
    return Draw.joined(
        random, 12, "a", "b", "in", "notin", " ", "=", "==", "!", "(", ")", ",", "<", ">", "1",
        "-");
  }
}

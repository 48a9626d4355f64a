package dev.informant.apiserver.internal.selector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.testkit.Draw;
import dev.informant.testkit.Seeds;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Whatever the text, a selector is parsed or refused with a message; what is parsed means what it says. */
class SelectorPropertyTest {
  @Seeds(1000)
  void labelSelectorsParseOrRefuse(RandomGenerator random) {
    String text = almostSelector(random);
    try {
      LabelRequirements selector = LabelRequirements.parse(text);
      selector.matches(Map.of("a", "b", "in", "1"));
    } catch (SelectorException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
  }

  private static String almostSelector(RandomGenerator random) {
    return Draw.joined(
        random, 12, "a", "b", "in", "notin", "(", ")", ",", "=", "==", "!=", "!", ">", "<", " ",
        "1", "\\", "x/y", "\u00e9", "/", "");
  }

  @Seeds(1000)
  void garbageNeverCrashes(RandomGenerator random) {
    String text = Draw.text(random);
    try {
      LabelRequirements.parse(text).matches(Map.of("a", "b"));
    } catch (SelectorException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
    try {
      FieldSelector.parse(text).matches(field -> "x");
    } catch (SelectorException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
  }

  @Seeds(1000)
  void inAndNotinAreOpposites(RandomGenerator random) throws SelectorException {
    Set<String> values = values(random);
    Set<String> present = values(random);
    String list = String.join(",", values);
    LabelRequirements in = LabelRequirements.parse("k in (" + list + ")");
    LabelRequirements notin = LabelRequirements.parse("k notin (" + list + ")");
    for (String value : present) {
      Map<String, String> labels = Map.of("k", value);
      assertThat(in.matches(labels)).isEqualTo(values.contains(value));
      assertThat(notin.matches(labels)).isNotEqualTo(in.matches(labels));
    }
    assertThat(in.matches(Map.of())).isFalse();
    assertThat(notin.matches(Map.of())).isTrue();
  }

  private static Set<String> values(RandomGenerator random) {
    return new LinkedHashSet<>(
        Draw.list(random, 1, 4, () -> Draw.oneOf(random, "a", "b", "c", "d", "in")));
  }

  @Seeds(1000)
  void escapedFieldValuesComeBack(RandomGenerator random) throws SelectorException {
    String value = Draw.text(random);
    String escaped = value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
    FieldSelector selector = FieldSelector.parse("f=" + escaped);
    assertThat(selector.exactly("f")).isEqualTo(value);
  }
}

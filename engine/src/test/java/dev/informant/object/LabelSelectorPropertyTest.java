package dev.informant.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.testkit.Seeds;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** What holds for every selector. */
class LabelSelectorPropertyTest {
  @Seeds(500)
  void whatIsPrintedIsReadBack(RandomGenerator random) {
    LabelSelector selector = new RandomSelectors(random).selector();
    assertThat(LabelSelector.parse(selector.toString())).isEqualTo(selector);
  }

  @Seeds(500)
  void spaceBetweenTokensMeansNothing(RandomGenerator random) {
    LabelSelector selector = new RandomSelectors(random).selector();
    String spaced = selector.toString().replaceAll("(==|!=|[=<>(),!])", " \t$1\n ");
    assertThat(LabelSelector.parse(spaced)).isEqualTo(selector);
  }

  @Seeds(500)
  void aSelectorMatchesWhatAllItsRequirementsMatch(RandomGenerator random) {
    RandomSelectors draw = new RandomSelectors(random);
    List<LabelRequirement> requirements = draw.requirements();
    Map<String, String> labels = draw.labels();
    boolean all = requirements.stream().allMatch(requirement -> requirement.matches(labels));
    assertThat(LabelSelector.of(requirements).matches(labels)).isEqualTo(all);
  }

  @Seeds(500)
  void aSetAndItsNegationDivideAllObjects(RandomGenerator random) {
    RandomSelectors draw = new RandomSelectors(random);
    String key = draw.key();
    String value = draw.value();
    Map<String, String> labels = draw.labels();
    boolean in = LabelSelector.parse(key + " in (" + value + ",b)").matches(labels);
    boolean notIn = LabelSelector.parse(key + " notin (" + value + ",b)").matches(labels);
    assertThat(in).isNotEqualTo(notIn);
    assertThat(LabelSelector.parse(key + "=" + value).matches(labels))
        .isNotEqualTo(LabelSelector.parse(key + "!=" + value).matches(labels));
    assertThat(LabelSelector.parse(key).matches(labels))
        .isNotEqualTo(LabelSelector.parse("!" + key).matches(labels));
  }

  @Seeds(1000)
  void anyTextIsReadOrRefusedAtAPlaceInIt(RandomGenerator random) {
    String text = new RandomSelectors(random).tokens();
    try {
      LabelSelector selector = LabelSelector.parse(text);
      assertThat(LabelSelector.parse(selector.toString())).isEqualTo(selector);
    } catch (SelectorSyntaxException refused) {
      assertThat(refused.position()).isBetween(0, text.length());
    }
  }
}

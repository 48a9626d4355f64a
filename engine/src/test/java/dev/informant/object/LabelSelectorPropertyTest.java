package dev.informant.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.informant.object.LabelRequirement.Operator;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for every selector. */
class LabelSelectorPropertyTest {
  @Property(tries = 500)
  void whatIsPrintedIsReadBack(@ForAll("selectors") LabelSelector selector) {
    assertThat(LabelSelector.parse(selector.toString())).isEqualTo(selector);
  }

  @Property(tries = 500)
  void spaceBetweenTokensMeansNothing(@ForAll("selectors") LabelSelector selector) {
    String spaced = selector.toString().replaceAll("(==|!=|[=<>(),!])", " \t$1\n ");
    assertThat(LabelSelector.parse(spaced)).isEqualTo(selector);
  }

  @Property(tries = 500)
  void aSelectorMatchesWhatAllItsRequirementsMatch(
      @ForAll("requirementLists") List<LabelRequirement> requirements,
      @ForAll("labels") Map<String, String> labels) {
    boolean all = requirements.stream().allMatch(requirement -> requirement.matches(labels));
    assertThat(LabelSelector.of(requirements).matches(labels)).isEqualTo(all);
  }

  @Property(tries = 500)
  void aSetAndItsNegationDivideAllObjects(
      @ForAll("keys") String key,
      @ForAll("values") String value,
      @ForAll("labels") Map<String, String> labels) {
    boolean in = LabelSelector.parse(key + " in (" + value + ",b)").matches(labels);
    boolean notIn = LabelSelector.parse(key + " notin (" + value + ",b)").matches(labels);
    assertThat(in).isNotEqualTo(notIn);
    assertThat(LabelSelector.parse(key + "=" + value).matches(labels))
        .isNotEqualTo(LabelSelector.parse(key + "!=" + value).matches(labels));
    assertThat(LabelSelector.parse(key).matches(labels))
        .isNotEqualTo(LabelSelector.parse("!" + key).matches(labels));
  }

  @Property(tries = 1000)
  void anyTextIsReadOrRefusedAtAPlaceInIt(@ForAll("texts") String text) {
    try {
      LabelSelector selector = LabelSelector.parse(text);
      assertThat(LabelSelector.parse(selector.toString())).isEqualTo(selector);
    } catch (SelectorSyntaxException refused) {
      assertThat(refused.position()).isBetween(0, text.length());
    }
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "a", "b", "in", "notin", " ", "=", "==", "!", "(", ")", ",", "<", ">", "1", "-")
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }

  @Provide
  Arbitrary<String> keys() {
    Arbitrary<String> names = Arbitraries.of("a", "b", "in", "notin", "app", "A-b_c.d", "x1");
    Arbitrary<String> prefixes = Arbitraries.of("", "", "example.com/", "a/");
    return Combinators.combine(prefixes, names).as(String::concat);
  }

  @Provide
  Arbitrary<String> values() {
    return Arbitraries.of("", "a", "b", "in", "notin", "x-y", "7", "v1.2_3", "007");
  }

  @Provide
  Arbitrary<Map<String, String>> labels() {
    return Arbitraries.maps(keys(), Arbitraries.oneOf(values(), numbers())).ofMaxSize(5);
  }

  private static Arbitrary<String> numbers() {
    return Arbitraries.integers().between(0, 20).map(String::valueOf);
  }

  @Provide
  Arbitrary<List<LabelRequirement>> requirementLists() {
    return requirements().list().ofMaxSize(5);
  }

  @Provide
  Arbitrary<LabelSelector> selectors() {
    return requirementLists().map(LabelSelector::of);
  }

  private Arbitrary<LabelRequirement> requirements() {
    return Arbitraries.of(Operator.values()).flatMap(operator -> {
      Arbitrary<List<String>> operands = switch (operator) {
        case EXISTS, ABSENT -> Arbitraries.just(List.<String>of());
        case IN, NOT_IN -> values().list().ofMinSize(1).ofMaxSize(4);
        case EQUAL, NOT_EQUAL -> values().list().ofSize(1);
        case GREATER, LESS -> numbers().list().ofSize(1);
      };
      return Combinators.combine(keys(), operands)
          .as((key, chosen) -> new LabelRequirement(key, operator, chosen));
    });
  }
}

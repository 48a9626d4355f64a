package dev.informant.apiserver.selector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the text, a selector is parsed or refused with a message; what is parsed means what it says. */
class SelectorPropertyTest {
  @Provide
  Arbitrary<String> almostSelectors() {
    return Arbitraries.of(
            "a", "b", "in", "notin", "(", ")", ",", "=", "==", "!=", "!", ">", "<", " ", "1", "\\",
            "x/y", "\u00e9", "/", "")
        .list()
        .ofMaxSize(12)
        .map(parts -> String.join("", parts));
  }

  @Property
  void labelSelectorsParseOrRefuse(@ForAll("almostSelectors") String text) {
    try {
      LabelRequirements selector = LabelRequirements.parse(text);
      selector.matches(Map.of("a", "b", "in", "1"));
    } catch (SelectorException refused) {
      assertThat(refused.getMessage()).isNotBlank();
    }
  }

  @Property
  void garbageNeverCrashes(@ForAll String text) {
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

  @Property
  void inAndNotinAreOpposites(
      @ForAll("values") Set<String> values, @ForAll("values") Set<String> present)
      throws SelectorException {
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

  @Provide
  Arbitrary<Set<String>> values() {
    return Arbitraries.of("a", "b", "c", "d", "in").set().ofMinSize(1).ofMaxSize(4);
  }

  @Property
  void escapedFieldValuesComeBack(@ForAll String value) throws SelectorException {
    String escaped = value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
    FieldSelector selector = FieldSelector.parse("f=" + escaped);
    assertThat(selector.exactly("f")).isEqualTo(value);
  }
}

package dev.informant.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.informant.object.LabelRequirement.Operator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LabelSelectorTest {
  private static final Map<String, String> WEB =
      Map.of("app", "web", "tier", "front", "replicas", "3", "empty", "", "in", "x");

  private static boolean matches(String selector) {
    return LabelSelector.parse(selector).matches(WEB);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "app",
        "!missing",
        "! missing",
        "app=web",
        "app == web",
        "app=web,tier=front",
        "app!=db",
        "missing!=web",
        "app in (web, db)",
        "app in (web)",
        "app notin (db)",
        "missing notin (db)",
        "empty=",
        "empty=,app",
        "empty in ()",
        "empty in (a,)",
        "empty in (,a)",
        "empty in (a,,b)",
        "app!=",
        "replicas>2",
        "replicas < 4",
        "in",
        "in in (x)",
        "in notin (y)",
        "\tapp\n=\rweb ",
        "app,tier,!missing"
      })
  void matching(String selector) {
    assertThat(matches(selector)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "missing",
        "!app",
        "app=db",
        "app==web,tier=back",
        "app!=web",
        "app in (db)",
        "missing in (a)",
        "missing in ()",
        "app notin (web,db)",
        "app=",
        "missing=",
        "empty!=",
        "replicas>3",
        "replicas<3",
        "missing>1",
        "missing<1",
        "app>1",
        "app<1",
        "empty in (a)"
      })
  void notMatching(String selector) {
    assertThat(matches(selector)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "4294967296, 0",
    "4294967297, 4294967296",
    "2147483648, 2147483647",
    "9223372036854775807, 9223372036854775806",
    "9223372036854775807, 0",
    "9223372036854775807, 9007199254740993",
    "9007199254740993, 9007199254740992"
  })
  void greaterAndLessCompareIntegersOf64Bits(String greater, String less) {
    Map<String, String> more = Map.of("n", greater);
    Map<String, String> fewer = Map.of("n", less);
    assertThat(LabelSelector.parse("n>" + less).matches(more)).isTrue();
    assertThat(LabelSelector.parse("n>" + greater).matches(fewer)).isFalse();
    assertThat(LabelSelector.parse("n<" + greater).matches(fewer)).isTrue();
    assertThat(LabelSelector.parse("n<" + less).matches(more)).isFalse();
    assertThat(LabelSelector.parse("n>" + greater).matches(more)).isFalse();
    assertThat(LabelSelector.parse("n<" + greater).matches(more)).isFalse();
  }

  @Test
  void aLabelOfMoreThan64BitsIsNeitherGreaterNorLess() {
    Map<String, String> labels = Map.of("n", "9223372036854775808");
    assertThat(LabelSelector.parse("n>1").matches(labels)).isFalse();
    assertThat(LabelSelector.parse("n<9223372036854775807").matches(labels)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "b=1,a=2 | a=2,b=1",
        "a == 2 | a=2",
        "a in ( z, y ,z) | a in (y,z)",
        "a notin (,x) | a notin (,x)",
        "a in () | a in ()",
        "a in (,,) | a in ()",
        "!a | !a",
        "a > 5 | a>5",
        "a= | a=",
        "a.b/c-d_e.f!=X | a.b/c-d_e.f!=X",
        "x , y | x,y"
      })
  void printsInOneForm(String selector, String printed) {
    assertThat(LabelSelector.parse(selector)).hasToString(printed);
    assertThat(LabelSelector.parse(printed)).isEqualTo(LabelSelector.parse(selector));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "=a | 0 | found '=', expected: !, identifier, or 'end of string'",
        ",a | 0 | found ',', expected: !",
        "a, | 2 | found '', expected: identifier after ','",
        "a,,b | 2 | expected: identifier after ','",
        "a b | 2 | found 'b', expected: in, notin, =, ==, !=, gt, lt",
        "a=b c | 4 | found 'c', expected: ',' or 'end of string'",
        "!a=b | 2 | found '=', expected: ',' or 'end of string'",
        "!=a | 0 | found '!=', expected: !",
        "! | 1 | found '', expected: identifier",
        "a=(b) | 2 | found '(', expected: identifier",
        "a in b | 5 | found 'b', expected: '('",
        "a in (b | 7 | found '', expected: ',' or ')'",
        "a in (b c) | 8 | found 'c', expected: ',' or ')'",
        "a in ( | 6 | found '', expected: ',', ')' or identifier",
        "a in (b,=) | 8 | found '=', expected: ',', ')' or identifier",
        "a notin (b,-c) | 11 | label value",
        "a>b | 2 | an integer only",
        "a>  | 2 | an integer only",
        "a<99999999999999999999 | 2 | an integer only",
        "x=1,A.b/c=1 | 4 | lower-case DNS subdomain",
        "a/b/c | 0 | label key",
        "a/ | 0 | label key",
        "/a | 0 | label key",
        "a=-b | 2 | label value",
        "_a | 0 | label key"
      })
  void errorsNameThePlace(String selector, int position, String message) {
    SelectorSyntaxException error =
        catchThrowableOfType(SelectorSyntaxException.class, () -> LabelSelector.parse(selector));
    assertThat(error)
        .hasMessageStartingWith("unable to parse requirement: ")
        .hasMessageContaining(message)
        .hasMessageContaining("at position " + position);
    assertThat(error.position()).isEqualTo(position);
  }

  @Test
  void partsHaveALargestLength() {
    String longest = "a".repeat(63);
    assertThat(LabelSelector.parse(longest + "=" + longest)).hasToString(longest + "=" + longest);
    assertThatThrownBy(() -> LabelSelector.parse("a" + longest))
        .isInstanceOf(SelectorSyntaxException.class);
    assertThatThrownBy(() -> LabelSelector.parse("a=a" + longest))
        .isInstanceOf(SelectorSyntaxException.class);
    String prefix = "a".repeat(253);
    assertThat(LabelSelector.parse(prefix + "/b")).hasToString(prefix + "/b");
    assertThatThrownBy(() -> LabelSelector.parse("a" + prefix + "/b"))
        .isInstanceOf(SelectorSyntaxException.class);
  }

  @Test
  void theEmptySelectorSelectsEverything() {
    LabelSelector everything = LabelSelector.everything();
    assertThat(LabelSelector.parse("")).isSameAs(everything);
    assertThat(everything.isEverything()).isTrue();
    assertThat(everything.isNothing()).isFalse();
    assertThat(everything.matches(Map.of())).isTrue();
    assertThat(everything).hasToString("");
    assertThat(LabelSelector.parse("a").isEverything()).isFalse();
    assertThat(LabelSelector.parse("a").isNothing()).isFalse();
  }

  @Test
  void nothingSelectsNothing() {
    LabelSelector nothing = LabelSelector.nothing();
    assertThat(nothing.isNothing()).isTrue();
    assertThat(nothing.isEverything()).isFalse();
    assertThat(nothing.matches(WEB)).isFalse();
    assertThat(nothing.matches(Map.of())).isFalse();
    assertThat(nothing).hasToString("<nothing>");
  }

  @Test
  void requirementsMustHaveTheirNumberOfValues() {
    for (Operator operator : Operator.values()) {
      boolean unary = operator == Operator.EXISTS || operator == Operator.ABSENT;
      List<String> wrong = unary ? List.of("1") : List.of();
      assertThatThrownBy(() -> new LabelRequirement("a", operator, wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(operator.toString());
    }
    assertThatThrownBy(() -> new LabelRequirement("a", Operator.EQUAL, List.of("1", "2")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("operator EQUAL does not take 2 values");
  }

  @Test
  void valuesAreSortedAndDistinct() {
    assertThat(new LabelRequirement("a", Operator.IN, List.of("c", "b", "c")).values())
        .containsExactly("b", "c");
  }
}

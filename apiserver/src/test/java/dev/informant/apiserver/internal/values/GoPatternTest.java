package dev.informant.apiserver.internal.values;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which expressions are too much to compile. Go's limits, unless the class says otherwise. */
@Timeout(30)
class GoPatternTest {
  private static String complaint(String expression) {
    return String.valueOf(GoPattern.of(expression).complaint());
  }

  @Test
  void repeatsWithinRepeatsMultiply() {
    for (String sound : List.of(
        "a{1000}",
        "(a{10}){100}",
        "(a{500}|b{500}){2}",
        "((a{100}){10})*",
        "(a{1000}){0}",
        "(a{1000}){1}",
        "(a{1000}){0,1}",
        "[{]{1000}",
        "\\{1000}{1000}",
        "\\x{41}{1000}",
        "\\Q(a{1000}){1000}\\E",
        "a{,1000}{1000}",
        "[[:alpha:]{2}]{1000}")) {
      assertThat(GoPattern.of(sound).complaint()).as(sound).isNull();
    }
    assertThat(complaint("(a{100}){11}"))
        .isEqualTo("error parsing regexp: invalid repeat count: `{11}`");
    for (String much : List.of(
        "a{1001}", "a{2,1001}", "(b|a{3,}){400}", "(?:(?i)a{34}){30}", "(?P<n>a{50}){3,50}")) {
      assertThat(complaint(much)).as(much).contains("invalid repeat count");
    }
  }

  @Test
  void groupsAreNestedAThousandDeep() {
    assertThat(GoPattern.of("(".repeat(900) + "a" + ")".repeat(900)).matches("a"))
        .isTrue();
    assertThat(complaint("(".repeat(1001) + "a" + ")".repeat(1001)))
        .startsWith("error parsing regexp: expression nests too deeply: `((");
    assertThat(complaint("(".repeat(5000))).startsWith("error parsing regexp: missing closing )");
    assertThat(GoPattern.of("(?:".repeat(2000) + "a" + ")".repeat(2000)).matches("a"))
        .isTrue();
  }

  @Test
  void whatWouldTakeTooMuchRoomIsRefused() {
    assertThat(complaint("a".repeat(10_001))).contains("expression too large");
    assertThat(complaint("(" + "ab".repeat(100) + "){1000}")).contains("expression too large");
    assertThat(complaint("\\pL".repeat(1000))).contains("expression too large");
    assertThat(complaint("[\\p{Greek}]{1000}")).contains("expression too large");
    assertThat(GoPattern.of("a".repeat(10_000)).complaint()).isNull();
    assertThat(GoPattern.of("^[a-z0-9]{1,63}(\\.[a-z0-9]{1,63}){0,10}$").matches("a.b"))
        .isTrue();
  }

  @Test
  void whatIsKeptIsStillRightAfterMany() {
    for (int i = 0; i < 300; i++) {
      String expression = "^" + "x".repeat(3000) + i + "$";
      assertThat(GoPattern.of(expression).matches("x".repeat(3000) + i)).isTrue();
    }
    assertThat(GoPattern.of("^a$").matches("a")).isTrue();
  }
}

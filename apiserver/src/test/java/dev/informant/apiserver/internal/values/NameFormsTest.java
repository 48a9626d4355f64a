package dev.informant.apiserver.internal.values;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class NameFormsTest {
  private static final String LONG = "a".repeat(64);

  private static void assertTaken(Function<String, List<String>> form, String... names) {
    assertThat(names).allSatisfy(name -> assertThat(form.apply(name)).as(name).isEmpty());
  }

  /** Each name has one complaint, which begins so. */
  private static void assertRefused(
      Function<String, List<String>> form, String complaint, String... names) {
    assertThat(names)
        .allSatisfy(name ->
            assertThat(form.apply(name)).as(name).singleElement().asString().startsWith(complaint));
  }

  @Test
  void labelsOfBothKindsDifferInTheirFirstLetter() {
    assertTaken(NameForms::label, "a", "1", "a-1", "a".repeat(63));
    assertTaken(NameForms::letterLabel, "a", "a-1");
    assertRefused(NameForms::label, "a lowercase RFC 1123 label ", "", "-a", "a-", "A", "ä");
    assertRefused(NameForms::label, "must not contain dots", "a.b");
    assertRefused(NameForms::letterLabel, "a DNS-1035 label ", "", "1", "1a");
    assertRefused(NameForms::label, "must be no more than 63 characters", LONG);
  }

  @Test
  void subdomainIsLabelsWithDots() {
    assertTaken(NameForms::subdomain, "a", "a.b", "1.2-3.c", LONG);
    assertRefused(NameForms::subdomain, "a lowercase RFC 1123 subdomain ", "", ".", "a..b", "a.");
    assertRefused(NameForms::subdomain, "must be no more than 253 characters", "a".repeat(254));
  }

  @Test
  void keyIsANameAndPerhapsASubdomainBefore() {
    assertTaken(NameForms::key, "a", "A_b.c-1", "example.com/A");
    assertRefused(NameForms::key, "a valid label key ", "a/b/c");
    assertRefused(NameForms::key, "prefix part must be non-empty", "/a");
    assertRefused(NameForms::key, "prefix part a lowercase RFC 1123 subdomain ", "A/a", "a_b/a");
    assertRefused(NameForms::key, "name part must be no more than 63 bytes", LONG, "a/" + LONG);
    assertRefused(NameForms::key, "name part must consist of ", "a b", "-a", "a/b-");
  }

  @Test
  void allThatIsWrongWithAKeyIsSaid() {
    assertThat(NameForms.key("A/")).hasSize(3);
    assertThat(NameForms.key("/" + LONG + "-")).hasSize(3);
  }

  @Test
  void valueMayBeEmpty() {
    assertTaken(NameForms::value, "", "a", "A_b.c-1");
    assertRefused(NameForms::value, "a valid label must be an empty string or ", "-", "a b", "a/b");
    assertRefused(NameForms::value, "must be no more than 63 bytes", LONG);
  }

  @Test
  void configKeyIsAFileNameWithoutAWayUp() {
    assertTaken(NameForms::configKey, "a", ".a", "a..b", "A_b.c-1");
    assertRefused(NameForms::configKey, "a valid config key ", "", "a/b", "../b");
    assertRefused(NameForms::configKey, "must not be '.'", ".");
    assertRefused(NameForms::configKey, "must not be '..'", "..");
    assertRefused(NameForms::configKey, "must not start with '..'", "..a");
    assertRefused(NameForms::configKey, "must be no more than 253 characters", "a".repeat(254));
  }
}

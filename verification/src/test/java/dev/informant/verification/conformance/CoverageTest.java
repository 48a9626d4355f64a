package dev.informant.verification.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That the exchanges leave out no section of the protocol, and that the sections are named. */
@Timeout(60)
class CoverageTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2", "3.1", "3.2", "3.3", "3.4", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14",
        "16.1", "16.2", "16.3", "16.4", "16.5", "16.6", "16.7", "16.8", "16.9", "16.10", "16.11",
        "16.12", "16.13", "16.14", "16.15", "16.16", "16.17", "16.18"
      })
  void everySectionAndItemIsAskedAbout(String section) throws IOException {
    assertThat(Coverage.load().of(section)).as("scripts about §" + section).isNotEmpty();
  }

  @Test
  void theFirstLinesSayWhatEverySectionIsAbout() throws IOException {
    Coverage coverage = Coverage.load();
    assertThat(coverage.sections().stream().map(section -> section.replaceFirst("^16\\..*", "16")))
        .allSatisfy(section -> assertThat(coverage.titles()).containsKey(section));
  }

  @Test
  void theTableNamesTheScriptsThereAre() throws IOException {
    List<String> there =
        Conformance.scripts().stream().map(ConformanceScript::id).sorted().toList();
    assertThat(Coverage.load().named()).isEqualTo(there);
  }

  @Test
  void aScriptIsListedUnderItsOwnSection() throws IOException {
    Coverage coverage = Coverage.load();
    assertThat(Conformance.scripts().stream()
            .filter(script -> !script.section().equals("16"))
            .filter(script -> !coverage.of(script.section()).contains(script.id()))
            .map(ConformanceScript::id))
        .isEmpty();
  }
}

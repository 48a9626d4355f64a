package dev.informant.verification.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The exchanges cover every section of the protocol. */
@Timeout(60)
class CoverageTest {
  @Test
  void everySectionAndItemHasAScript() throws IOException {
    List<ConformanceScript> scripts = Conformance.scripts();
    assertThat(Sections.load().titles().keySet())
        .hasSizeGreaterThanOrEqualTo(35)
        .allSatisfy(section -> assertThat(Sections.covering(section, scripts))
            .as("scripts about §" + section)
            .isNotEmpty());
  }

  @Test
  void everySectionOfAScriptHasATitle() throws IOException {
    assertThat(Conformance.scripts().stream()
            .flatMap(script -> Stream.concat(Stream.of(script.section()), script.also().stream())))
        .isSubsetOf(Sections.load().titles().keySet());
  }
}

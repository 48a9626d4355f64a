package dev.informant.verification.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That a run asks what it was asked to ask, and never passes because it asked nothing. */
@Timeout(60)
class ConformanceCommandTest {
  private static String mistake(String... parts) throws IOException {
    return ConformanceCommand.mistake(List.of(parts), Conformance.scripts());
  }

  @Test
  void partsOfNamesAndNoneAreTaken() throws IOException {
    assertThat(mistake()).isNull();
    assertThat(mistake("3.2", "gzip")).isNull();
  }

  @Test
  void optionThatIsNoneIsRefused() throws IOException {
    assertThat(mistake("--recrd")).isEqualTo("unknown option --recrd; there is --record");
    assertThat(mistake("3.2", "-v")).isEqualTo("unknown option -v; there is --record");
  }

  @Test
  void partOfNoNameIsRefused() throws IOException {
    assertThat(mistake("3.2", "gzpi")).isEqualTo("no script has \"gzpi\" in its name");
  }
}

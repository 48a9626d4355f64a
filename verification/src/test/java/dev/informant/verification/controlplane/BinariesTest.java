package dev.informant.verification.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BinariesTest {
  @Test
  void versionsAreOrderedAsNumbersAndNotAsText() {
    assertThat(Stream.of("v1.36.10", "v1.9.0", "v1.36.9")
            .map(version -> Path.of("control-plane-" + version))
            .sorted(Binaries.BY_VERSION))
        .extracting(Path::toString)
        .containsExactly("control-plane-v1.9.0", "control-plane-v1.36.9", "control-plane-v1.36.10");
  }
}
